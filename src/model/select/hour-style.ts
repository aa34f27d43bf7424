/** The person's time format and time zone, from their settings on the server. */
import { memoizeLru } from "#base/memoize-lru.ts";
import { type HourStyle, isTimeZone } from "#base/time.ts";
import type { Replica } from "#model/replica.ts";

/** Memoized for several styles, because callers have different defaults. */
const stylesFor = memoizeLru(50, (zoneAndHours: string): HourStyle => {
  const [hours, zone = ""] = zoneAndHours.split(" ");
  return { twentyFour: hours === "24", timeZone: zone === "" ? undefined : zone };
});

/** `otherwise` if not set, or if this machine does not know the zone. The same object for the same style. */
export function hourStyleOf({ settings }: Replica, otherwise: HourStyle): HourStyle {
  const { twenty_four_hour_time: twentyFour = otherwise.twentyFour, timezone = "" } = settings;
  const zone = isTimeZone(timezone) ? timezone : (otherwise.timeZone ?? "");
  return stylesFor(`${twentyFour ? 24 : 12} ${zone}`);
}
