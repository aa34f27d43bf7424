/** What was searched for, marked in painted lines. */
import { expect, test } from "vitest";
import { markHits, markWords } from "#ui/hit-marks.ts";
import { styleOf } from "../support/screen.tsx";

const style = styleOf({});
const { open, close } = style.painter.sgr(["hit"]);
const bracketed = (line: string) => line.replaceAll(open, "[").replaceAll(close, "]");

test.for([
  ["the pool, Pools and pooling", ["pool"], "the [pool], Pools and pooling"],
  ["a rollback rolls back", ["rolls", "back"], "a rollback [rolls] [back]"],
  ["停電しました", ["停電"], "[停電]しました"],
  ["naïve naïveté", ["naïve"], "[naïve] naïveté"],
  ["nothing", [], "nothing"],
] as const)("%s with %s marked as words", ([line, words, marked]) => {
  expect(bracketed(markWords(style, line, words))).toBe(marked);
});

test("hits that touch or overlap make one mark", () => {
  expect(bracketed(markHits(style, "xaax", "a"))).toBe("x[aa]x");
  expect(bracketed(markWords(style, "pool size", ["pool", "pool size"]))).toBe("[pool size]");
});

test("a hit in a link is marked, and its address is not looked into", () => {
  const begin = "\u001b]8;;https://pool.example\u001b\\";
  const end = "\u001b]8;;\u001b\\";
  const marked = bracketed(markHits(style, `the ${begin}big pool${end} x`, "pool"));
  // What closes the link may close other things: the mark is opened again behind it, for nothing.
  expect(marked).toBe(`the ${begin}big [pool${end}[] x`);
});
