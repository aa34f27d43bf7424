/** How much the program holds, in numbers: for tests and the benchmark. */
import type { State } from "#store/state.ts";

export function countsOf({ picture, journal }: State): Readonly<Record<string, number>> {
  return {
    messages: picture.messages.size,
    // Those in muted places too, which no sum on the screen counts.
    unread: picture.unreads.where.size,
    intents: journal.intents.size,
  };
}
