/** When the user was here last: what happened since is news. */
import { expect, test } from "vitest";
import { hereAt, newsSince, storedHere } from "#store/here.ts";

const minute = 60_000;
const seconds = (ms: number) => Math.floor(ms / 1_000);

test("keys without a long pause are one visit, and news are from the end of the one before", () => {
  const evening = hereAt(hereAt(undefined, 1_000 * minute), 1_020 * minute);
  expect(evening).toEqual({ until: 1_020 * minute, before: undefined });
  const morning = hereAt(evening, 2_000 * minute);
  expect(hereAt(morning, 2_029 * minute).before).toBe(1_020 * minute);
  // Before the first key of a visit, and during it.
  expect(newsSince(evening, 2_000 * 60)).toBe(seconds(1_020 * minute));
  expect(newsSince(morning, 2_010 * 60)).toBe(seconds(1_020 * minute));
  expect(newsSince(morning, 3_000 * 60)).toBe(seconds(2_000 * minute));
});

test("at the first visit, news are of the last day", () => {
  expect(newsSince(undefined, 100_000)).toBe(13_600);
  expect(newsSince(hereAt(undefined, 100_000_000), 100_060)).toBe(13_660);
});

test("a clock that was set back begins no visit", () => {
  const here = { until: 5_000_000, before: 1_000 };
  expect(hereAt(here, 4_000)).toBe(here);
});

test.each([null, 7, {}, { until: "soon" }, { until: 1.5 }])("%j is no stored visit", (value) => {
  expect(storedHere(value)).toBeUndefined();
});
