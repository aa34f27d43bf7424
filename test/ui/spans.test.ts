import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { plain } from "#base/safe-text.ts";
import { countText, lineOf, ruleLine, type Span } from "#ui/spans.ts";
import { styleOf } from "../support/screen.tsx";

const style = styleOf({ theme: "mono", depth: "none" });
const text = (words: string, shrinks: Span["shrinks"] = false): Span => ({
  text: plain(words),
  shrinks,
});

test("text on the right keeps its column while text on the left grows", () => {
  const line = (name: string) => lineOf(style, 20, [text(name)], [text("9")]);
  expect([line("ops"), line("a very long stream name")]).toEqual([
    "ops                9",
    "a very long strea… 9",
  ]);
});

test("pieces that may shrink are cut before the end of the line is", () => {
  const pieces = [text("#backend › "), text("deploy window tonight", true), text("  ◆ followed")];
  expect(lineOf(style, 34, pieces)).toBe("#backend › deploy win…  ◆ followed");
});

test("a stream gives way before its topic", () => {
  const pieces = [text("#"), text("announcements", "first"), text(" › "), text("4.2 is out", true)];
  expect(lineOf(style, 22, pieces)).toBe("#announc… › 4.2 is out");
  expect(lineOf(style, 14, pieces)).toBe("#ann… › 4.2 i…");
});

test("neither a gap nor what would separate nothing is left at the end of a cut line", () => {
  const dot: Span = { text: plain(" · "), token: "faint" };
  const line = (columns: number) =>
    stripVTControlCharacters(
      lineOf(style, columns, [text("live"), dot, text("4 need a decision")]),
    ).trimEnd();
  expect([7, 8, 10].map(line)).toEqual(["live", "live · …", "live · 4…"]);
  expect(lineOf(style, 8, [text("member"), text("       "), text("on call", true)])).toBe(
    "member  ",
  );
});

test("the right text is omitted where it would take two thirds of the line", () => {
  expect(lineOf(style, 12, [text("Acme")], [text("3 need you")])).toBe("Acme        ");
});

test("a wide character is never cut in half", () => {
  expect(lineOf(style, 6, [text("日本語チーム")])).toBe("日本… ");
  expect(lineOf(style, 7, [text("日本語チーム")])).toBe("日本語…");
});

test("a rule has its words in the middle, or none where they do not fit", () => {
  const looks = { rule: "rule", words: "dim" } as const;
  expect(ruleLine(style, 18, plain("Thu 20 Nov"), looks)).toContain(" Thu 20 Nov ");
  expect(ruleLine(style, 4, plain("Thu 20 Nov"), looks)).toContain("────");
});

test.each([
  [7, "7"],
  [9_999, "9999"],
  [10_000, "10k"],
  [28_941, "28k"],
  [999_999, "999k"],
  [3_400_000, "3M"],
])("%d is shown in at most four cells as %s", (count, text) => {
  expect(countText(count)).toBe(text);
});
