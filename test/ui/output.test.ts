import { styledCharsFromTokens, tokenize } from "@alcalzone/ansi-tokenize";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Clip, createOutput, type Output, type Transformer } from "#ui/output.ts";
// The module that the build replaces; Ink does not export it, hence the path.
import InkOutput from "../../node_modules/ink/build/output.js";
import { runs } from "../support/runs.ts";

type Operation =
  | { kind: "write"; x: number; y: number; text: string; transformers: Transformer[] }
  | { kind: "clip"; clip: Clip }
  | { kind: "unclip" };

const pieces = [
  [
    "abc",
    "hello world ",
    "x",
    "   ",
    "─",
    "│",
    "é",
    "日本",
    "ﾊﾞ",
    "👍🏽",
    "👨‍👩‍👧‍👦",
    "❤️",
    "🇫🇷",
    "\u200bz",
    "\u00ad",
  ],
  [
    "\u001b[1mB\u001b[22m",
    "\u001b[31mred\u001b[39m",
    "\u001b[48;5;20mbg  \u001b[49m",
    "\u001b[7m inv \u001b[27m",
  ],
  ["\u001b]8;;http://y\u001b\\there\u001b]8;;\u001b\\"],
  ["\u001b]8;;http://x\u0007link\u001b]8;;\u0007", "\u001b[38;2;1;2;3mtrue\u001b[0m"],
].flat();

const piece = fc.constantFrom(...pieces);
const line = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
const text = fc.oneof(
  { weight: 6, arbitrary: line },
  {
    weight: 3,
    arbitrary: fc.array(line, { minLength: 2, maxLength: 4 }).map((lines) => lines.join("\n")),
  },
  { weight: 1, arbitrary: fc.tuple(line, piece).map(([a, b]) => `\u001b[32m${a}\n${b}\u001b[39m`) },
);

const underline: Transformer = (content, index) => `\u001b[4m${index}${content}\u001b[24m`;
const edges = (first: fc.Arbitrary<number>) =>
  fc.option(
    fc.tuple(first, fc.nat(40)).map(([from, length]) => [from, from + length] as const),
    { nil: undefined },
  );

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      x: fc.integer({ min: -4, max: 40 }),
      y: fc.integer({ min: -2, max: 8 }),
      text,
      transformers: fc.constantFrom<Transformer[]>([], [], [underline]),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(edges(fc.nat(40)), edges(fc.nat(8))).map(([columns, rows]) => ({
      kind: "clip" as const,
      clip: { x1: columns?.[0], x2: columns?.[1], y1: rows?.[0], y2: rows?.[1] },
    })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "unclip" as const }) },
);

/** Ink's class with the interface of our function; its methods need their object. */
function inkOutput(size: { width: number; height: number }): Output {
  const output = new InkOutput(size);
  return {
    write: (x, y, content, { transformers }) =>
      output.write(x, y, content, { transformers: [...transformers] }),
    clip: (clip) => output.clip(clip),
    unclip: () => output.unclip(),
    get: () => output.get(),
  };
}

function drawn(output: Output, operations: readonly Operation[]): string[] {
  for (const step of operations) {
    if (step.kind === "write") output.write(step.x, step.y, step.text, step);
    else if (step.kind === "clip") output.clip(step.clip);
    else output.unclip();
  }
  return output.get().output.split("\n");
}

/** A row as cells with their styles, so that rows that look alike are equal, whatever their escape sequences. */
function cells(row: string): string {
  const shown = styledCharsFromTokens(tokenize(row)).map(
    ({ value, styles }) =>
      `${value}${styles
        .map(({ code }) => code)
        .toSorted()
        .join("")}`,
  );
  const isBlank = (cell: string) => cell === " ";
  const end = shown.findLastIndex((cell) => !isBlank(cell));
  return shown.slice(0, end + 1).join("|");
}

test("any frame looks like Ink's own", () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 50 }),
    height: fc.integer({ min: 1, max: 8 }),
  });
  const frame = fc.tuple(size, fc.array(operation, { minLength: 1, maxLength: 9 }));
  fc.assert(
    fc.property(frame, ([size, operations]) => {
      const ours = drawn(createOutput(size), operations);
      const inks = drawn(inkOutput(size), operations);
      expect(ours.map(cells)).toEqual(inks.map(cells));
    }),
    { numRuns: runs(1.5, 100) },
  );
});

test("texts beside each other are joined by position", () => {
  const output = createOutput({ width: 20, height: 2 });
  output.write(10, 0, "\u001b[1mright\u001b[22m", { transformers: [] });
  output.write(0, 0, "left\nbelow", { transformers: [] });
  expect(output.get()).toEqual({ output: "left      \u001b[1mright\u001b[22m\nbelow", height: 2 });
});

test("a text of invisible characters covers nothing", () => {
  const output = createOutput({ width: 10, height: 1 });
  output.write(0, 0, "本abc", { transformers: [] });
  output.write(1, 0, "\u00ad", { transformers: [] });
  expect(output.get().output).toBe("本abc");
});

test("a wide character cut by a clip is dropped", () => {
  const output = createOutput({ width: 10, height: 1 });
  output.clip({ x1: 0, x2: 3, y1: undefined, y2: undefined });
  output.write(0, 0, "日本", { transformers: [] });
  output.write(3, 0, "|", { transformers: [] });
  expect(output.get().output).toBe("日");
});
