/** Sizes of the main tables, for tests and the benchmark. */
import type { State } from "#store/state.ts";

export function countsOf({ replica, journal }: State): Readonly<Record<string, number>> {
  return {
    messages: replica.messages.size,
    // Includes muted ones, which no count on the screen does.
    unread: replica.unreads.where.size,
    intents: journal.intents.size,
  };
}
