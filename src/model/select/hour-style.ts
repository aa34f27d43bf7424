/** How the person reads the hour: as their settings on the server say. */
import { memoizeLast } from "#base/memoize-last.ts";
import { type HourStyle, isTimeZone } from "#base/time.ts";
import type { Replica } from "#model/replica.ts";

const stylesOf = memoizeLast(
  (twentyFour: boolean, timeZone: string | undefined): HourStyle => ({ twentyFour, timeZone }),
);

/** `otherwise` where they say nothing, and for a zone that this machine does not know. The same object while nothing changed. */
export function hourStyleOf({ settings }: Replica, otherwise: HourStyle): HourStyle {
  const { twenty_four_hour_time: twentyFour = otherwise.twentyFour, timezone = "" } = settings;
  return stylesOf(twentyFour, isTimeZone(timezone) ? timezone : otherwise.timeZone);
}
