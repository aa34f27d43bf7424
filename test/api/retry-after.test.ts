import { expect, test } from "vitest";
import { retryAfterMs } from "#api/retry-after.ts";

const hour = 3_600_000;

test.each<[string, unknown, string | undefined, number]>([
  ["the body's word counts", 2.5, "7", 2_500],
  ["the header's, where the body says nothing", undefined, "7", 7_000],
  ["a number in quotes is a number", "3", undefined, 3_000],
  ["no wait is a wait of nothing", 0, "7", 0],
  ["a negative body leaves it to the header", -5, "2", 2_000],
  ["negative both: a second", -5, "-1", 1_000],
  ["a word that is no number: a second", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", 1_000],
  ["an empty header is no zero", undefined, " ", 1_000],
  ["null, lists and truth are no numbers", null, undefined, 1_000],
  ["a list is no number", [], undefined, 1_000],
  ["half an hour is obeyed", 1_800, undefined, 1_800_000],
  ["more than an hour is a slip", 1e12, undefined, hour],
])("%s", (_, inBody, header, expected) => {
  const text = JSON.stringify({ result: "error", "retry-after": inBody });
  expect(retryAfterMs({ text, headers: { "retry-after": header } })).toBe(expected);
});

test("if the body is not JSON, the header counts", () => {
  expect(retryAfterMs({ text: "<html>", headers: { "retry-after": "4" } })).toBe(4_000);
  expect(retryAfterMs({ text: "null", headers: {} })).toBe(1_000);
});
