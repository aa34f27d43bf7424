import { expect, test } from "vitest";
import { edgeAt } from "#editor/boundaries.ts";

test("edgeAt moves an index within a flag to its start", () => {
  expect([1, 2, 3].map((at) => edgeAt("🇫🇷", at))).toEqual([0, 0, 0]);
  expect(edgeAt("a🇫🇷🇫", 5)).toBe(5);
});
