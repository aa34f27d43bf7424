/** Drafts and scheduled messages as the server keeps them for all clients of the person. */
import { ownMap, withEntry, withoutEntry } from "#base/owned.ts";
import type { Batch } from "#base/table.ts";
import type { Draft, ScheduledMessage } from "#wire/draft.ts";
import type { EventOf } from "#wire/events.ts";
import type { DraftId, ScheduledId } from "#wire/ids.ts";
import type { Picture } from "./picture.ts";

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

export function onDrafts(picture: Picture, event: EventOf<"drafts">, batch: Batch): Picture {
  if (event.op === "remove") {
    if (!picture.drafts.has(event.draft_id)) return picture;
    return { ...picture, drafts: withoutEntry(picture.drafts, event.draft_id, batch) };
  }
  const drafts = ownMap(picture.drafts, batch);
  const changed = event.op === "add" ? event.drafts : [event.draft];
  for (const [id, draft] of draftsById(changed)) drafts.set(id, draft);
  return { ...picture, drafts };
}

export function onScheduled(
  picture: Picture,
  event: EventOf<"scheduled_messages">,
  batch: Batch,
): Picture {
  if (event.op === "remove") {
    const id = event.scheduled_message_id;
    if (!picture.scheduled.has(id)) return picture;
    return { ...picture, scheduled: withoutEntry(picture.scheduled, id, batch) };
  }
  const changed = event.op === "add" ? event.scheduled_messages : [event.scheduled_message];
  const scheduled = changed.reduce(
    (all, message) => withEntry(all, message.scheduled_message_id, message, batch),
    picture.scheduled,
  );
  return { ...picture, scheduled };
}
