import { expect, test } from "vitest";
import { graphemes } from "#base/safe-text.ts";

test("a text is split into grapheme clusters", () => {
  expect(graphemes("ae\u0301👨‍👩‍👧🇩🇪")).toEqual(["a", "e\u0301", "👨‍👩‍👧", "🇩🇪"]);
  expect(graphemes("abc")).toEqual(["a", "b", "c"]);
  expect(graphemes("")).toEqual([]);
});
