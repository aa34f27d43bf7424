/** Hours of every day, such as those in which somebody does not want to be disturbed. */
import { offsetAt, type Zone } from "./time.ts";

/** In minutes after midnight, `until` excluded; if it is not after `from`, they last until the next day. */
export type DailyHours = { readonly from: number; readonly until: number };

const pattern = /^(\d{1,2})(?::([0-5]\d))?\s*[-–]\s*(\d{1,2})(?::([0-5]\d))?$/;
const dayMinutes = 24 * 60;

/** Reads `22:00-7:00`, or `22-7`; undefined if it is something else, or no time at all. */
export function readDailyHours(text: string): DailyHours | undefined {
  const [, fromHour, fromMinute = "0", untilHour, untilMinute = "0"] =
    pattern.exec(text.trim()) ?? [];
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const until = Number(untilHour) * 60 + Number(untilMinute);
  const isPossible = from < dayMinutes && until <= dayMinutes && from !== until;
  return isPossible ? { from, until } : undefined;
}

/** `seconds` in UNIX seconds. */
export function isWithin({ from, until }: DailyHours, seconds: number, zone: Zone): boolean {
  const local = Math.floor((seconds + offsetAt(seconds, zone)) / 60);
  const minute = ((local % dayMinutes) + dayMinutes) % dayMinutes;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}
