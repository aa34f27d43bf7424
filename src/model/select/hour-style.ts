/** How the person reads the hour: as their settings on the server say. */
import { memoizeLru } from "#base/memoize-lru.ts";
import { type HourStyle, isTimeZone } from "#base/time.ts";
import type { Replica } from "#model/replica.ts";

/** Several callers with defaults of their own ask in turn. */
const stylesFor = memoizeLru(50, (zoneAndHours: string): HourStyle => {
  const [hours, zone = ""] = zoneAndHours.split(" ");
  return { twentyFour: hours === "24", timeZone: zone === "" ? undefined : zone };
});

/** `otherwise` where they say nothing, and for a zone that this machine does not know. The same object for the same style. */
export function hourStyleOf({ settings }: Replica, otherwise: HourStyle): HourStyle {
  const { twenty_four_hour_time: twentyFour = otherwise.twentyFour, timezone = "" } = settings;
  const zone = isTimeZone(timezone) ? timezone : (otherwise.timeZone ?? "");
  return stylesFor(`${twentyFour ? 24 : 12} ${zone}`);
}
