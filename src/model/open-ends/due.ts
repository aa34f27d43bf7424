/** When an open end is one: nobody is waited for at once. */
import type { OpenEnd } from "./open-ends.ts";

/** Hours after which an answer of others is missed. */
export const patience = 24;

/** What waits for the user, and what they have waited for that long; `now` in UNIX seconds. */
export function dueEnds(
  ends: readonly OpenEnd[],
  now: number,
  hours: number = patience,
): readonly OpenEnd[] {
  return ends.filter((end) => end.kind === "me" || dueAt(end, hours) <= now);
}

/** UNIX seconds. */
export function dueAt({ message }: OpenEnd, hours: number): number {
  return message.sentAt + hours * 3600;
}
