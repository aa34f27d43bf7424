/** The footer's keys, and the notice. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { keysLine, noticeLines } from "#ui/bars/footer.ts";
import { styleOf } from "../../support/screen.tsx";

const hints = [
  { key: "Enter", words: "open" },
  { key: "e", words: "done" },
  { key: "Space", words: "select" },
  { key: "]", words: "filter" },
  { key: "n", words: "next" },
  { key: "m", words: "mute" },
  { key: "?", words: "keys" },
];
const undo = [{ key: "u", words: "undo" }];

function linesOf(text: string, columns: number, most: 1 | 2, isUndone = false): readonly string[] {
  const toast = { text, tone: "info", undo: isUndone } as never;
  const facts = { hints: hints.slice(-1), toast, undo, progress: undefined, most };
  return noticeLines(styleOf({}), columns, facts).lines.map(stripVTControlCharacters);
}

function line(text: string, columns: number, isUndone = false): string {
  return linesOf(text, columns, 1, isUndone).join("\n");
}

const sentence = "word ".repeat(40).trim();

test("a notice of any length leaves room for the last key", () => {
  for (const columns of [40, 60, 80, 120, 200])
    for (let length = 1; length < sentence.length; length += 1) {
      const shown = line(sentence.slice(0, length), columns);
      expect(shown).toMatch(/ \? keys $/);
      expect(shown.length).toBe(columns);
    }
});

test("the undo key stays visible when the notice is cut", () => {
  expect(line(`Done ${"x".repeat(90)} (3)`, 80, true)).toMatch(/… {2}· {2}u undo +\? keys $/);
});

test("a sentence of two lines is whole, with its key behind it; a longer one is cut", () => {
  const words = sentence.slice(0, 84);
  expect(line(words, 57)).toContain("…");
  const shown = linesOf(words, 57, 2, true);
  expect(shown.map(({ length }) => length)).toEqual([57, 57]);
  expect(shown.join("").replace(/ +/g, " ")).toBe(` ${words} · u undo ? keys `);
  expect(linesOf(sentence, 57, 2, true)[1]).toMatch(/… {2}· {2}u undo +\? keys $/);
  expect(linesOf(words.slice(0, 40), 57, 2, true)).toHaveLength(1);
  expect(linesOf(words.slice(0, 53), 57, 2, true)[1]).toMatch(/^ u undo +\? keys $/);
});

test.each([
  [100, / Marking as read {20}0 of 1 $/],
  [55, / Marking as read {2}0 of 1 $/],
  [24, /^ +0 of 1$/],
])("in %i columns, progress alone says what it is of while there is room", (columns, expected) => {
  const progress = { intent: "1" as never, title: "Marking as read", answers: 0, of: 1 };
  const facts = { hints: [], toast: undefined, undo, progress, most: 2 } as const;
  const [shown = ""] = noticeLines(styleOf({}), columns, facts).lines;
  expect(stripVTControlCharacters(shown)).toMatch(expected);
  expect(stripVTControlCharacters(shown)).toHaveLength(columns);
});

test("the keys that give way first are left out first, and the others keep their order", () => {
  const spare = [0, 9, 0, 0, 8, 0, 0];
  const ranked = hints.map((hint, at) => ({ ...hint, spare: spare[at] ?? 0 }));
  const shown = (columns: number) =>
    stripVTControlCharacters(keysLine(styleOf({}), columns, ranked, "").line)
      .trim()
      .split(/ {2,}/);
  const without = (...keys: string[]) =>
    hints.filter(({ key }) => !keys.includes(key)).map(({ key, words }) => `${key} ${words}`);
  expect(shown(80)).toEqual(without());
  expect(shown(64)).toEqual(without("e"));
  expect(shown(56)).toEqual(without("e", "n"));
  expect(shown(48)).toEqual(without("e", "n", "m"));
});
