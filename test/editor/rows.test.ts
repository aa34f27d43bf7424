/** Motions by the rows of a wrapped text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { standardCells } from "#base/cells.ts";
import { type Editor, editorOf } from "#editor/editor.ts";
import { moveByRow, placeIn, type RowMotion, type Rows } from "#editor/rows.ts";

const rowsOf = (text: string, columns: number): Rows => ({
  ranges: standardCells.lines(text, columns),
  width: standardCells.width,
});

/** The text after these motions, ten columns wide, with `|` where the cursor is. */
const after = (marked: string, ...motions: RowMotion[]) => {
  const start = { ...editorOf(marked.replace("|", "")), cursor: marked.indexOf("|") };
  const { text, cursor } = motions.reduce<Editor>(
    (editor, motion) => moveByRow(editor, rowsOf(editor.text, 10), motion),
    start,
  );
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
};

test.each<[string, RowMotion[], string]>([
  ["one two thr|ee four", ["row start"], "one two |three four"],
  ["one |two three four", ["row end"], "one two| three four"],
  ["unbrokenwordswi|thin", ["row up"], "unbro|kenwordswithin"],
  ["unb|rokenwordswithin", ["row end"], "unbrokenw|ordswithin"],
  ["one two three f|our", ["row up"], "one two| three four"],
  ["日本語日本語|", ["row up"], "日|本語日本語"],
  ["one two\nx\nthree |four", ["row up", "row up"], "one tw|o\nx\nthree four"],
  ["on|e two", ["row up"], "|one two"],
  ["on|e two", ["row down"], "one two|"],
])("from %j, %j leads to %j", (before, motions, expected) => {
  expect(after(before, ...motions)).toBe(expected);
});

test("moving down and up by the same number of rows returns to the start", () => {
  const words = fc.array(fc.constantFrom("ab ", "日本", "\n", "👨‍👩‍👧 ", "é", "x".repeat(23)), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(words, fc.nat(), fc.nat(6), (parts, seed, times) => {
      const editor = editorOf(parts.join(""));
      const rows = rowsOf(editor.text, 10);
      const begin = moveByRow(
        { ...editor, cursor: seed % (editor.text.length + 1) },
        rows,
        "row start",
      );
      const row = rows.ranges.findLastIndex(({ start }) => start <= begin.cursor);
      const steps = Math.min(times, rows.ranges.length - 1 - row);
      const down = Array.from({ length: steps }).reduce<Editor>(
        (now) => moveByRow(now, rows, "row down"),
        begin,
      );
      const back = Array.from({ length: steps }).reduce<Editor>(
        (now) => moveByRow(now, rows, "row up"),
        down,
      );
      expect(back.cursor).toBe(begin.cursor);
    }),
  );
});

test("in text from right to left, up and down keep the column of the screen", () => {
  // Drawn as " םולש" over " abc".
  const text = "שלום\nabc";
  const rows = { ...rowsOf(text, 10), reorders: true };
  const down = (cursor: number) =>
    moveByRow({ ...editorOf(text), cursor }, rows, "row down").cursor - 5;
  expect([0, 1, 2, 3].map(down)).toEqual([3, 3, 2, 1]);
  expect(placeIn(text, rows, 0, 4)).toBe(0);
  expect(placeIn(text, rows, 0, 0)).toBe(4);
});
