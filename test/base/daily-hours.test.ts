import { expect, test } from "vitest";
import { isWithin, readDailyHours } from "#base/daily-hours.ts";
import { isoMoment } from "#base/time.ts";

test.each([
  ["22:00-7:00", { from: 1320, until: 420 }],
  [" 9-17 ", { from: 540, until: 1020 }],
  ["0:30 – 24:00", { from: 30, until: 1440 }],
  ["22:00", undefined],
  ["24:00-7:00", undefined],
  ["22:60-7:00", undefined],
  ["7-7", undefined],
  ["", undefined],
  ["at night", undefined],
])("%j is read", (text, hours) => {
  expect(readDailyHours(text)).toEqual(hours);
});

test.each([
  ["22:00-7:00", "2026-11-20T22:00:00Z", true],
  ["22:00-7:00", "2026-11-21T06:59:59Z", true],
  ["22:00-7:00", "2026-11-21T07:00:00Z", false],
  ["22:00-7:00", "2026-11-20T12:00:00Z", false],
  ["9-17", "2026-11-20T09:00:00Z", true],
  ["9-17", "2026-11-20T17:00:00Z", false],
])("%s: %s is within: %s", (text, at, expected) => {
  const seconds = isoMoment(at)!;
  expect(isWithin(readDailyHours(text)!, seconds, { timeZone: "UTC" })).toBe(expected);
});

test("they are those of the user's clock", () => {
  const night = readDailyHours("22-7")!;
  const seconds = isoMoment("2026-11-20T21:30:00Z")!;
  expect(isWithin(night, seconds, { timeZone: "Europe/Berlin" })).toBe(true);
  expect(isWithin(night, seconds, { timeZone: "America/New_York" })).toBe(false);
});
