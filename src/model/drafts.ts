/** Reducers for drafts and scheduled messages, which the server shares with all of the user's clients. */

import type { Batch } from "#base/table.ts";
import { withEntry, withoutEntry, writableMap } from "#base/table.ts";
import type { Draft, ScheduledMessage } from "#wire/draft.ts";
import type { EventOf } from "#wire/events.ts";
import type { DraftId, ScheduledId } from "#wire/ids.ts";
import type { Replica } from "./replica.ts";

export function draftsById(drafts: Iterable<Draft>): ReadonlyMap<DraftId, Draft> {
  const all = new Map<DraftId, Draft>();
  for (const draft of drafts) if (draft.id !== undefined) all.set(draft.id, draft);
  return all;
}

export function scheduledById(
  messages: Iterable<ScheduledMessage>,
): ReadonlyMap<ScheduledId, ScheduledMessage> {
  return new Map([...messages].map((message) => [message.scheduled_message_id, message]));
}

export function onDrafts(replica: Replica, event: EventOf<"drafts">, batch: Batch): Replica {
  if (event.op === "remove") {
    if (!replica.drafts.has(event.draft_id)) return replica;
    return { ...replica, drafts: withoutEntry(replica.drafts, event.draft_id, batch) };
  }
  const drafts = writableMap(replica.drafts, batch);
  const changed = event.op === "add" ? event.drafts : [event.draft];
  for (const [id, draft] of draftsById(changed)) drafts.set(id, draft);
  return { ...replica, drafts };
}

export function onScheduled(
  replica: Replica,
  event: EventOf<"scheduled_messages">,
  batch: Batch,
): Replica {
  if (event.op === "remove") {
    const id = event.scheduled_message_id;
    if (!replica.scheduled.has(id)) return replica;
    return { ...replica, scheduled: withoutEntry(replica.scheduled, id, batch) };
  }
  const changed = event.op === "add" ? event.scheduled_messages : [event.scheduled_message];
  const scheduled = changed.reduce(
    (all, message) => withEntry(all, message.scheduled_message_id, message, batch),
    replica.scheduled,
  );
  return { ...replica, scheduled };
}
