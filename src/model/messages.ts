/** Message events: new messages, reactions, edits, deletions and flags. */
import { has, insert, remove, sorted } from "#base/sorted.ts";
import { type Batch, drop, get, newBatch, put, withEntry } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import type { MessageFacts } from "#wire/message.ts";
import { type Conversation, type ConversationKey, topicKey } from "./conversation.ts";
import { everybody, fromWireMessage, type Marks, marksOf, reactorOf } from "./from-wire.ts";
import { cutBefore, cutIn, insertIn, narrowsOf, removeFrom } from "./histories.ts";
import type { Message } from "./message.ts";
import {
  asReceived,
  deletedIds,
  flagOp,
  moveOf,
  reacted,
  starred,
  updated,
  withSubmessage,
} from "./message-changes.ts";
import { isSearchKey, type NarrowKey } from "./narrow.ts";
import { type MessageChange, recordEvent } from "./recent-events.ts";
import { confirmedMessage, type Replica } from "./replica.ts";
import {
  isSubscribed,
  leavesBehind,
  narrowsFilled,
  onMove,
  withoutNewest,
  withSeenTopic,
} from "./topics.ts";
import { withoutTypist } from "./typing.ts";
import { addUnread, noteUnread, noUnreads, removeUnreads, type UnreadFacts } from "./unreads.ts";

export function conversationOfMessage(message: Message): Conversation {
  return message.streamId === undefined
    ? { kind: "direct", userIds: message.userIds ?? [message.senderId] }
    : { kind: "topic", streamId: message.streamId, topic: message.topic };
}

/** What the unread index stores about a message. */
export function factsOf(
  replica: Replica,
  message: Omit<Marks, "starred"> & Pick<Message, "senderId">,
): UnreadFacts {
  return {
    mentioned: message.mentioned || message.wildcardMentioned,
    wildcard: message.wildcardMentioned && !message.mentioned,
    alerted: message.alerted,
    byBot: get(replica.people, message.senderId)?.isBot ?? false,
  };
}

/** The event is recorded for pending pages, whether or not its message is known. */
function withRecorded(replica: Replica, event: MessageChange, batch: Batch): Replica {
  const move = event.type === "update_message" ? moveOf(event) : undefined;
  const leftBehind = move !== undefined && leavesBehind(replica, move);
  const change = { event, newest: replica.newestMessage, leftBehind };
  return { ...replica, recent: recordEvent(replica.recent, change, batch) };
}

export function onMessage(replica: Replica, event: EventOf<"message">, batch: Batch): Replica {
  const { id } = event.message;
  const confirmed = confirmedMessage(replica, id);
  const message =
    confirmed === undefined ? fromWireMessage(event.message, event.flags) : asReceived(confirmed);
  const late = id <= replica.newestMessage;
  const filled = narrowsFilled(replica, message);
  let next = late || filled.length > 0 ? withRecorded(replica, event, batch) : replica;
  next = withSeenMessage(next, message, batch);
  next = withoutTypist(next, message.conversation, { userId: message.senderId }, batch);
  const unreads = event.flags.includes("read")
    ? next.unreads
    : addUnread(next.unreads, conversationOfMessage(message), id, factsOf(next, message), batch);
  const histories = insertIn(next.histories, narrowsOf(message), id, batch);
  return {
    ...next,
    unreads,
    histories: cutBefore(histories, filled, id, batch),
    messages: put(next.messages, id, message, batch),
    carriedOver: drop(next.carriedOver, id, batch),
    newestMessage: Math.max(next.newestMessage, id),
    newestHeard: Math.max(next.newestHeard, id),
  };
}

/** Derived data of a message from an event or a page: its topic, its people, its author. */
export function withSeenMessage(replica: Replica, message: Message, batch: Batch): Replica {
  let next = withSeenTopic(replica, message, batch);
  if (message.userIds !== undefined) {
    const before = next.directs.get(message.conversation);
    if (before === undefined || before.newest < message.id) {
      const entry = { userIds: message.userIds, newest: message.id };
      next = { ...next, directs: withEntry(next.directs, message.conversation, entry, batch) };
    }
  }
  const isNews = message.senderId === next.ownId && message.streamId !== undefined;
  if (!isNews || next.participated.has(message.conversation)) return next;
  return { ...next, participated: new Set(next.participated).add(message.conversation) };
}

/** The replica with the topics of these own messages marked as participated. */
export function withParticipation(replica: Replica, own: readonly MessageFacts[]): Replica {
  const topics = own.flatMap(({ stream_id: id, subject }) =>
    id === undefined ? [] : [topicKey(id, subject)],
  );
  const participated = topics.every((key) => replica.participated.has(key))
    ? replica.participated
    : new Set([...replica.participated, ...topics]);
  return { ...replica, participated, participationKnown: true };
}

/** The replica with what messages tell about those of them that are unread. */
export function withUnreadFacts(replica: Replica, messages: readonly MessageFacts[]): Replica {
  const batch = newBatch("unread facts");
  const unreads = messages.reduce((before, { id, flags = [], sender_id: senderId }) => {
    const facts = factsOf(replica, { ...marksOf(flags), senderId });
    return noteUnread(before, id, facts, batch);
  }, replica.unreads);
  return unreads === replica.unreads ? replica : { ...replica, unreads };
}

export function onUpdateMessage(
  replica: Replica,
  event: EventOf<"update_message">,
  batch: Batch,
): Replica {
  const next = withRecorded(withHeardMove(replica, event), event, batch);
  return onMove(withEdited(next, event, batch), event, batch);
}

/** What is known of a topic from some message on, is so under its new name, unless there is a topic of that name. */
function withHeardMove(replica: Replica, event: EventOf<"update_message">): Replica {
  const move = moveOf(event);
  if (move === undefined) return replica;
  const { openEnds, topics } = replica;
  const [before, after] = [move.from, move.to].map((one) => topicKey(one.streamId, one.topic));
  const heard = before && openEnds.from.get(before);
  if (heard === undefined || after === undefined || before === after) return replica;
  if (topics.get(move.to.streamId)?.has(after) === true) return replica;
  return { ...replica, openEnds: { ...openEnds, from: new Map(openEnds.from).set(after, heard) } };
}

/** Only the edited message; its move and that of its neighbours are applied after. */
function withEdited(replica: Replica, event: EventOf<"update_message">, batch: Batch): Replica {
  const { message_id: id, subject: _, new_stream_id: __, ...edit } = event;
  const before = get(replica.messages, id);
  if (before === undefined) return withMentionOf(replica, event, batch);
  const after = updated(before, { ...edit, message_id: id });
  if (confirmedMessage(replica, id) === undefined) {
    const messages = put(replica.messages, id, after, batch);
    return withMentionOf({ ...replica, messages }, event, batch);
  }
  const unreads = noteUnread(replica.unreads, id, factsOf(replica, after), batch);
  return withChanged({ ...replica, unreads }, before, after, batch);
}

/** Replaces `before` by `after`: removes it from narrows that it left and adds it to those that show it now. */
export function withChanged(
  replica: Replica,
  before: Message | undefined,
  after: Message,
  batch: Batch,
): Replica {
  const { id } = after;
  const messages = put(replica.messages, id, after, batch);
  if (before === undefined) return { ...replica, messages };
  const shown = narrowsOf(after);
  const gone = narrowsOf(before).filter((key) => !shown.includes(key));
  const left = removeFrom(replica.histories, gone, new Set([id]), batch);
  return { ...replica, messages, histories: insertIn(left, shown, id, batch) };
}

/** An edit may mention the user in a message that was never fetched: then the mentions have a hole there. */
function withMentionOf(replica: Replica, event: EventOf<"update_message">, batch: Batch): Replica {
  const { flags, message_id: id } = event;
  if (flags === undefined) return replica;
  const { mentioned: personal, wildcardMentioned: wildcard, alerted } = marksOf(flags);
  const mentioned = personal || wildcard;
  const facts = { mentioned, wildcard: wildcard && !personal, alerted };
  const unreads = noteUnread(replica.unreads, id, facts, batch);
  if (!mentioned) return unreads === replica.unreads ? replica : { ...replica, unreads };
  const mentions = "mentions" as string as NarrowKey;
  return { ...replica, unreads, histories: cutIn(replica.histories, mentions, [id], batch) };
}

export function onDeleteMessage(
  replica: Replica,
  event: EventOf<"delete_message">,
  batch: Batch,
): Replica {
  const gone = new Set(deletedIds(event));
  let next = withRecorded(replica, event, batch);
  const keys = conversationsOf(next, event, gone);
  let { messages, carriedOver, histories, starred } = next;
  const searches = [...histories.keys()].filter(isSearchKey);
  for (const id of gone) {
    const message = get(messages, id);
    starred = has(starred, id) ? remove(starred, id) : starred;
    if (message === undefined) continue;
    messages = drop(messages, id, batch);
    const narrows = get(carriedOver, id) === true ? histories.keys() : narrowsOf(message);
    histories = removeFrom(histories, [...narrows, ...searches], gone, batch);
    carriedOver = drop(carriedOver, id, batch);
  }
  const unreads = removeUnreads(next.unreads, gone, batch);
  next = { ...next, messages, carriedOver, histories, starred, unreads };
  return withoutNewest(next, gone, keys, batch);
}

/** The conversations of deleted messages; for unknown direct messages, those that end with one. */
function conversationsOf(
  replica: Replica,
  event: EventOf<"delete_message">,
  gone: ReadonlySet<MessageId>,
): ReadonlySet<ConversationKey> {
  if (event.stream_id !== undefined && event.topic !== undefined) {
    return new Set([topicKey(event.stream_id, event.topic)]);
  }
  const keys = new Set<ConversationKey>();
  for (const id of gone) {
    const key = get(replica.messages, id)?.conversation ?? get(replica.unreads.where, id);
    if (key !== undefined) keys.add(key);
  }
  if (event.message_type === "stream") return keys;
  for (const [key, { newest }] of replica.directs) if (gone.has(newest)) keys.add(key);
  return keys;
}

export function onReaction(replica: Replica, event: EventOf<"reaction">, batch: Batch): Replica {
  const next = onOne(replica, event, (message) => reacted(message, event), batch);
  const isOwn = event.op === "add" && reactorOf(event) === replica.ownId;
  return isOwn ? withReceived(next, event.message_id, [], batch) : next;
}

/**
 * Reacting to or starring a message of a stream's history adds it to the user's messages, without an event. If it is
 * not known as it is now, the lists to which it now belongs (all messages, and `others`) have a hole.
 */
function withReceived(
  replica: Replica,
  id: MessageId,
  others: readonly string[],
  batch: Batch,
): Replica {
  const confirmed = confirmedMessage(replica, id);
  if (confirmed !== undefined && isFollowed(replica, confirmed)) {
    const message = asReceived(confirmed);
    const histories = insertIn(replica.histories, narrowsOf(message), id, batch);
    if (message === confirmed && histories === replica.histories) return replica;
    return { ...replica, histories, messages: put(replica.messages, id, message, batch) };
  }
  const senders = [...replica.histories.keys()].filter((key) => key.startsWith("u:"));
  const holes = ["all", ...senders, ...others] as string[] as NarrowKey[];
  const histories = holes.reduce((all, key) => cutIn(all, key, [id], batch), replica.histories);
  return histories === replica.histories ? replica : { ...replica, histories };
}

/** Whether events told what became of the message: it may have been moved from a stream that the user is not in. */
function isFollowed(replica: Replica, { isHistory, streamId }: Message): boolean {
  return !isHistory || streamId === undefined || isSubscribed(replica, streamId);
}

export function onSubmessage(
  replica: Replica,
  event: EventOf<"submessage">,
  batch: Batch,
): Replica {
  return onOne(replica, event, (message) => withSubmessage(message, event), batch);
}

function onOne(
  replica: Replica,
  event: MessageChange & { readonly message_id?: MessageId | undefined },
  change: (message: Message) => Message,
  batch: Batch,
): Replica {
  const next = withRecorded(replica, event, batch);
  const id = event.message_id;
  const before = id === undefined ? undefined : get(replica.messages, id);
  if (before === undefined) return next;
  const after = change(before);
  return after === before
    ? next
    : { ...next, messages: put(next.messages, after.id, after, batch) };
}

// Read and starred flags, also of messages that were never fetched. Other flags are not stored.

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
    const place = messageContextOf(replica, event, id);
    if (place === undefined) continue;
    unreads = addUnread(unreads, place.conversation, id, place.facts, batch);
  }
  return unreads === replica.unreads ? replica : { ...replica, unreads };
}

type MessageContext = { readonly conversation: Conversation; readonly facts: UnreadFacts };

function messageContextOf(
  replica: Replica,
  event: FlagsEvent,
  id: MessageId,
): MessageContext | undefined {
  const message = confirmedMessage(replica, id);
  if (message !== undefined) {
    return { conversation: conversationOfMessage(message), facts: factsOf(replica, message) };
  }
  const detail = event.message_details?.[String(id)];
  if (detail === undefined) return undefined;
  const facts = { mentioned: detail.mentioned ?? false };
  const { stream_id: streamId, topic } = detail;
  if (streamId === undefined) {
    // Without others it is the conversation with oneself, which servers say by an empty list.
    if (detail.user_ids === undefined) return undefined;
    const userIds = everybody(replica.ownId, detail.user_ids);
    return { conversation: { kind: "direct", userIds }, facts };
  }
  if (topic === undefined) return undefined;
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
