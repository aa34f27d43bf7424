import { expect, test } from "vitest";
import { parseMoment, stamp } from "../../src/base/time.ts";
import { typedTimeParser } from "../../src/base/typed-time.ts";

const parse = await typedTimeParser();
const zone = { timeZone: "Europe/Berlin" };
/** Sunday 22 November 2026, 23:15 in Berlin. */
const now = parseMoment("2026-11-22T22:15:00Z") ?? 0;
const read = (text: string, at = now) => {
  const found = parse(text, at, zone);
  return found && stamp(found.at * 1000).slice(0, 16);
};

test.each([
  ["tomorrow 9:00", "2026-11-23T08:00"],
  ["in 2h", "2026-11-23T00:15"],
  ["2h", "2026-11-23T00:15"],
  ["in 45m", "2026-11-22T23:00"],
  ["mon 14:30", "2026-11-23T13:30"],
  ["14:30", "2026-11-23T13:30"],
  ["today 8:00", "2026-11-22T07:00"],
  ["monday", "2026-11-23T08:00"],
  ["tomorrow", "2026-11-23T08:00"],
  ["tom 9", "2026-11-23T08:00"],
  ["fri 9", "2026-11-27T08:00"],
  ["2026-12-01 10:00", "2026-12-01T09:00"],
  ["25 dec", "2026-12-25T08:00"],
  ["in 10 days", "2026-12-02T22:15"],
  ["now", "2026-11-22T22:15"],
])("%s is %s in UTC", (text, moment) => {
  expect(read(text)).toBe(moment);
});

test("tonight is 20:00", () => {
  expect(read("tonight", now - 8 * 3600)).toBe("2026-11-22T19:00");
});

test("a time after a daylight-saving change has the same hour", () => {
  expect(read("2027-03-29 9:00")).toBe("2027-03-29T07:00");
});

test.each(["", "hello", "tomorrow at 9 hello", "ask ana tomorrow", "12:61"])(
  "%j is not a time",
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);
