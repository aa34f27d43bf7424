/** What was marked as done today: the inbox lists it in a filter of its own. */
import { sameDay } from "#base/time.ts";
import type { ConversationKey } from "#model/conversation.ts";

/** Conversations with the UNIX milliseconds at which they were done, in that order. */
export type DoneToday = ReadonlyMap<ConversationKey, number>;

/** More are not remembered. */
const maxRemembered = 500;

/** Those that were done on the day of `now`. */
export function doneOn(done: DoneToday, now: number): DoneToday {
  // They stand in order: usually the first is of today, and with it all.
  const entries = [...done];
  const first = entries.findIndex(([, at]) => sameDay(at / 1000, now / 1000));
  if (first === 0 || done.size === 0) return done;
  return new Map(first < 0 ? [] : entries.slice(first));
}

/** These conversations were done now: they stand last. */
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
