/** Read and starred marks, also of messages that were never loaded. Of other flags nothing is kept. */
import { insert, remove, sorted } from "#base/sorted.ts";
import { type Batch, get, put } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Conversation } from "./conversation.ts";
import { everybody } from "./from-wire.ts";
import { takeFrom } from "./histories.ts";
import { flagOp, starred } from "./message-changes.ts";
import { conversationOfMessage, factsOf, remembered, withReceived } from "./messages.ts";
import type { NarrowKey } from "./narrow.ts";
import { confirmedMessage, type Picture } from "./picture.ts";
import { addUnread, noUnreads, removeUnreads, type UnreadFacts } from "./unreads.ts";

type FlagsEvent = EventOf<"update_message_flags">;

export function onFlags(picture: Picture, event: FlagsEvent, batch: Batch): Picture {
  const op = flagOp(event);
  if (op === "remove" && event.flag !== "read" && event.flag !== "starred") return picture;
  const next = remembered(picture, event, batch);
  if (event.flag !== "read" && event.flag !== "starred")
    return received(next, event.messages, [], batch);
  if (event.flag === "starred") return withStars(next, event.messages, op === "add", batch);
  if (op === "remove") return withUnreadAgain(next, event, batch);
  // Nothing is unread any more, however old: so nothing older is either.
  if (event.all === true) return { ...next, unreads: noUnreads };
  return { ...next, unreads: removeUnreads(next.unreads, event.messages, batch) };
}

/** Marks messages as unread where it is known in which conversation they are; others cannot be shown anywhere. */
function withUnreadAgain(picture: Picture, event: FlagsEvent, batch: Batch): Picture {
  let { unreads } = picture;
  for (const id of event.messages) {
    const place = placeOf(picture, event, id);
    if (place === undefined) continue;
    unreads = addUnread(unreads, place.conversation, id, place.facts, batch);
  }
  return unreads === picture.unreads ? picture : { ...picture, unreads };
}

type Place = { readonly conversation: Conversation; readonly facts: UnreadFacts };

function placeOf(picture: Picture, event: FlagsEvent, id: MessageId): Place | undefined {
  const message = confirmedMessage(picture, id);
  if (message !== undefined) {
    return { conversation: conversationOfMessage(message), facts: factsOf(picture, message) };
  }
  const detail = event.message_details?.[String(id)];
  if (detail === undefined) return undefined;
  const facts = { mentioned: detail.mentioned ?? false };
  const { stream_id: streamId, topic } = detail;
  if (detail.type === "private") {
    const userIds = everybody(picture.ownId, detail.user_ids ?? []);
    return { conversation: { kind: "direct", userIds }, facts };
  }
  if (streamId === undefined || topic === undefined) return undefined;
  return { conversation: { kind: "topic", streamId, topic }, facts };
}

/** Who marks a message that they never received has it among their messages from then on. */
function received(
  picture: Picture,
  ids: readonly MessageId[],
  others: readonly string[],
  batch: Batch,
): Picture {
  return ids.reduce((next, id) => withReceived(next, id, others, batch), picture);
}

/** Stars or unstars. */
export function withStars(
  picture: Picture,
  ids: readonly MessageId[],
  on: boolean,
  batch: Batch,
): Picture {
  let { messages, starred: stars } = picture;
  for (const id of sorted(ids)) {
    stars = on ? insert(stars, id) : remove(stars, id);
    const message = get(messages, id);
    if (message !== undefined) messages = put(messages, id, starred(message, on), batch);
  }
  // A page may have told of the star already and not have shown it among the starred.
  const same = stars === picture.starred && messages === picture.messages && !on;
  if (same) return picture;
  const next = { ...picture, starred: stars, messages };
  if (on) return received(next, ids, ["starred"], batch);
  const histories = takeFrom(next.histories, ["starred" as NarrowKey], new Set(ids), batch);
  return { ...next, histories };
}
