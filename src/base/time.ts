/**
 * Formats times for display, identically in every locale.
 *
 * Moments are UNIX seconds, as on the wire. Only this file and the clock use the system's date functions.
 */
import { counted } from "./counted.ts";
import { memoizeTexts } from "./memoize.ts";

/** The IANA time zone, such as `Europe/Berlin`; the system's if absent. */
export type Zone = { readonly timeZone?: string | undefined };
export type HourStyle = Zone & { readonly twentyFour: boolean };

type Parts = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
};

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** The latest time that a date can represent in every zone; later ones are clamped to it. */
const lastMoment = 8_640_000_000_000 - day;

const formatters = new Map<string, Intl.DateTimeFormat>();

const offsets = new Map<string, Map<number, number>>();
const quarter = 15 * minute;
const rememberedOffsets = 2048;

function formatter(timeZone: string): Intl.DateTimeFormat {
  let format = formatters.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(timeZone, format);
  }
  return format;
}

/** The zone's offset from UTC in seconds. Cached per quarter hour, because Intl is slow. */
function offsetOf(seconds: number, timeZone: string): number {
  const slot = Math.floor(seconds / quarter);
  const bySlot = offsets.get(timeZone) ?? new Map<number, number>();
  offsets.set(timeZone, bySlot);
  const remembered = bySlot.get(slot);
  if (remembered !== undefined) return remembered;
  if (bySlot.size >= rememberedOffsets) bySlot.clear();
  const offset = askOffset(slot * quarter, timeZone);
  if (changesIn(slot, offset, timeZone)) return askOffset(seconds, timeZone);
  bySlot.set(slot, offset);
  return offset;
}

/** Clocks change at a quarter hour everywhere, but at 0:01 in Newfoundland until 2011. */
function changesIn(slot: number, offset: number, timeZone: string): boolean {
  const start = slot * quarter;
  return (start + offset) % day === 0 && askOffset(start + quarter - 1, timeZone) !== offset;
}

function askOffset(seconds: number, timeZone: string): number {
  const part = new Map<string, string>();
  for (const { type, value } of formatter(timeZone).formatToParts(seconds * 1000)) {
    part.set(type, value);
  }
  const number = (name: string) => Number(part.get(name));
  const year = part.get("era") === "BC" ? 1 - number("year") : number("year");
  // A year below 100 given to Date.UTC would mean one of the 1900s.
  const local = new Date(0);
  local.setUTCFullYear(year, number("month") - 1, number("day"));
  local.setUTCHours(number("hour"), number("minute"), number("second"));
  return local.getTime() / 1000 - seconds;
}

function parts(seconds: number, { timeZone }: Zone): Parts {
  const moment = Math.max(
    -lastMoment,
    Math.min(lastMoment, Number.isFinite(seconds) ? seconds : 0),
  );
  if (timeZone === undefined) {
    const here = new Date(moment * 1000);
    return {
      year: here.getFullYear(),
      month: here.getMonth(),
      day: here.getDate(),
      weekday: here.getDay(),
      hour: here.getHours(),
      minute: here.getMinutes(),
    };
  }
  const local = new Date((moment + offsetOf(moment, timeZone)) * 1000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  };
}

/** The offset from UTC at this moment, in seconds; positive east of Greenwich. */
export function offsetAt(seconds: number, { timeZone }: Zone): number {
  if (timeZone !== undefined) return offsetOf(seconds, timeZone);
  return -60 * new Date(seconds * 1000).getTimezoneOffset();
}

/**
 * When clocks in the zone show that second of the day, whose number is counted from 1 January 1970. A time that they skip is
 * as much later as they do; of one that they show twice it is the first.
 */
export function momentOn(days: number, seconds: number, zone: Zone): number {
  const local = days * day + seconds;
  const [before, after] = [offsetAt(local - day, zone), offsetAt(local + day, zone)];
  const shown = [before, after].find((offset) => offsetAt(local - offset, zone) === offset);
  return local - (shown ?? before);
}

/** The number of the day in the zone, counted from 1 January 1970. */
export function dayNumber(seconds: number, zone: Zone): number {
  return Math.floor((seconds + offsetAt(seconds, zone)) / day);
}

/** The number of a date, whose month is from 1 to 12; undefined if there is no such date. */
export function dateNumber(year: number, month: number, date: number): number | undefined {
  const at = new Date(0);
  // A year below 100 given to Date.UTC would mean one of the 1900s.
  at.setUTCFullYear(year, month - 1, date);
  const isDate = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1;
  return isDate ? at.getTime() / 1000 / day : undefined;
}

/** The date of a day by its number, with its month from 1 to 12. */
export function dateOf(days: number): {
  readonly year: number;
  readonly month: number;
  readonly date: number;
} {
  const { year, month, day: date } = parts(days * day, { timeZone: "UTC" });
  return { year, month: month + 1, date };
}

/** The time at which that hour begins in the zone, `days` days after today. */
export function hourOn(now: number, days: number, hours: number, zone: Zone = {}): number {
  return momentOn(dayNumber(now, zone) + days, hours * hour, zone);
}

/** 0 is Sunday. */
export function weekdayOf(seconds: number, zone: Zone): number {
  return parts(seconds, zone).weekday;
}

/** The time until then, or since then, in at most two units: `in 15 h 20 min`, `3 days ago`. */
export function distance(seconds: number, now: number): string {
  const words = duration(Math.abs(seconds - now));
  return seconds < now ? `${words} ago` : `in ${words}`;
}

function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / minute));
  if (minutes < 60) return `${minutes} min`;
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (whole < 24) return rest === 0 ? `${whole} h` : `${whole} h ${rest} min`;
  const hours = Math.round(minutes / 60);
  const [days, left] = [Math.floor(hours / 24), hours % 24];
  if (days >= 3) return `${Math.round(hours / 24)} days`;
  const dayText = counted(days, "day");
  return left === 0 ? dayText : `${dayText} ${left} h`;
}

const two = (number: number) => (number < 10 ? `0${number}` : `${number}`);

/** `9:05` or `9:05 am`; at most 8 columns. */
export function hourMinute(seconds: number, style: HourStyle): string {
  const at = parts(seconds, style);
  if (style.twentyFour) return `${at.hour}:${two(at.minute)}`;
  return `${at.hour % 12 || 12}:${two(at.minute)} ${at.hour < 12 ? "am" : "pm"}`;
}

/** A time with seconds: `14:03:20`, `2:03:20 pm`. */
export function hourSecond(seconds: number, style: HourStyle): string {
  const second = two(Math.floor(seconds) % minute);
  return hourMinute(seconds, style).replace(/:\d\d/, (minutes) => `${minutes}:${second}`);
}

/** So long ago the year is clear, in January as in December. */
const clearDays = 183;

/** Whether a date is not clear without its year: to come in another one, or long ago. */
function needsYear(seconds: number, now: number, zone: Zone): boolean {
  const isClear = seconds <= now && now - seconds < clearDays * day;
  return !isClear && parts(seconds, zone).year !== parts(now, zone).year;
}

/** `Thu 20 Nov`, with the year where it is not clear. */
export function dayLabel(seconds: number, now: number, zone: Zone): string {
  const at = parts(seconds, zone);
  const label = `${weekdays[at.weekday]} ${at.day} ${months[at.month]}`;
  return needsYear(seconds, now, zone) ? `${label} ${at.year}` : label;
}

/** A date and a time: `Thu 20 Nov, 14:00`. */
export function momentLabel(seconds: number, now: number, style: HourStyle): string {
  return `${dayLabel(seconds, now, style)}, ${hourMinute(seconds, style)}`;
}

/** Whether clocks of this machine show the same time then as those of the zone. */
export function isTimeHere(seconds: number, zone: Zone): boolean {
  return offsetAt(seconds, zone) === offsetAt(seconds, {});
}

/** A date and a time to come, with the zone if clocks of this machine show another time: `Thu 20 Nov, 14:00 Asia/Tokyo`. */
export function zonedMoment(seconds: number, now: number, style: HourStyle): string {
  const label = momentLabel(seconds, now, style);
  return isTimeHere(seconds, style) ? label : `${label} ${style.timeZone}`;
}

/**
 * A time in a week from now or earlier `Fri 9:00`, else `21 Dec 9:00`, with the year where it is not clear; at most 17
 * columns, 20 with am and pm.
 */
export function dayAndHour(seconds: number, now: number, style: HourStyle): string {
  const at = parts(seconds, style);
  const isNear = Math.abs(seconds - now) < 6 * day;
  const year = needsYear(seconds, now, style) ? ` ${at.year}` : "";
  const date = isNear ? `${weekdays[at.weekday]}` : `${at.day} ${months[at.month]}${year}`;
  return `${date} ${hourMinute(seconds, style)}`;
}

/** Today `9:05`, in a week `Fri 9:00`, else `Mon 16 Nov`, with the year where it is not clear. */
export function dayOrHour(seconds: number, now: number, style: HourStyle): string {
  if (sameDay(seconds, now, style)) return hourMinute(seconds, style);
  const isNear = Math.abs(seconds - now) < 6 * day;
  return isNear ? dayAndHour(seconds, now, style) : dayLabel(seconds, now, style);
}

/** A relative time, short enough for a column: `now`, `2 min`, `3 h`, `Mon`, `20 Nov`, `Nov 2024`; at most 8 columns. */
export function relative(seconds: number, now: number, zone: Zone): string {
  const age = now - seconds;
  if (age < minute && age > -minute) return "now";
  if (age >= 0 && age < hour) return `${Math.floor(age / minute)} min`;
  if (age >= 0 && age < day) return `${Math.floor(age / hour)} h`;
  const at = parts(seconds, zone);
  if (age >= 0 && age < 6 * day) return `${weekdays[at.weekday]}`;
  return needsYear(seconds, now, zone)
    ? `${months[at.month]} ${at.year}`
    : `${at.day} ${months[at.month]}`;
}

/** The name of this machine's zone. */
export function machineZone(): string {
  return new Intl.DateTimeFormat("en").resolvedOptions().timeZone;
}

/** The city in the zone's name: `Berlin` for Europe/Berlin; else the whole name, such as `UTC`. */
export function zoneName({ timeZone }: Zone): string {
  const name = timeZone ?? machineZone();
  return (name.split("/").at(-1) ?? name).replaceAll("_", " ");
}

/** Whether both times are on the same day in the zone. */
export function sameDay(a: number, b: number, zone: Zone): boolean {
  if (Math.abs(a - b) > day + 2 * hour) return false;
  const [one, other] = [parts(a, zone), parts(b, zone)];
  return one.day === other.day && one.month === other.month && one.year === other.year;
}

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;

/** UNIX seconds of a time in ISO 8601, which is in UTC if it has no zone; undefined for anything else. */
export function isoMoment(text: string): number | undefined {
  const match = iso.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, date, hours = 0, minutes = 0, seconds = 0, sign, far = 0, part = 0] = match;
  const number = dateNumber(Number(year), Number(month), Number(date));
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  const offset = (Number(far) * hour + Number(part) * minute) * (sign === "-" ? -1 : 1);
  const isTime = h < 24 && m < 60 && s < 60 && Math.abs(offset) < day;
  if (number === undefined || !isTime) return undefined;
  return number * day + h * hour + m * minute + s - offset;
}

/** A time for the log, in UTC: `2026-11-20T11:42:00.000Z`. Milliseconds, as the clock gives them. */
export function stamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A time as mail has it: `Fri, 20 Nov 2026 12:38:00 +0100`. */
export function mailDate(seconds: number, zone: Zone): string {
  const at = parts(seconds, zone);
  const offset = Math.round(offsetAt(seconds, zone) / minute);
  const [sign, minutes] = [offset < 0 ? "-" : "+", Math.abs(offset)];
  const time = `${two(at.hour)}:${two(at.minute)}:${two(Math.floor(seconds) % minute)}`;
  const date = `${weekdays[at.weekday]}, ${two(at.day)} ${months[at.month]} ${at.year}`;
  return `${date} ${time} ${sign}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** Whether the system knows this time zone, such as `Europe/Lisbon`. */
export const isTimeZone: (name: string) => boolean = memoizeTexts(50, (name: string) => {
  try {
    return (
      new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "" &&
      name !== ""
    );
  } catch {
    return false;
  }
});
