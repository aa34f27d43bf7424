import { expect, test } from "vitest";
import { graphemes } from "../../src/base/graphemes.ts";

test("clusters are what a cursor steps over", () => {
  expect(graphemes("ae\u0301👨‍👩‍👧🇩🇪")).toEqual(["a", "e\u0301", "👨‍👩‍👧", "🇩🇪"]);
  expect(graphemes("abc")).toEqual(["a", "b", "c"]);
  expect(graphemes("")).toEqual([]);
});
