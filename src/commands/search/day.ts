/** Going to a day: in the open narrow, or in all messages if a list is open. */
import { dayLabel, hourOn, parseMoment, type Zone } from "#base/time.ts";
import { type TypedTimeParser, typedTimeParser } from "#base/typed-time.ts";
import type { CommandContext } from "#commands/command.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { hoursFor } from "#commands/scheduled/time-choices.ts";
import { showToast } from "#commands/screen.ts";
import type { Narrow } from "#model/narrow.ts";
import { askFor } from "#store/asks.ts";

const daySeconds = 86_400;

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)/i;
/** The parser would take it for the next one. */
const lastWeekday = /^last (?=(?:mon|tue|wed|thu|fri|sat|sun))/i;
const month = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** Messages are in the past, so a future result is parsed again relative to this much earlier. */
function repeatsAfter(typed: string): number | undefined {
  if (timeOfDay.test(typed)) return 1;
  if (weekday.test(typed)) return 7;
  return month.test(typed) ? 366 : undefined;
}

/** What a typed time means, in UNIX seconds: a day up to its end, or a moment, whose `from` and `to` are the same. */
export type TypedPeriod = { readonly from: number; readonly to: number };

/** Undefined if the text is not a time. */
export type TimeReader = (typed: string) => TypedPeriod | undefined;

const timeOfDay = /^\d{1,2}(?::\d\d)? ?(?:am|pm)?$/i;
const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** The UNIX seconds of `2026-11-20T10:00Z`, or of a number of seconds. */
export function stampedTime(text: string): number | undefined {
  return /^\d{9,}$|T\d/.test(text) ? parseMoment(text) : undefined;
}

/**
 * Reads times in the past. A time, a weekday or a day of the year means the latest one; with "last" before it, one
 * before today. `2h` is two hours ago.
 */
export function timeReader(parse: TypedTimeParser, now: number, zone: Zone): TimeReader {
  const dayOf = (at: number, days = 0) => hourOn(at, days, 0, zone);
  const read = (text: string, reference: number): TypedPeriod | undefined => {
    const found = parse(text, reference, zone);
    if (found?.hasTime === false) return { from: dayOf(found.at), to: dayOf(found.at, 1) };
    const at = found?.at ?? stampedTime(text);
    return at === undefined ? undefined : { from: at, to: at };
  };
  return (typed) => {
    const [, count, unit = ""] = /^(\d+)\s*([smhdw])$/.exec(typed.trim()) ?? [];
    if (count !== undefined) {
      const at = now - Number(count) * (units[unit] ?? 1);
      return { from: at, to: at };
    }
    // With the month first, the parser takes the number for an hour.
    const text = typed
      .trim()
      .replace(lastWeekday, "")
      .replace(/^([a-z]{3,}\.?) (\d{1,2})$/i, (whole, word, number) =>
        month.test(word) ? `${number} ${word}` : whole,
      );
    const found = read(text, now);
    const days = repeatsAfter(text);
    const earlier =
      found !== undefined && found.from > now && days !== undefined
        ? read(text, now - days * daySeconds)
        : undefined;
    const period = earlier ?? found;
    const isToday = period !== undefined && dayOf(period.from) === dayOf(now);
    if (!isToday || !lastWeekday.test(typed.trim())) return period;
    const week = 7 * daySeconds;
    return { from: period.from - week, to: period.to - week };
  };
}

/** Loads the parser. */
export async function timeReaderFor({
  store,
  clock,
}: Pick<CommandContext, "store" | "clock">): Promise<TimeReader> {
  const now = Math.floor(clock.now() / 1000);
  return timeReader(await typedTimeParser(), now, hoursFor(store.getState().view));
}

/** Opens the open narrow, or all messages, at the first message from `at` on. */
export function goToDay({ store, clock }: CommandContext, at: number): void {
  const { screen, view } = store.getState();
  const now = Math.floor(clock.now() / 1000);
  const label = dayLabel(at, now, hoursFor(view));
  if (at > now) {
    showToast(store, `${label} is in the future.`);
    return;
  }
  const { place } = screen;
  const narrow: Narrow = place.kind === "narrow" ? place.narrow : { kind: "all" };
  openNarrow(store, narrow);
  askFor(store, { kind: "day", narrow, at });
  showToast(store, `Going to ${label}`);
}
