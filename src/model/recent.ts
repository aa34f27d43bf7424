/**
 * The events of late that changed messages, kept for pages of history that were under way meanwhile.
 *
 * A page is as old as its request. What the events since did to its messages is done to them again when it arrives,
 * so that a page never takes back what an event has told.
 */
import { ownList } from "#base/owned.ts";
import type { Batch } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";

export type MessageChange =
  | EventOf<"update_message">
  | EventOf<"delete_message">
  | EventOf<"update_message_flags">
  | EventOf<"reaction">
  | EventOf<"submessage">
  /** A message whose event came after that of a newer one, or after a page that knew more. */
  | EventOf<"message">;

export type RecentChange = {
  readonly event: MessageChange;
  /** The highest message ID heard of before it: "all are read" means those. */
  readonly newest: number;
  /** Whether it moved messages to where the person was not then: their marks were lost, whoever joined later. */
  readonly leftBehind: boolean;
};

export type Recent = {
  /** Rising by event ID. */
  readonly changes: readonly RecentChange[];
  /** Nothing is missing after the event with this ID. */
  readonly after: number;
};

const most = 4096;

export const noRecent: Recent = { changes: [], after: Number.NEGATIVE_INFINITY };

export function remember(recent: Recent, change: RecentChange, batch: Batch): Recent {
  const changes = ownList(recent.changes, batch);
  changes.push(change);
  if (changes.length <= most) return { changes, after: recent.after };
  const kept = changes.slice(most / 2);
  return { changes: kept, after: changes[most / 2 - 1]?.event.id ?? recent.after };
}

/** Everything that happened after that event; undefined when too much did. */
export function changesSince(recent: Recent, eventId: number): readonly RecentChange[] | undefined {
  if (eventId < recent.after) return undefined;
  const at = recent.changes.findLastIndex(({ event }) => event.id <= eventId);
  return recent.changes.slice(at + 1);
}
