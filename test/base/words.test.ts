import { expect, test } from "vitest";
import { isUnspaced, wordEdges } from "#base/words.ts";

test.each([
  ["今日は天気", [2, 3, 5]],
  ["我们明天", [2, 4]],
  ["สวัสดีครับ", [6, 10]],
])("%s is divided into its words", (text, edges) => {
  expect(isUnspaced(text)).toBe(true);
  expect(wordEdges(text)).toEqual(edges);
});

test("Korean and scripts with blanks are not", () => {
  expect(["안녕하세요", "привет", "שלום", "hello"].some(isUnspaced)).toBe(false);
});
