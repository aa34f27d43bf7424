/** Going to a day: in the open narrow, or in all messages if a list is open. */
import { dayLabel, hourOn } from "#base/time.ts";
import { typedTimeParser } from "#base/typed-time.ts";
import type { CommandContext } from "#commands/command.ts";
import { openNarrow } from "#commands/navigation.ts";
import { showToast } from "#commands/screen.ts";
import { hoursFor } from "#commands/time-choices.ts";
import type { Narrow } from "#model/narrow.ts";
import { askFor } from "#store/asks.ts";

const daySeconds = 86_400;

const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)/i;
/** The parser would take it for the next one. */
const lastWeekday = /^last (?=(?:mon|tue|wed|thu|fri|sat|sun))/i;
const month = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** Messages are in the past, so a future result is parsed again relative to this much earlier. */
function repeatsAfter(typed: string): number | undefined {
  if (weekday.test(typed)) return 7;
  return month.test(typed) ? 366 : undefined;
}

/**
 * The time that is meant, in UNIX seconds: midnight if none was typed. A weekday or a day of the year means the latest
 * one in the past; with "last" before it, one before today. Undefined if the text is not a time.
 */
export async function readDay(
  { store, clock }: Pick<CommandContext, "store" | "clock">,
  typed: string,
): Promise<number | undefined> {
  const parse = await typedTimeParser();
  const zone = hoursFor(store.getState().view);
  const now = Math.floor(clock.now() / 1000);
  // With the month first, the parser takes the number for an hour.
  const text = typed
    .trim()
    .replace(lastWeekday, "")
    .replace(/^([a-z]{3,}\.?) (\d{1,2})$/i, (whole, word, number) =>
      month.test(word) ? `${number} ${word}` : whole,
    );
  const dayOf = (at: number) => hourOn(at, 0, 0, zone);
  const readAt = (reference: number) => {
    const found = parse(text, reference, zone);
    return found && (found.hasTime ? found.at : dayOf(found.at));
  };
  const found = readAt(now);
  const days = repeatsAfter(text);
  const earlier =
    found !== undefined && found > now && days !== undefined
      ? readAt(now - days * daySeconds)
      : undefined;
  const at = earlier ?? found;
  const isToday = at !== undefined && dayOf(at) === dayOf(now);
  return isToday && lastWeekday.test(typed.trim()) ? at - 7 * daySeconds : at;
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
