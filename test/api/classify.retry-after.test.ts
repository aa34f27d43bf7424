import { expect, test } from "vitest";
import { rateLimitMs, retryAfterMs } from "#api/classify.ts";
import { isoMoment } from "#base/time.ts";

const hour = 3_600_000;
const now = (isoMoment("2026-10-21T07:28:00Z") ?? 0) * 1000;

test.each<[string, unknown, string | undefined, number]>([
  ["the body precedes the header", 2.5, "7", 2_500],
  ["the header is used if the body has none", undefined, "7", 7_000],
  ["a quoted number is parsed", "3", undefined, 3_000],
  ["zero is accepted", 0, "7", 0],
  ["a negative body is ignored", -5, "2", 2_000],
  ["if both are negative, the wait is a second", -5, "-1", 1_000],
  ["a date is accepted", undefined, "Wed, 21 Oct 2026 07:28:30 GMT", 30_000],
  ["an old form of a date is accepted", undefined, "Wednesday, 21-Oct-26 07:28:30 GMT", 30_000],
  ["the oldest form of a date is accepted", undefined, "Wed Oct 21 07:28:30 2026", 30_000],
  ["a date in the past is now", "soon", "Wed, 21 Oct 2026 07:20:00 GMT", 0],
  ["a distant date is at most an hour away", undefined, "Wed, 21 Oct 2099 07:28:00 GMT", hour],
  ["if neither is valid, the wait is a second", "soon", "Wed, 99 Nov", 1_000],
  ["an empty header is ignored", undefined, " ", 1_000],
  ["null is ignored", null, undefined, 1_000],
  ["a list is ignored", [], undefined, 1_000],
  ["half an hour is accepted", 1_800, undefined, 1_800_000],
  ["the wait is at most an hour", 1e12, undefined, hour],
])("%s", (_, inBody, header, expected) => {
  const text = JSON.stringify({ result: "error", "retry-after": inBody });
  expect(rateLimitMs({ text, headers: { "retry-after": header } }, now)).toBe(expected);
});

test("a date is compared with the server's clock, if that is known", () => {
  const headers = {
    date: "Wed, 21 Oct 2026 07:00:00 GMT",
    "retry-after": "Wed, 21 Oct 2026 07:00:20 GMT",
  };
  expect(rateLimitMs({ text: "", headers }, now)).toBe(20_000);
});

test("if the body is not JSON, the header is used", () => {
  expect(rateLimitMs({ text: "<html>", headers: { "retry-after": "4" } }, now)).toBe(4_000);
  expect(rateLimitMs({ text: "null", headers: {} }, now)).toBe(1_000);
});

test("an answer may not ask to wait at all", () => {
  expect(retryAfterMs({ text: "<html>", headers: {} }, now)).toBeUndefined();
});
