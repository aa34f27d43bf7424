import { expect, test } from "vitest";
import { countText } from "#ui/count-text.ts";

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
