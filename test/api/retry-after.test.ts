import { expect, test } from "vitest";
import { retryAfterMs } from "#api/retry-after.ts";

const hour = 3_600_000;

test.each<[string, unknown, string | undefined, number]>([
  ["the body precedes the header", 2.5, "7", 2_500],
  ["the header is used if the body has none", undefined, "7", 7_000],
  ["a quoted number is parsed", "3", undefined, 3_000],
  ["zero is accepted", 0, "7", 0],
  ["a negative body is ignored", -5, "2", 2_000],
  ["if both are negative, the wait is a second", -5, "-1", 1_000],
  ["if neither is a number, the wait is a second", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", 1_000],
  ["an empty header is ignored", undefined, " ", 1_000],
  ["null is ignored", null, undefined, 1_000],
  ["a list is ignored", [], undefined, 1_000],
  ["half an hour is accepted", 1_800, undefined, 1_800_000],
  ["the wait is at most an hour", 1e12, undefined, hour],
])("%s", (_, inBody, header, expected) => {
  const text = JSON.stringify({ result: "error", "retry-after": inBody });
  expect(retryAfterMs({ text, headers: { "retry-after": header } })).toBe(expected);
});

test("if the body is not JSON, the header is used", () => {
  expect(retryAfterMs({ text: "<html>", headers: { "retry-after": "4" } })).toBe(4_000);
  expect(retryAfterMs({ text: "null", headers: {} })).toBe(1_000);
});
