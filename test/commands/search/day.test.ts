import { expect, test } from "vitest";
import { momentLabel } from "#base/time.ts";
import { timeReaderFor } from "#commands/search/day.ts";
import { hoursFor } from "#commands/time-choices.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";

// Mon 23 Nov 2026, 8:30.
const now = 1_795_422_600;
const clock = { ...fakeClock(), now: () => now * 1000 };

test.each([
  ["friday", "Fri 20 Nov, 0:00"],
  ["last friday", "Fri 20 Nov, 0:00"],
  ["Last Sun 14:00", "Sun 22 Nov, 14:00"],
  ["last monday", "Mon 16 Nov, 0:00"],
  ["monday", "Mon 23 Nov, 0:00"],
  ["yesterday", "Sun 22 Nov, 0:00"],
  ["last week", "Mon 16 Nov, 8:30"],
  ["20 nov", "Fri 20 Nov, 0:00"],
  ["tomorrow", "Tue 24 Nov, 0:00"],
  ["the heron", undefined],
])("%s is %s", (typed, expected) => {
  const store = storeOf(acme());
  const period = timeReaderFor({ store, clock }).read(typed);
  const from = period?.kind === "time" ? period.from : undefined;
  expect(from && momentLabel(from, now, hoursFor(store.getState().view))).toBe(expected);
});
