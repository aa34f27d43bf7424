import { expect, test } from "vitest";
import { edgeAt } from "#editor/boundaries.ts";

test("an index within a flag leads to its start, wherever else a text could be cut", () => {
  expect([1, 2, 3].map((at) => edgeAt("🇫🇷", at))).toEqual([0, 0, 0]);
  expect(edgeAt("a🇫🇷🇫", 5)).toBe(5);
});
