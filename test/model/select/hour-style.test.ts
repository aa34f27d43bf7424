/** The hour as the person's settings on the server say, and as this machine says where they say nothing. */
import { expect, test } from "vitest";
import { emptyReplica } from "#model/empty.ts";
import type { Replica } from "#model/replica.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";

const here = { twentyFour: true, timeZone: "UTC" };
const replica = (settings: Replica["settings"]) => ({ ...emptyReplica, settings });

test("settings decide, and keep their identity", () => {
  const tokyo = replica({ twenty_four_hour_time: false, timezone: "Asia/Tokyo" });
  expect(hourStyleOf(tokyo, here)).toEqual({ twentyFour: false, timeZone: "Asia/Tokyo" });
  expect(hourStyleOf({ ...tokyo }, here)).toBe(hourStyleOf(tokyo, here));
});

test.each([{}, { timezone: "" }, { timezone: "Moon/Crater" }])(
  "%j leaves it to this machine",
  (settings) => {
    expect(hourStyleOf(replica(settings), here)).toEqual(here);
  },
);

test("callers with other defaults do not take each other's style away", () => {
  const unset = replica({});
  const first = hourStyleOf(unset, here);
  hourStyleOf(unset, { twentyFour: true });
  expect(hourStyleOf(unset, here)).toBe(first);
});
