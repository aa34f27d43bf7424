/** The hour as the person's settings on the server say, and as this machine says where they say nothing. */
import { expect, test } from "vitest";
import { nothingKnown } from "#model/nothing.ts";
import type { Picture } from "#model/picture.ts";
import { hoursOf } from "#ui/hours.ts";

const here = { twentyFour: true, timeZone: "UTC" };
const picture = (settings: Picture["settings"]) => ({ ...nothingKnown, settings });

test("settings decide, and keep their identity", () => {
  const tokyo = picture({ twenty_four_hour_time: false, timezone: "Asia/Tokyo" });
  expect(hoursOf(tokyo, here)).toEqual({ twentyFour: false, timeZone: "Asia/Tokyo" });
  expect(hoursOf({ ...tokyo }, here)).toBe(hoursOf(tokyo, here));
});

test.each([{}, { timezone: "" }, { timezone: "Moon/Crater" }])(
  "%j leaves it to this machine",
  (settings) => {
    expect(hoursOf(picture(settings), here)).toEqual(here);
  },
);
