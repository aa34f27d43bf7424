/** Line updates on a terminal emulator: the result must equal that of writing the whole line. */
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm, { type Terminal } from "@xterm/headless";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { width } from "#base/cells.ts";
import { closeFrame, frameLineUpdate, lineUpdate, setFillsErased } from "#ui/line-update.ts";
import inkUpdate from "../../node_modules/ink/build/line-update.js";

const columns = 60;
const esc = "\u001b";
const style = new RegExp(`${esc}\\[[\\d;]*m`, "g");

const fits = (text: string) => width(text.replace(style, "")) <= columns;

function emulator(): Terminal {
  const terminal = new xterm.Terminal({ cols: columns, rows: 2, allowProposedApi: true });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  return terminal;
}

const write = (terminal: Terminal, text: string) =>
  new Promise<void>((resolve) => terminal.write(text, resolve));

/** The cells of both lines with all visible attributes. */
function cellsOf(terminal: Terminal): string {
  return [0, 1].map((row) => cellsIn(terminal, row)).join("\n");
}

function cellsIn(terminal: Terminal, row: number): string {
  const line = terminal.buffer.active.getLine(row);
  return Array.from({ length: columns }, (_, x) => {
    const cell = line?.getCell(x);
    if (cell === undefined) return "";
    // An empty cell looks like a space.
    const text = cell.getChars() === "" && cell.getWidth() === 1 ? " " : cell.getChars();
    const onBlanks = [cell.isUnderline(), cell.isInverse(), cell.isStrikethrough()];
    const behind = [cell.getBgColorMode(), cell.getBgColor(), ...onBlanks];
    const isBlank = text === " " && onBlanks.every((look) => look === 0);
    const looks = [
      cell.isBold(),
      cell.isDim(),
      cell.isItalic(),
      cell.getFgColorMode(),
      cell.getFgColor(),
    ];
    // Of a space nothing else is seen.
    return [text, cell.getWidth(), ...behind, ...(isBlank ? [] : looks)].join();
  }).join("|");
}

async function after(...bytes: readonly string[]): Promise<string> {
  const terminal = emulator();
  for (const text of bytes) await write(terminal, text);
  const cells = cellsOf(terminal);
  terminal.dispose();
  return cells;
}

const piece = fc.constantFrom(
  "abc",
  "hello ",
  "日本",
  "é",
  "👍🏽",
  "│ ",
  "▌",
  "├──",
  "│\u0301",
  "👨‍👩‍👧‍👦",
  "🇫🇷",
  "   ",
  "x",
  "\u001b[1mB\u001b[22m",
  "\u001b[38;2;1;2;3mtrue\u001b[39m",
  "\u001b[48;5;20mback\u001b[49m",
  "\u001b[31mred\u001b[39m",
  "\u001b[7minv\u001b[27m",
  "\u001b[1;2mfaint\u001b[22m",
  "\u001b[32m            \u001b[39m",
  "\u001b[4m      \u001b[24m",
  "\u001b[1;4mtwo\u001b[22;24m",
  "\u001b[48;2;9;9;9m\u001b[38;5;7mboth\u001b[39m\u001b[49m",
);
const line = fc
  .array(piece, { maxLength: 12 })
  .map((pieces) => pieces.join(""))
  .filter(fits);

/** Two lines with a common beginning and a common end, as in consecutive frames. */
const pair = fc
  .tuple(line, line, line, fc.oneof(fc.constant(""), line))
  .map(([common, one, other, end]) => [common + one + end, common + other + end] as const)
  .filter((texts) => texts.every(fits));

afterEach(() => setFillsErased(false));

test.each([false, true])(
  "updated lines of a frame have the same cells as if written from scratch; erased cells are filled: %s",
  async (fills) => {
    setFillsErased(fills);
    await fc.assert(
      fc.asyncProperty(pair, pair, async ([previous, next], [below, nextBelow]) => {
        const updates = [
          frameLineUpdate(previous, next, columns),
          frameLineUpdate(below, nextBelow, columns),
        ];
        const frame = `\u001b[H${updates.join("\r\n")}${closeFrame()}`;
        expect(await after(`${previous}\r\n${below}`, frame)).toBe(
          await after(`${next}\r\n${nextBelow}`),
        );
      }),
    );
  },
);

test("lines of pictures, with thousands of colours, are updated like any others", async () => {
  const lineOf = (seed: number) =>
    Array.from({ length: 50 }, (_, at) => {
      const shade = (seed * 50 + at) % 251;
      return `\u001b[38;2;${shade};${seed % 97};39m\u001b[48;2;${seed % 89};49;${shade}m▀`;
    }).join("");
  const closed = (seed: number) => `│ ${lineOf(seed)}\u001b[39m\u001b[49m │`;
  for (let seed = 0; seed < 120; seed += 1) {
    const update = lineUpdate(closed(seed), closed(seed + 1), columns);
    if (seed % 20 === 0)
      expect(await after(closed(seed), update)).toBe(await after(closed(seed + 1)));
  }
});

test("an update never takes more bytes than Ink's own", () => {
  fc.assert(
    fc.property(pair, ([previous, next]) => {
      const own = lineUpdate(previous, next, columns).length;
      // At the edge of a cluster it may go back to the preceding space.
      expect(own).toBeLessThanOrEqual(
        Math.max(inkUpdate(previous, next, columns).length, `\u001b[1G\u001b[K${next}`.length),
      );
    }),
  );
});

test("appending a letter to a long line writes only that letter", () => {
  const before = `\u001b[1mname\u001b[22m │ ${"word ".repeat(8)}`;
  expect(lineUpdate(before, `${before}x`, columns)).toBe(`\u001b[48Gx`);
});

test("a gap is skipped by moving the cursor, unless it has a visible style", () => {
  const gap = " ".repeat(20);
  const under = `\u001b[4mc${gap}d`;
  expect(lineUpdate("│ a", `│ b${gap}${under}\u001b[24m`, columns)).toBe(
    `\u001b[3G\u001b[Kb\u001b[20C${under}\u001b[m`,
  );
});

test("what a line ends with is not written again, nor blanks at its end", () => {
  const end = "\u001b[2m│\u001b[22m the rest of the line";
  expect(lineUpdate(`count 1 ${end}`, `count 2 ${end}`, columns)).toBe("\u001b[7G2");
  const blank = "\u001b[1m      \u001b[22m\u001b[31m      \u001b[39m";
  expect(lineUpdate("count 1", `count 2${blank}`, columns)).toBe("\u001b[7G\u001b[K2");
});

test("a style turns into the next one in one sequence", () => {
  const [bold, red] = ["\u001b[1mb\u001b[22m", "\u001b[31mr\u001b[39m"];
  expect(lineUpdate("", `${bold}${red}${bold}`, columns)).toBe(
    "\u001b[1G\u001b[1mb\u001b[22;31mr\u001b[39;1mb\u001b[m",
  );
});

test.each<[string, string, string]>([
  ["a letter that gains an accent", "e", "e\u0301"],
  ["half a flag that gains the other half", "🇫", "🇫🇷"],
  ["an emoji that gains a skin tone", "👍", "👍🏽"],
  ["a difference within a style sequence", "a\u001b[31mb\u001b[39m", "a\u001b[32mb\u001b[39m"],
  [
    "a line with a hyperlink",
    "\u001b]8;;http://x\u0007a\u001b]8;;\u0007",
    "\u001b]8;;http://x\u0007b\u001b]8;;\u0007",
  ],
])("%s is drawn correctly", async (_, previous, next) => {
  expect(
    await after(`cells ${previous}`, lineUpdate(`cells ${previous}`, `cells ${next}`, columns)),
  ).toBe(await after(`cells ${next}`));
});
