/** Read and starred flags, also of messages that were never fetched. Other flags are not stored. */
import { insert, remove, sorted } from "#base/sorted.ts";
import { type Batch, get, put } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Conversation } from "./conversation.ts";
import { everybody } from "./from-wire.ts";
import { removeFrom } from "./histories.ts";
import { flagOp, starred } from "./message-changes.ts";
import { conversationOfMessage, factsOf, withReceived, withRecorded } from "./messages.ts";
import type { NarrowKey } from "./narrow.ts";
import { confirmedMessage, type Replica } from "./replica.ts";
import { addUnread, noUnreads, removeUnreads, type UnreadFacts } from "./unreads.ts";

type FlagsEvent = EventOf<"update_message_flags">;

export function onFlags(replica: Replica, event: FlagsEvent, batch: Batch): Replica {
  const op = flagOp(event);
  if (op === "remove" && event.flag !== "read" && event.flag !== "starred") return replica;
  const next = withRecorded(replica, event, batch);
  if (event.flag !== "read" && event.flag !== "starred")
    return received(next, event.messages, [], batch);
  if (event.flag === "starred") return withStars(next, event.messages, op === "add", batch);
  if (op === "remove") return withUnreadAgain(next, event, batch);
  // Everything is read, whatever its age: so nothing older is unread either.
  if (event.all === true) return { ...next, unreads: noUnreads };
  return { ...next, unreads: removeUnreads(next.unreads, event.messages, batch) };
}

/** Marks messages unread if their conversation is known; others cannot be shown anywhere. */
function withUnreadAgain(replica: Replica, event: FlagsEvent, batch: Batch): Replica {
  let { unreads } = replica;
  for (const id of event.messages) {
    const place = placeOf(replica, event, id);
    if (place === undefined) continue;
    unreads = addUnread(unreads, place.conversation, id, place.facts, batch);
  }
  return unreads === replica.unreads ? replica : { ...replica, unreads };
}

type MessageContext = { readonly conversation: Conversation; readonly facts: UnreadFacts };

function placeOf(replica: Replica, event: FlagsEvent, id: MessageId): MessageContext | undefined {
  const message = confirmedMessage(replica, id);
  if (message !== undefined) {
    return { conversation: conversationOfMessage(message), facts: factsOf(replica, message) };
  }
  const detail = event.message_details?.[String(id)];
  if (detail === undefined) return undefined;
  const facts = { mentioned: detail.mentioned ?? false };
  const { stream_id: streamId, topic } = detail;
  if (detail.type === "private") {
    const userIds = everybody(replica.ownId, detail.user_ids ?? []);
    return { conversation: { kind: "direct", userIds }, facts };
  }
  if (streamId === undefined || topic === undefined) return undefined;
  return { conversation: { kind: "topic", streamId, topic }, facts };
}

/** Flagging a message that the user never received adds it to their messages. */
function received(
  replica: Replica,
  ids: readonly MessageId[],
  others: readonly string[],
  batch: Batch,
): Replica {
  return ids.reduce((next, id) => withReceived(next, id, others, batch), replica);
}

/** Stars or unstars. */
export function withStars(
  replica: Replica,
  ids: readonly MessageId[],
  on: boolean,
  batch: Batch,
): Replica {
  let { messages, starred: stars } = replica;
  for (const id of sorted(ids)) {
    stars = on ? insert(stars, id) : remove(stars, id);
    const message = get(messages, id);
    if (message !== undefined) messages = put(messages, id, starred(message, on), batch);
  }
  // A page may have contained the star before, without adding the message to the starred list.
  const same = stars === replica.starred && messages === replica.messages && !on;
  if (same) return replica;
  const next = { ...replica, starred: stars, messages };
  if (on) return received(next, ids, ["starred"], batch);
  const histories = removeFrom(next.histories, ["starred" as NarrowKey], new Set(ids), batch);
  return { ...next, histories };
}
