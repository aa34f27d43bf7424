/** Days and times in searches, and going to a day: in the open narrow, or in all messages if a list is open. */
import { dayLabel, type HourStyle, momentLabel } from "#base/time.ts";
import { type DateOrder, type TypedTime, typedTime } from "#base/typed-time.ts";
import type { CommandContext } from "#commands/command.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { showToast } from "#commands/screen.ts";
import { hoursFor } from "#commands/time-choices.ts";
import type { Narrow } from "#model/narrow.ts";
import { askFor } from "#store/asks.ts";

/** Reads times in the past; what was understood can be written. */
export type TimeReader = {
  readonly read: (typed: string) => TypedTime | undefined;
  /** `Fri 20 Nov`, `Fri 20 Nov, 14:00`, `Sun 1 Nov to Mon 30 Nov`. */
  readonly written: (period: { readonly from: number; readonly to: number }) => string;
};

/** `now` in UNIX seconds. */
export function timeReader(
  now: number,
  hours: HourStyle,
  order: DateOrder | undefined,
): TimeReader {
  return {
    read: (typed) => typedTime(typed, "past", now, { ...hours, order }),
    written: ({ from, to }) => {
      const [first, last] = [dayLabel(from, now, hours), dayLabel(to - 1, now, hours)];
      if (from === to) return momentLabel(from, now, hours);
      return first === last ? first : `${first} to ${last}`;
    },
  };
}

export function timeReaderFor({
  store,
  clock,
}: Pick<CommandContext, "store" | "clock">): TimeReader {
  const { view, screen } = store.getState();
  const now = Math.floor(clock.now() / 1000);
  return timeReader(now, hoursFor(view), screen.preferences.dateOrder?.());
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
