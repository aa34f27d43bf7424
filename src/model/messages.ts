/** What happens to messages: they arrive, get reactions, are edited and deleted. */
import { withEntry } from "#base/owned.ts";
import { has, remove } from "#base/sorted.ts";
import { type Batch, drop, get, put } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import { type Conversation, type ConversationKey, topicKey } from "./conversation.ts";
import { fromWireMessage, marksOf, reactorOf } from "./from-wire.ts";
import { cutIn, narrowsOf, placeIn, takeFrom } from "./histories.ts";
import type { Message } from "./message.ts";
import {
  asReceived,
  deletedIds,
  moveOf,
  reacted,
  updated,
  withSubmessage,
} from "./message-changes.ts";
import { leavesBehind, onMove } from "./moves.ts";
import type { NarrowKey } from "./narrow.ts";
import { confirmedMessage, type Picture } from "./picture.ts";
import { type MessageChange, remember } from "./recent.ts";
import { withHeardTopic, withoutNewest } from "./topics.ts";
import { withoutTypist } from "./typing.ts";
import { addUnread, noteUnread, removeUnreads, type UnreadFacts } from "./unreads.ts";

export function conversationOfMessage(message: Message): Conversation {
  return message.streamId === undefined
    ? { kind: "direct", userIds: message.userIds ?? [message.senderId] }
    : { kind: "topic", streamId: message.streamId, topic: message.topic };
}

/** What the unread index keeps of a message. */
export function factsOf(picture: Picture, message: Message): UnreadFacts {
  return {
    mentioned: message.mentioned || message.wildcardMentioned,
    wildcard: message.wildcardMentioned && !message.mentioned,
    alerted: message.alerted,
    byBot: get(picture.people, message.senderId)?.isBot ?? false,
  };
}

/** The event is kept for pages under way, whether or not its message is known. */
export function remembered(picture: Picture, event: MessageChange, batch: Batch): Picture {
  const move = event.type === "update_message" ? moveOf(event) : undefined;
  const leftBehind = move !== undefined && leavesBehind(picture, move);
  const change = { event, newest: picture.newestMessage, leftBehind };
  return { ...picture, recent: remember(picture.recent, change, batch) };
}

export function onMessage(picture: Picture, event: EventOf<"message">, batch: Batch): Picture {
  const { id } = event.message;
  const known = confirmedMessage(picture, id);
  const message =
    known === undefined ? fromWireMessage(event.message, event.flags) : asReceived(known);
  const late = id <= picture.newestMessage;
  let next = late ? remembered(picture, event, batch) : picture;
  next = withHeardMessage(next, message, batch);
  if (!event.flags.includes("read")) {
    const facts = factsOf(next, message);
    const unreads = addUnread(next.unreads, conversationOfMessage(message), id, facts, batch);
    next = { ...next, unreads };
  }
  next = withoutTypist(next, message.conversation, message.senderId, batch);
  const histories = placeIn(next.histories, narrowsOf(message), id, batch);
  return {
    ...next,
    histories,
    messages: put(next.messages, id, message, batch),
    unconfirmed: drop(next.unconfirmed, id, batch),
    newestMessage: Math.max(next.newestMessage, id),
  };
}

/** What a message tells beside itself, whether it came by event or in a page: its topic, its people, its author. */
export function withHeardMessage(picture: Picture, message: Message, batch: Batch): Picture {
  let next = withHeardTopic(picture, message, batch);
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

export function onUpdateMessage(
  picture: Picture,
  event: EventOf<"update_message">,
  batch: Batch,
): Picture {
  const next = remembered(picture, event, batch);
  return onMove(withEdited(next, event, batch), event, batch);
}

/** The edited message alone; a move of it and its neighbours comes after. */
function withEdited(picture: Picture, event: EventOf<"update_message">, batch: Batch): Picture {
  const { message_id: id, subject: _, new_stream_id: __, ...edit } = event;
  const before = get(picture.messages, id);
  if (before === undefined) return withMentionOf(picture, event, batch);
  const after = updated(before, { ...edit, message_id: id });
  if (confirmedMessage(picture, id) === undefined) {
    const messages = put(picture.messages, id, after, batch);
    return withMentionOf({ ...picture, messages }, event, batch);
  }
  const unreads = noteUnread(picture.unreads, id, factsOf(picture, after), batch);
  return withChanged({ ...picture, unreads }, before, after, batch);
}

/** `after` in the place of `before`: out of the narrows that it left and into those that show it now. */
export function withChanged(
  picture: Picture,
  before: Message | undefined,
  after: Message,
  batch: Batch,
): Picture {
  const { id } = after;
  const messages = put(picture.messages, id, after, batch);
  if (before === undefined) return { ...picture, messages };
  const shown = narrowsOf(after);
  const gone = narrowsOf(before).filter((key) => !shown.includes(key));
  const left = takeFrom(picture.histories, gone, new Set([id]), batch);
  return { ...picture, messages, histories: placeIn(left, shown, id, batch) };
}

/** An edit may mention the person in a message that was never loaded: the mentions have a hole there. */
function withMentionOf(picture: Picture, event: EventOf<"update_message">, batch: Batch): Picture {
  const { flags, message_id: id } = event;
  if (flags === undefined) return picture;
  const { mentioned: personal, wildcardMentioned: wildcard, alerted } = marksOf(flags);
  const mentioned = personal || wildcard;
  const facts = { mentioned, wildcard: wildcard && !personal, alerted };
  const unreads = noteUnread(picture.unreads, id, facts, batch);
  if (!mentioned) return unreads === picture.unreads ? picture : { ...picture, unreads };
  const mentions = "mentions" as string as NarrowKey;
  return { ...picture, unreads, histories: cutIn(picture.histories, mentions, [id], batch) };
}

export function onDeleteMessage(
  picture: Picture,
  event: EventOf<"delete_message">,
  batch: Batch,
): Picture {
  const gone = new Set(deletedIds(event));
  let next = remembered(picture, event, batch);
  const keys = conversationsOf(next, event, gone);
  let { messages, unconfirmed, histories, starred } = next;
  for (const id of gone) {
    const message = get(messages, id);
    starred = has(starred, id) ? remove(starred, id) : starred;
    if (message === undefined) continue;
    messages = drop(messages, id, batch);
    const narrows = get(unconfirmed, id) === true ? histories.keys() : narrowsOf(message);
    histories = takeFrom(histories, narrows, gone, batch);
    unconfirmed = drop(unconfirmed, id, batch);
  }
  const unreads = removeUnreads(next.unreads, gone, batch);
  next = { ...next, messages, unconfirmed, histories, starred, unreads };
  return withoutNewest(next, gone, keys, batch);
}

/** The conversations that deleted messages were in; for direct messages that are not known, those that end with one. */
function conversationsOf(
  picture: Picture,
  event: EventOf<"delete_message">,
  gone: ReadonlySet<MessageId>,
): ReadonlySet<ConversationKey> {
  if (event.stream_id !== undefined && event.topic !== undefined) {
    return new Set([topicKey(event.stream_id, event.topic)]);
  }
  const keys = new Set<ConversationKey>();
  for (const id of gone) {
    const key = get(picture.messages, id)?.conversation ?? get(picture.unreads.where, id);
    if (key !== undefined) keys.add(key);
  }
  if (event.message_type === "stream") return keys;
  for (const [key, { newest }] of picture.directs) if (gone.has(newest)) keys.add(key);
  return keys;
}

export function onReaction(picture: Picture, event: EventOf<"reaction">, batch: Batch): Picture {
  const next = onOne(picture, event, (message) => reacted(message, event), batch);
  const own = event.op === "add" && reactorOf(event) === picture.ownId;
  return own ? withReceived(next, event.message_id, [], batch) : next;
}

/**
 * Who reacts to or stars a message of a stream's history has it among their messages from then on, and no event says
 * so. Where it is not known, the lists that it now belongs to (all messages, and `others`) have a hole.
 */
export function withReceived(
  picture: Picture,
  id: MessageId,
  others: readonly string[],
  batch: Batch,
): Picture {
  const known = confirmedMessage(picture, id);
  if (known !== undefined) {
    const message = asReceived(known);
    const histories = placeIn(picture.histories, narrowsOf(message), id, batch);
    if (message === known && histories === picture.histories) return picture;
    return { ...picture, histories, messages: put(picture.messages, id, message, batch) };
  }
  const senders = [...picture.histories.keys()].filter((key) => key.startsWith("u:"));
  const holes = ["all", ...senders, ...others] as string[] as NarrowKey[];
  const histories = holes.reduce((all, key) => cutIn(all, key, [id], batch), picture.histories);
  return histories === picture.histories ? picture : { ...picture, histories };
}

export function onSubmessage(
  picture: Picture,
  event: EventOf<"submessage">,
  batch: Batch,
): Picture {
  return onOne(picture, event, (message) => withSubmessage(message, event), batch);
}

function onOne(
  picture: Picture,
  event: MessageChange & { readonly message_id?: MessageId | undefined },
  change: (message: Message) => Message,
  batch: Batch,
): Picture {
  const next = remembered(picture, event, batch);
  const id = event.message_id;
  const before = id === undefined ? undefined : get(picture.messages, id);
  if (before === undefined) return next;
  const after = change(before);
  return after === before
    ? next
    : { ...next, messages: put(next.messages, after.id, after, batch) };
}
