import { expect, test } from "vitest";
import { nearest } from "#base/nearest.ts";

const known = ["type", "to", "topic", "content", "scheduled_delivery_timestamp"];

test.each([
  ["tpye", "type"],
  ["topc", "topic"],
  ["contents", "content"],
  ["contnet", "content"],
  ["timestamp", "scheduled_delivery_timestamp"],
])("%s probably means %s", (given, meant) => {
  expect(nearest(given, known)).toBe(meant);
});

test("a word that resembles no other has no suggestion", () => {
  expect(nearest("colour", known)).toBeUndefined();
  expect(nearest("anything", [])).toBeUndefined();
  expect(nearest("nosuchemoji", ["o"])).toBeUndefined();
});
