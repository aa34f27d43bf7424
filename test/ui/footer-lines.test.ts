/** The footer's line: a toast, and keys. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { footerLines } from "#ui/footer-lines.ts";
import { styleOf } from "../support/screen.tsx";

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

function line(text: string, columns: number, isUndone = false): string {
  const toast = { text, tone: "info", undo: isUndone } as never;
  const facts = { hints, toast, undo, pending: "", progress: undefined };
  return stripVTControlCharacters(footerLines(styleOf({}), columns, facts).lines.join("\n"));
}

test("a toast of any length leaves room for the last key", () => {
  const sentence = "word ".repeat(40).trim();
  for (const columns of [40, 60, 80, 120, 200])
    for (let length = 1; length < sentence.length; length += 1) {
      const shown = line(sentence.slice(0, length), columns);
      expect(shown).toMatch(/ \? keys $/);
      expect(shown.length).toBe(columns);
    }
});

test("the undo key stays visible when the toast is cut", () => {
  expect(line(`Done ${"x".repeat(90)} (3)`, 80, true)).toMatch(/… {2}· {2}u undo +\? keys $/);
});
