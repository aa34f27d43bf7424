/**
 * Applies the effect of an open intent to a replica: the screen shows the confirmed state with these overlaid.
 *
 * Nothing here counts as received from the server: no event is recorded and no epoch changes.
 */
import { type Batch, get, put } from "#base/table.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import type { Conversation } from "./conversation.ts";
import { type EmojiKey, withoutReactor, withReactor } from "./from-wire.ts";
import type { Message } from "./message.ts";
import { conversationOfMessage, factsOf } from "./messages.ts";
import type { Replica } from "./replica.ts";
import { addUnread, removeUnreads } from "./unreads.ts";
import { isTicked, tickContent, type Widget } from "./widget.ts";

export function withRead(replica: Replica, ids: Iterable<MessageId>, batch: Batch): Replica {
  const unreads = removeUnreads(replica.unreads, ids, batch);
  return unreads === replica.unreads ? replica : { ...replica, unreads };
}

/** `replica` with these messages unread. `where` has the conversation of unknown ones; without one they are left out. */
export function withUnread(
  replica: Replica,
  ids: Iterable<MessageId>,
  batch: Batch,
  where: (id: MessageId) => Conversation | undefined,
): Replica {
  let { unreads } = replica;
  for (const id of ids) {
    const message = get(replica.messages, id);
    const conversation = message === undefined ? where(id) : conversationOfMessage(message);
    if (conversation === undefined) continue;
    const facts = message === undefined ? {} : factsOf(replica, message);
    unreads = addUnread(unreads, conversation, id, facts, batch);
  }
  return unreads === replica.unreads ? replica : { ...replica, unreads };
}

/** `replica` with somebody's reaction added or removed; the same replica when the message is not known. */
export function withReaction(
  replica: Replica,
  messageId: MessageId,
  emoji: EmojiKey,
  userId: UserId,
  op: "add" | "remove",
  batch: Batch,
): Replica {
  const message = get(replica.messages, messageId);
  if (message === undefined) return replica;
  const change = op === "add" ? withReactor : withoutReactor;
  const reactions = change(message.reactions, emoji, userId);
  if (reactions === message.reactions) return replica;
  return {
    ...replica,
    messages: put(replica.messages, messageId, { ...message, reactions }, batch),
  };
}

/** The desired state of a vote or a tick. */
type TickChange = {
  readonly messageId: MessageId;
  readonly of: Widget["kind"];
  readonly key: string;
  readonly op: "add" | "remove";
};

/**
 * `replica` with the user's vote or a task's tick as desired; the same replica when it is already set, or does not
 * exist.
 */
export function withTick(
  replica: Replica,
  { messageId, of, key, op }: TickChange,
  batch: Batch,
): Replica {
  const message = get(replica.messages, messageId);
  if (message === undefined || message.submessages.length === 0) return replica;
  const on = op === "add";
  if (isTicked(message, key, replica.ownId) !== !on) return replica;
  return withSubmessage(replica, message, tickContent(of, key, on), batch);
}

/** With a submessage of the user's own, after everything that the server sent. */
export function withSubmessage(
  replica: Replica,
  message: Message,
  content: string,
  batch: Batch,
): Replica {
  const last = message.submessages.reduce((most, { id }) => Math.max(most, id), 0);
  const submessage = { id: last + 1, senderId: replica.ownId, content };
  const submessages = [...message.submessages, submessage];
  return {
    ...replica,
    messages: put(replica.messages, message.id, { ...message, submessages }, batch),
  };
}
