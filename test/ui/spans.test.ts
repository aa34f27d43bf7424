import { expect, test } from "vitest";
import { plain } from "#base/safe-text.ts";
import { countText, lineOf, ruleLine, type Span } from "#ui/spans.ts";
import { styleOf } from "../support/screen.tsx";

const style = styleOf({ theme: "mono", depth: "none" });
const text = (words: string, shrinks = false): Span => ({ text: plain(words), shrinks });

test("what stands right keeps its column while what is left grows", () => {
  const line = (name: string) => lineOf(style, 20, [text(name)], [text("9")]);
  expect([line("ops"), line("a very long stream name")]).toEqual([
    "ops                9",
    "a very long strea… 9",
  ]);
});

test("pieces that may shrink give way before the end is cut", () => {
  const pieces = [text("#backend › "), text("deploy window tonight", true), text("  ◆ followed")];
  expect(lineOf(style, 34, pieces)).toBe("#backend › deploy win…  ◆ followed");
});

test("where the right would take two thirds, the left has the line alone", () => {
  expect(lineOf(style, 12, [text("Acme")], [text("3 need you")])).toBe("Acme        ");
});

test("a wide character is never halved", () => {
  expect(lineOf(style, 6, [text("日本語チーム")])).toBe("日本… ");
  expect(lineOf(style, 7, [text("日本語チーム")])).toBe("日本語…");
});

test("a rule holds its words in the middle", () => {
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
])("%d fits into four cells as %s", (count, text) => {
  expect(countText(count)).toBe(text);
});
