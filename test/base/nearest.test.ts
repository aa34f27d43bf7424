import { expect, test } from "vitest";
import { nearest } from "#base/nearest.ts";

const known = ["type", "to", "topic", "content", "scheduled_delivery_timestamp"];

test.each([
  ["tpye", "type"],
  ["topc", "topic"],
  ["contents", "content"],
  ["contnet", "content"],
  ["timestamp", "scheduled_delivery_timestamp"],
])("the nearest word to %s is %s", (typed, expected) => {
  expect(nearest(typed, known)).toBe(expected);
});

test("a word without a similar one has no suggestion", () => {
  expect(nearest("colour", known)).toBeUndefined();
  expect(nearest("anything", [])).toBeUndefined();
  expect(nearest("nosuchemoji", ["o"])).toBeUndefined();
});
