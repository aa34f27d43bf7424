/**
 * Recent events that changed messages, kept for pages of history that were pending meanwhile.
 *
 * A page is as old as its request. Later events are applied to its messages again when it arrives, so that a page never
 * reverts an event.
 */

import type { Batch } from "#base/table.ts";
import { writableList } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";

export type MessageChange =
  | EventOf<"update_message">
  | EventOf<"delete_message">
  | EventOf<"update_message_flags">
  | EventOf<"reaction">
  | EventOf<"submessage">
  /**
   * A message whose event came after that of a newer one, or after a page that contained newer ones; or the notice of a
   * move without an event.
   */
  | EventOf<"message">;

export type RecentChange = {
  readonly event: MessageChange;
  /** The highest message ID known before it: "all are read" covers those. */
  readonly newest: number;
  /**
   * Whether it moved messages to where the user was not subscribed at that time: their flags were lost, even after
   * joining later.
   */
  readonly leftBehind: boolean;
};

export type RecentEvents = {
  /** Ascending by event ID. */
  readonly changes: readonly RecentChange[];
  /** Complete after the event with this ID. */
  readonly after: number;
};

const most = 4096;

export const noRecentEvents: RecentEvents = { changes: [], after: Number.NEGATIVE_INFINITY };

export function recordEvent(
  recent: RecentEvents,
  change: RecentChange,
  batch: Batch,
): RecentEvents {
  const changes = writableList(recent.changes, batch);
  changes.push(change);
  if (changes.length <= most) return { changes, after: recent.after };
  const newest = changes.slice(most / 2);
  return { changes: newest, after: changes[most / 2 - 1]?.event.id ?? recent.after };
}

/** Everything that happened after that event; undefined when it is no longer complete. */
export function changesSince(
  recent: RecentEvents,
  eventId: number,
): readonly RecentChange[] | undefined {
  if (eventId < recent.after) return undefined;
  const at = recent.changes.findLastIndex(({ event }) => event.id <= eventId);
  return recent.changes.slice(at + 1);
}
