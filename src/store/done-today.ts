/** What was marked as done today; the inbox has a filter for it. */
import { sameDay } from "#base/time.ts";
import type { ConversationKey } from "#model/conversation.ts";

/** Conversations with the UNIX milliseconds at which they were marked done, in that order. */
export type DoneToday = ReadonlyMap<ConversationKey, number>;

/** Older ones are dropped. */
const maxRemembered = 500;

/** Those that were marked done on the day of `now`. */
export function doneOn(done: DoneToday, now: number): DoneToday {
  // They are in order, so usually the first one is of today and all others with it.
  const entries = [...done];
  const first = entries.findIndex(([, at]) => sameDay(at / 1000, now / 1000));
  if (first === 0 || done.size === 0) return done;
  return new Map(first < 0 ? [] : entries.slice(first));
}

/** Marks these conversations as done now, at the end. */
export function withDone(
  done: DoneToday | undefined,
  keys: readonly ConversationKey[],
  now: number,
): DoneToday {
  const next = new Map(doneOn(done ?? new Map(), now));
  for (const key of keys.slice(-maxRemembered)) {
    next.delete(key);
    next.set(key, now);
  }
  return new Map([...next].slice(-maxRemembered));
}
