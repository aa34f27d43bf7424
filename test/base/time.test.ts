import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dayAndHour,
  dayLabel,
  dayOrHour,
  distance,
  hourMinute,
  hourOn,
  isoMoment,
  momentLabel,
  relative,
  sameDay,
  weekdayOf,
} from "../../src/base/time.ts";

const utc = { timeZone: "UTC" };
const berlin = { timeZone: "Europe/Berlin" };
/** Saturday, 21 November 2026, 10:00:00 UTC. */
const now = 1_795_255_200;
const day = 86_400;
/** 1 May 2024. */
const noon = 1_714_564_800;

test("a time is shown in the time zone, in 24- or 12-hour format", () => {
  expect(hourMinute(now, { ...berlin, twentyFour: true })).toBe("11:00");
  expect(hourMinute(now, { timeZone: "America/New_York", twentyFour: false })).toBe("5:00 am");
  expect(hourMinute(now + 2 * 3600 + 300, { ...utc, twentyFour: false })).toBe("12:05 pm");
  expect(hourMinute(now + 14 * 3600, { ...utc, twentyFour: false })).toBe("12:00 am");
  expect(hourMinute(now, { timeZone: "Asia/Kathmandu", twentyFour: true })).toBe("15:45");
});

test("a day of another year includes the year", () => {
  expect(dayLabel(now - 2 * day, now, utc)).toBe("Thu 19 Nov");
  expect(dayLabel(now - 365 * day, now, utc)).toBe("Fri 21 Nov 2025");
});

test("in January a date of the last months has no year, and one to come in another year has it", () => {
  const january = now + 50 * day;
  const hours = { ...utc, twentyFour: true };
  const texts = (at: number, from: number) => [
    dayLabel(at, from, utc),
    relative(at, from, utc),
    dayAndHour(at, from, hours),
  ];
  expect(texts(now, january)).toEqual(["Sat 21 Nov", "21 Nov", "21 Nov 10:00"]);
  expect(texts(now - 140 * day, january)).toEqual([
    "Sat 4 Jul 2026",
    "Jul 2026",
    "4 Jul 2026 10:00",
  ]);
  expect(texts(january, now)).toEqual(["Sun 10 Jan 2027", "Jan 2027", "10 Jan 2027 10:00"]);
});

test("a moment is shown as day and time", () => {
  expect(momentLabel(now, now, { ...utc, twentyFour: true })).toBe("Sat 21 Nov, 10:00");
});

test("a time is that of the day today, has its weekday in a week, and else its date", () => {
  const hours = { ...utc, twentyFour: true };
  const labels = [3600, 20 * 3600, 5 * day, 40 * day, 365 * day].map((age) =>
    dayOrHour(now - age, now, hours),
  );
  expect(labels).toEqual(["9:00", "Fri 14:00", "Mon 10:00", "Mon 12 Oct", "Fri 21 Nov 2025"]);
});

test("older times are shown less precisely", () => {
  const labels = [10, 130, 3 * 3600, 3 * day, 40 * day, 700 * day].map((age) =>
    relative(now - age, now, utc),
  );
  expect(labels).toEqual(["now", "2 min", "3 h", "Wed", "12 Oct", "Dec 2024"]);
});

test("future times are shown by date", () => {
  expect(relative(now + 3 * day, now, utc)).toBe("24 Nov");
});

test("days change at midnight of the time zone", () => {
  const midnight = now + 14 * 3600;
  expect(sameDay(midnight - 1, midnight, utc)).toBe(false);
  expect(sameDay(midnight - 1, midnight, berlin)).toBe(true);
  expect(sameDay(now, now + 7 * day, utc)).toBe(false);
});

test("times equal those of Intl.DateTimeFormat in any zone and season", () => {
  const zone = fc.constantFrom("Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "UTC");
  fc.assert(
    fc.property(zone, fc.integer({ min: 0, max: 2_000_000_000 }), (timeZone, seconds) => {
      const label = hourMinute(seconds, { timeZone, twentyFour: true }).padStart(5, "0");
      const platform = new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" });
      expect(label).toBe(platform.format(seconds * 1000));
    }),
  );
});

test("a clock that changes a minute after midnight is right from that minute on", () => {
  const newfoundland = { timeZone: "America/St_Johns", twentyFour: true };
  const change = 1_049_599_860;
  expect([hourMinute(change - 60, newfoundland), hourMinute(change, newfoundland)]).toEqual([
    "0:00",
    "1:01",
  ]);
});

test.each([
  ["2024-05-01T12:00:00Z", noon],
  ["2024-05-01T12:00:00", noon],
  ["2024-05-01 12:00", noon],
  ["2024-05-01T14:00:00.5+02:00", noon],
  ["2024-05-01T06:30-0530", noon],
  ["2024-05-01", noon - day / 2],
  ["2024-02-30", undefined],
  ["2024-13-01", undefined],
  ["2024-05-01T24:00:00Z", undefined],
  ["2024-05-01T12:00:00-5:00", undefined],
  ["1714564800", undefined],
  ["", undefined],
])("%s in ISO 8601 is %s", (text, moment) => {
  expect(isoMoment(text)).toBe(moment);
});

test("any number is formatted", () => {
  for (const seconds of [Number.NaN, 1e300, -1e300, 0.5]) {
    expect(hourMinute(seconds, { ...berlin, twentyFour: true })).toMatch(/^\d{1,2}:\d\d$/);
    expect(dayLabel(seconds, now, {})).toMatch(/^\w{3} \d/);
  }
});

test("hourOn is the local time even on days when clocks change", () => {
  const label = (seconds: number) => momentLabel(seconds, now, { ...berlin, twentyFour: true });
  // Saturday, 24 October 2026, 10:00:00 UTC: the day before clocks go back.
  const at = now - 28 * day;
  expect(label(hourOn(at, 0, 20, berlin))).toBe("Sat 24 Oct, 20:00");
  expect(label(hourOn(at, 1, 9, berlin))).toBe("Sun 25 Oct, 9:00");
  expect(label(hourOn(at, 2, 9, berlin))).toBe("Mon 26 Oct, 9:00");
  expect(weekdayOf(at, berlin)).toBe(6);
});

test.each([
  [30, "in 1 min"],
  [59 * 60, "in 59 min"],
  [3600, "in 1 h"],
  [15 * 3600 + 20 * 60, "in 15 h 20 min"],
  [day, "in 1 day"],
  [2 * day + 3 * 3600, "in 2 days 3 h"],
  [10 * day, "in 10 days"],
])("%d seconds from now is shown as %s", (seconds, text) => {
  expect(distance(now + seconds, now)).toBe(text);
});
