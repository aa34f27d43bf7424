/** The clock in the unit of the wire. */
import type { Clock } from "#base/clock.ts";

/** UNIX seconds. */
export function seconds({ now }: Pick<Clock, "now">): number {
  return Math.floor(now() / 1000);
}
