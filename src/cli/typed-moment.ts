/** Times as arguments, in the future or in the past. */
import type { Clock } from "#base/clock.ts";
import { safeLine } from "#base/safe-text.ts";
import type { Zone } from "#base/time.ts";
import { typedTimeParser } from "#base/typed-time.ts";
import { stampedTime, timeReader } from "#commands/search/day.ts";
import { Exit } from "./exit-codes.ts";

function notATime(text: string): Exit {
  return new Exit(
    "usage",
    `"${safeLine(text)}" is not a time. Examples: tomorrow 9:00, in 2h, mon 14:30, 2026-12-01 10:00.`,
  );
}

/** UNIX seconds of a time that has passed, as searches read it. Throws an Exit for any other text. */
export async function pastMoment(text: string, now: number, zone: Zone): Promise<number> {
  const period = timeReader(await typedTimeParser(), now, zone)(text);
  if (period === undefined) throw notATime(text);
  if (period.from <= now) return period.from;
  throw new Exit("usage", `"${safeLine(text)}" is in the future.`);
}

/** UNIX seconds of a future time. Throws an Exit for any other text. */
export async function comingMoment(text: string, now: number): Promise<number> {
  const parse = await typedTimeParser();
  const at = parse(text, now)?.at ?? stampedTime(text);
  if (at === undefined) throw notATime(text);
  if (at > now) return at;
  throw new Exit("usage", `"${safeLine(text)}" is in the past.`);
}

/** UNIX seconds. */
export function seconds({ now }: Pick<Clock, "now">): number {
  return Math.floor(now() / 1000);
}
