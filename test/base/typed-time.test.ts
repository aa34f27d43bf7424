/** The table of times: what is typed, in which locale, zone and hour, and what is understood of it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isoMoment, momentLabel } from "#base/time.ts";
import { type DateOrder, type Sense, typedTime } from "#base/typed-time.ts";

const utc = { timeZone: "UTC" };
/** A Saturday evening. */
const evening = "2026-11-28T20:20:00Z";

type At = { now?: string; zone?: { timeZone: string }; order?: DateOrder | undefined };

/** As it is printed, with the year. */
function read(typed: string, sense: Sense, { now = evening, zone = utc, order }: At = {}) {
  const found = typedTime(typed, sense, isoMoment(now) ?? 0, { ...zone, order });
  if (found === undefined) return "not a time";
  if (found.kind === "refused") return `! ${found.sentence}`;
  const label = (at: number) => momentLabel(at, 0, { twentyFour: true, ...zone });
  return found.from === found.to ? label(found.from) : `${label(found.from)} to ${label(found.to)}`;
}

test.each([
  ["in 2h", "Sat 28 Nov 2026, 22:20"],
  ["in an hour", "Sat 28 Nov 2026, 21:20"],
  ["half an hour", "Sat 28 Nov 2026, 20:50"],
  ["2 hours and 30 minutes", "Sat 28 Nov 2026, 22:50"],
  ["1h30m", "Sat 28 Nov 2026, 21:50"],
  ["45m", "Sat 28 Nov 2026, 21:05"],
  ["3 days from now", "Tue 1 Dec 2026, 20:20"],
  ["in 3 days at 9:00", "Tue 1 Dec 2026, 9:00"],
  ["in 3 months", "Sun 28 Feb 2027, 20:20"],
  ["next week", "Sat 5 Dec 2026, 20:20"],
  ["now", "Sat 28 Nov 2026, 20:20"],
  ["2h ago", "Sat 28 Nov 2026, 18:20"],
  ["tomorrow", "Sun 29 Nov 2026, 9:00"],
  ["tom 9", "Sun 29 Nov 2026, 9:00"],
  ["tomorrow at noon", "Sun 29 Nov 2026, 12:00"],
  ["tomorrow night", "Sun 29 Nov 2026, 20:00"],
  ["the day after tomorrow 9pm", "Mon 30 Nov 2026, 21:00"],
  // Said in two ways, the same thing.
  ["tonight", "Sat 28 Nov 2026, 20:00"],
  ["this evening", "Sat 28 Nov 2026, 20:00"],
  ["today 20:00", "Sat 28 Nov 2026, 20:00"],
  ["21:00", "Sat 28 Nov 2026, 21:00"],
  ["9pm", "Sat 28 Nov 2026, 21:00"],
  ["20:00", "Sun 29 Nov 2026, 20:00"],
  ["midnight", "Sun 29 Nov 2026, 0:00"],
  ["mon 9", "Mon 30 Nov 2026, 9:00"],
  ["next monday 9", "Mon 30 Nov 2026, 9:00"],
  ["on Monday, 9:00", "Mon 30 Nov 2026, 9:00"],
  ["monday morning", "Mon 30 Nov 2026, 9:00"],
  ["saturday", "Sat 5 Dec 2026, 9:00"],
  ["sat 21:00", "Sat 28 Nov 2026, 21:00"],
  ["next friday", "Fri 4 Dec 2026, 9:00"],
  ["this friday", "Fri 27 Nov 2026, 9:00"],
  ["24 dec", "Thu 24 Dec 2026, 9:00"],
  ["dec 24", "Thu 24 Dec 2026, 9:00"],
  ["December 24th", "Thu 24 Dec 2026, 9:00"],
  ["24th of december", "Thu 24 Dec 2026, 9:00"],
  ["24.12.", "Thu 24 Dec 2026, 9:00"],
  ["thu 24 dec", "Thu 24 Dec 2026, 9:00"],
  ["2026-12-24", "Thu 24 Dec 2026, 9:00"],
  ["2026/12/24", "Thu 24 Dec 2026, 9:00"],
  ["24.12.2026 14:30", "Thu 24 Dec 2026, 14:30"],
  ["dec 24, 2026 at 2:30 pm", "Thu 24 Dec 2026, 14:30"],
  ["Thu 24 Dec, 14:30", "Thu 24 Dec 2026, 14:30"],
  ["2026-12-24T14:30", "Thu 24 Dec 2026, 14:30"],
  ["1798122600", "Thu 24 Dec 2026, 14:30"],
  ["may 5", "Wed 5 May 2027, 9:00"],
  ["5 may", "Wed 5 May 2027, 9:00"],
  ["5.1.2027", "Tue 5 Jan 2027, 9:00"],
  ["5.1.27", "Tue 5 Jan 2027, 9:00"],
  ["1.12.2026", "Tue 1 Dec 2026, 9:00"],
  ["may", "Sat 1 May 2027, 9:00"],
  ["fri 24 dec", "! 24 Dec is a Thu."],
  ["tomorrow monday", "! 29 Nov is a Sun."],
  ["30 feb", "! There is no 30 February 2026."],
  ["29.2.2027", "! There is no 29 February 2027."],
  ["1.13.2027", "! There is no month 13."],
  ["14.30", "! 14.30 is not a date: write 14:30 for a time."],
])("%s, on the evening of a Saturday, is %s", (typed, expected) => {
  expect(read(typed, "coming")).toBe(expected);
});

test.each([
  ["2h", "Sat 28 Nov 2026, 18:20"],
  ["0h", "Sat 28 Nov 2026, 20:20"],
  ["in 2h", "Sat 28 Nov 2026, 22:20"],
  ["2 days ago", "Thu 26 Nov 2026, 20:20"],
  ["last week", "Sat 21 Nov 2026, 20:20"],
  ["9:00", "Sat 28 Nov 2026, 9:00"],
  ["21:00", "Fri 27 Nov 2026, 21:00"],
  ["yesterday", "Fri 27 Nov 2026, 0:00 to Sat 28 Nov 2026, 0:00"],
  ["yesterday 14:00", "Fri 27 Nov 2026, 14:00"],
  ["saturday", "Sat 28 Nov 2026, 0:00 to Sun 29 Nov 2026, 0:00"],
  ["last saturday", "Sat 21 Nov 2026, 0:00 to Sun 22 Nov 2026, 0:00"],
  ["mon 9", "Mon 23 Nov 2026, 9:00"],
  ["24 dec", "Wed 24 Dec 2025, 0:00 to Thu 25 Dec 2025, 0:00"],
  ["dec 24", "Wed 24 Dec 2025, 0:00 to Thu 25 Dec 2025, 0:00"],
  ["november", "Sun 1 Nov 2026, 0:00 to Tue 1 Dec 2026, 0:00"],
  ["feb 2024", "Thu 1 Feb 2024, 0:00 to Fri 1 Mar 2024, 0:00"],
  ["1.12.2026", "Tue 1 Dec 2026, 0:00 to Wed 2 Dec 2026, 0:00"],
])("%s, for what has been, is %s", (typed, expected) => {
  expect(read(typed, "past")).toBe(expected);
});

test.each<[typed: string, order: DateOrder | undefined, expected: string]>([
  ["5/1/2027", "day", "Tue 5 Jan 2027, 9:00"],
  ["5/1/2027", "month", "Sat 1 May 2027, 9:00"],
  [
    "5/1/2027",
    undefined,
    "! 5/1/2027 could be Tue 5 Jan 2027 or Sat 1 May 2027: write 2027-01-05 or 2027-05-01.",
  ],
  ["1/12", "day", "Tue 1 Dec 2026, 9:00"],
  ["1/12", "month", "Tue 12 Jan 2027, 9:00"],
  ["5-1-2027", "month", "Sat 1 May 2027, 9:00"],
  ["5-1-2027 9:30", "day", "Tue 5 Jan 2027, 9:30"],
  // One of them is no date.
  ["13/1/2027", undefined, "Wed 13 Jan 2027, 9:00"],
  ["1/13/2027", undefined, "Wed 13 Jan 2027, 9:00"],
  ["5/5/2027", undefined, "Wed 5 May 2027, 9:00"],
  ["5.1.2027", "month", "Tue 5 Jan 2027, 9:00"],
])("%s, where the %s comes first, is %s", (typed, order, expected) => {
  expect(read(typed, "coming", { order })).toBe(expected);
});

const berlin = { timeZone: "Europe/Berlin" };
const newYork = { timeZone: "America/New_York" };

test.each<[typed: string, at: At, expected: string]>([
  // The hour between 2:00 and 3:00 is missing on 28 March 2027, and there twice on 31 October.
  ["28.3.2027 2:30", { zone: berlin }, "Sun 28 Mar 2027, 3:30"],
  ["2027-03-28 3:00", { zone: berlin }, "Sun 28 Mar 2027, 3:00"],
  ["mar 14 2027 2:30am", { zone: newYork }, "Sun 14 Mar 2027, 3:30"],
  ["tomorrow 2:30", { now: "2027-03-27T22:00:00Z", zone: berlin }, "Sun 28 Mar 2027, 3:30"],
  ["in 1 day", { now: "2027-03-27T01:30:00Z", zone: berlin }, "Sun 28 Mar 2027, 3:30"],
  ["in 24 hours", { now: "2027-03-27T11:00:00Z", zone: berlin }, "Sun 28 Mar 2027, 13:00"],
  ["tomorrow 12:00", { now: "2027-03-27T11:00:00Z", zone: berlin }, "Sun 28 Mar 2027, 12:00"],
  ["9:00", { now: "2027-10-31T00:30:00Z", zone: berlin }, "Sun 31 Oct 2027, 9:00"],
  // Another day than in UTC.
  ["tomorrow", { now: "2026-11-22T23:15:00Z", zone: berlin }, "Tue 24 Nov 2026, 9:00"],
  ["today 21:00", { now: "2026-11-23T01:00:00Z", zone: newYork }, "Sun 22 Nov 2026, 21:00"],
  // Zones that are typed.
  ["9:00 UTC", { zone: berlin }, "Sun 29 Nov 2026, 10:00"],
  ["tomorrow 9:00 UTC+2", { zone: berlin }, "Sun 29 Nov 2026, 8:00"],
  ["2026-12-01T10:00:00Z", { zone: berlin }, "Tue 1 Dec 2026, 11:00"],
  ["2026-12-01 10:00:30.5-05:30", { zone: berlin }, "Tue 1 Dec 2026, 16:30"],
  ["9am America/New_York", { zone: berlin }, "Sun 29 Nov 2026, 15:00"],
  [
    "tomorrow 9:00 PST",
    {},
    "! PST is not a known zone: write UTC+1, or a name such as Europe/Lisbon.",
  ],
  ["9:00 CET", {}, "! CET is not a known zone: write UTC+1, or a name such as Europe/Lisbon."],
])("%s with %j is %s", (typed, at, expected) => {
  expect(read(typed, "coming", at)).toBe(expected);
});

test("an hour that is there twice is the first one", () => {
  const found = typedTime("31.10.2027 2:30", "coming", 1_800_000_000, berlin);
  expect(found).toMatchObject({ from: isoMoment("2027-10-31T00:30:00Z") });
});

test.each([
  ...["", "hello", "9", "and", "at", "in 5", "tomorrow at 9 hello", "ask ana tomorrow", "12:61"],
  ...["24:00", "13pm", "0am", "9 dec 22", "9:00 10:00", "2 days ago 2h later"],
  ...["may be", "second", "2026-12-0100", "2026", "12/2026/1", "in tomorrow", "9:00-10:00"],
])("%j is not a time", (typed) => {
  expect(read(typed, "coming")).toBe("not a time");
});

test("what is printed of a time is understood as the same time", () => {
  const from = isoMoment(evening) ?? 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 250 * 24 * 60 }), (minutes) => {
      const at = Math.floor(from / 60 + minutes) * 60;
      const label = momentLabel(at, from, { twentyFour: true, ...berlin });
      const found = typedTime(label, "coming", from, berlin);
      expect([label, found]).toMatchObject([label, { kind: "time" }]);
      // Of an hour that is there twice, the first one is meant.
      const isSame = found?.kind === "time" && [at, at - 3600].includes(found.from);
      expect([label, isSame]).toEqual([label, true]);
    }),
  );
});
