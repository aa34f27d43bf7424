/** A scheduled message in the form of requests. */
import type { Timed } from "#journal/actions/timed.ts";
import { others } from "#model/narrow.ts";
import type { UserId } from "#wire/ids.ts";

/** Scheduled messages are created, changed and deleted in the order of the person's actions. */
export const scheduledLane = "scheduled";

export function timedRequest(ownId: UserId, { address, content, at }: Timed) {
  const parts = { content, scheduled_delivery_timestamp: at };
  if (address.kind === "topic") {
    const { streamId: to, topic } = address;
    return { ...parts, type: "stream" as const, to, topic };
  }
  return { ...parts, type: "direct" as const, to: [...others(address.userIds, ownId)] };
}
