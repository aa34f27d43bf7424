/** Highlighting search terms in styled lines. */
import { expect, test } from "vitest";
import { visualText } from "#base/bidi.ts";
import { cellsFor, standardRules } from "#base/cells.ts";
import { safeLine } from "#base/safe-text.ts";
import { fromHit, markHits, markWords } from "#ui/reader/hit-marks.ts";
import { styleOf } from "../../support/screen.tsx";

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

test("adjacent and overlapping hits are highlighted as one", () => {
  expect(bracketed(markHits(style, "xaax", "a"))).toBe("x[aa]x");
  expect(bracketed(markWords(style, "pool size", ["pool", "pool size"]))).toBe("[pool size]");
});

test("a hit in the text of a link is highlighted, one in its address is not", () => {
  const begin = "\u001b]8;;https://pool.example\u001b\\";
  const end = "\u001b]8;;\u001b\\";
  const marked = bracketed(markHits(style, `the ${begin}big pool${end} x`, "pool"));
  // The sequence that closes the link may reset styles, so the highlight is opened again behind it, needlessly here.
  expect(marked).toBe(`the ${begin}big [pool${end}[] x`);
});

test("a part of an Arabic word is highlighted, though its letters have other forms there", () => {
  const ordered = styleOf({ cells: cellsFor({ ...standardRules, reorders: true }) });
  const line = visualText(safeLine("مرحبا بكم"));
  const marked = bracketed(markHits(ordered, line, "رحب"));
  expect(marked.replace(/[[\]]/g, "")).toBe(line);
  expect(marked).toMatch(/ .\[...\].$/);
  expect(bracketed(markWords(ordered, line, ["مرحبا"]))).toBe(
    `${line.slice(0, 4)}[${line.slice(4)}]`,
  );
});

test.each([
  ["a text of a few words, and then the pool", ["pool"], "… then the pool"],
  [
    "a text of a few words, and then the Pool, whole",
    ["text", "pool"],
    "a text of a few words, and then the Pool, whole",
  ],
  [
    "the words are not here, only at the server",
    ["pool"],
    "the words are not here, only at the server",
  ],
  ["short: pool", ["pool"], "short: pool"],
  ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaapool", ["pool"], "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaapool"],
])("%s begins in 24 columns where one sees %j", (text, words, shown) => {
  expect(fromHit(style, safeLine(text), words, 24)).toBe(shown);
});
