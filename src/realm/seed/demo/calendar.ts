/** Working days and office hours, in UTC. Times are UNIX seconds. */

import { below, type Random } from "#base/random.ts";
import { character, type Short } from "./people.ts";

export const daySeconds = 86_400;

export function isWeekend(moment: number): boolean {
  // The first of January 1970 was a Thursday.
  const weekday = (Math.floor(moment / daySeconds) + 4) % 7;
  return weekday === 0 || weekday === 6;
}

/** Midnight of the `count`-th working day before the day of `now`. */
export function workdayBefore(now: number, count: number): number {
  let day = midnight(now);
  for (let left = count; left > 0; ) {
    day -= daySeconds;
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

/** Seconds into the day of "09:40". */
export function clockTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 3_600 + minutes * 60;
}

/** Whether it is within somebody's office hours. */
export function isAtWork(short: Short, moment: number): boolean {
  const local = moment + character(short).utcOffset * 3_600;
  const hour = (local % daySeconds) / 3_600;
  return !isWeekend(local) && hour >= 8 && hour < 19;
}

/** A plausible time for a message from `short` in the two weeks before `now`: rarely at weekends. */
export function officeMoment(random: Random, now: number, short: Short): number {
  const { utcOffset } = character(short);
  for (;;) {
    const day = midnight(now) - below(random, 14) * daySeconds;
    const local = day + (8.5 + random() * 10) * 3_600;
    if (isWeekend(local) && random() > 0.12) continue;
    return Math.floor(local - utcOffset * 3_600);
  }
}

const midnight = (moment: number) => moment - (moment % daySeconds);
