/** The style of times by the user's settings on the server, or by the system's defaults. */
import { expect, test } from "vitest";
import { emptyReplica } from "#model/empty.ts";
import type { Replica } from "#model/replica.ts";
import { hourStyleOf } from "#model/settings.ts";

const defaults = { twentyFour: true, timeZone: "UTC" };
const replica = (settings: Replica["settings"]) => ({ ...emptyReplica, settings });

test("settings determine the style, which keeps its identity", () => {
  const tokyo = replica({ twenty_four_hour_time: false, timezone: "Asia/Tokyo" });
  expect(hourStyleOf(tokyo, defaults)).toEqual({ twentyFour: false, timeZone: "Asia/Tokyo" });
  expect(hourStyleOf({ ...tokyo }, defaults)).toBe(hourStyleOf(tokyo, defaults));
});

test.each([{}, { timezone: "" }, { timezone: "Moon/Crater" }])(
  "with %j the system's defaults apply",
  (settings) => {
    expect(hourStyleOf(replica(settings), defaults)).toEqual(defaults);
  },
);

test("styles are cached separately for different defaults", () => {
  const unset = replica({});
  const first = hourStyleOf(unset, defaults);
  hourStyleOf(unset, { twentyFour: true });
  expect(hourStyleOf(unset, defaults)).toBe(first);
});
