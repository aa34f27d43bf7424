/** Which messages have come by event. */
import { get, valuesBetween } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Message } from "./message.ts";
import { changesSince } from "./recent-events.ts";
import type { Replica } from "./replica.ts";

/**
 * Those whose events came between two states that follow each other, ascending by ID: whether newer ones were known before,
 * by their events or by a page, or not. A page alone brings none.
 */
export function arrivedBetween(
  before: Pick<Replica, "epoch" | "lastEvent" | "newestMessage">,
  { epoch, lastEvent, newestMessage, messages, recent }: Replica,
): readonly Message[] {
  if (before.epoch !== epoch || before.lastEvent === lastEvent) return [];
  const arrived = new Map<MessageId, Message>();
  for (const { event } of changesSince(recent, before.lastEvent) ?? recent.changes) {
    const message = event.type === "message" ? get(messages, event.message.id) : undefined;
    if (message !== undefined) arrived.set(message.id, message);
  }
  // Events of these are not recorded.
  for (const message of valuesBetween(messages, before.newestMessage + 1, newestMessage))
    arrived.set(message.id, message);
  return [...arrived.values()].sort((one, other) => one.id - other.id);
}
