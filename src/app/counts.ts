/** How much the program holds, in numbers: for tests and the benchmark. */
import type { State } from "#store/state.ts";

export function countsOf({ replica, journal }: State): Readonly<Record<string, number>> {
  return {
    messages: replica.messages.size,
    // Those in muted places too, which no sum on the screen counts.
    unread: replica.unreads.where.size,
    intents: journal.intents.size,
  };
}
