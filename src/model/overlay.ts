/**
 * What an open intent would make true, on a picture: the screen shows truth with these laid over it.
 *
 * Nothing here counts as heard from the server: no event is remembered and no epoch changes.
 */
import { type Batch, get, put } from "#base/table.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import type { Conversation } from "./conversation.ts";
import { withStars } from "./flags.ts";
import { type EmojiKey, withoutReactor, withReactor } from "./from-wire.ts";
import { conversationOfMessage, factsOf } from "./messages.ts";
import type { Picture } from "./picture.ts";
import { addUnread, removeUnreads } from "./unreads.ts";
import { isTicked, tickContent, type Widget } from "./widget.ts";

/** `picture` with these messages read. */
export function withRead(picture: Picture, ids: Iterable<MessageId>, batch: Batch): Picture {
  const unreads = removeUnreads(picture.unreads, ids, batch);
  return unreads === picture.unreads ? picture : { ...picture, unreads };
}

/**
 * `picture` with these messages unread. Where a message is not known, `where` may tell its conversation;
 * those of which nothing is known are left out.
 */
export function withUnread(
  picture: Picture,
  ids: Iterable<MessageId>,
  batch: Batch,
  where: (id: MessageId) => Conversation | undefined = () => undefined,
): Picture {
  let { unreads } = picture;
  for (const id of ids) {
    const message = get(picture.messages, id);
    const conversation = message === undefined ? where(id) : conversationOfMessage(message);
    if (conversation === undefined) continue;
    const facts = message === undefined ? {} : factsOf(picture, message);
    unreads = addUnread(unreads, conversation, id, facts, batch);
  }
  return unreads === picture.unreads ? picture : { ...picture, unreads };
}

/** `picture` with these messages starred, or not. */
export function withStar(
  picture: Picture,
  ids: readonly MessageId[],
  on: boolean,
  batch: Batch,
): Picture {
  return withStars(picture, ids, on, batch);
}

/** `picture` with somebody's reaction added or removed; the same picture when the message is not known. */
export function withReaction(
  picture: Picture,
  messageId: MessageId,
  emoji: EmojiKey,
  userId: UserId,
  op: "add" | "remove",
  batch: Batch,
): Picture {
  const message = get(picture.messages, messageId);
  if (message === undefined) return picture;
  const change = op === "add" ? withReactor : withoutReactor;
  const reactions = change(message.reactions, emoji, userId);
  if (reactions === message.reactions) return picture;
  return {
    ...picture,
    messages: put(picture.messages, messageId, { ...message, reactions }, batch),
  };
}

/** A vote or a tick as it is wished. */
type Tick = {
  readonly messageId: MessageId;
  readonly of: Widget["kind"];
  readonly key: string;
  readonly op: "add" | "remove";
};

/** `picture` with the own vote or a task's tick as wished; the same picture when it is so, or when there is none. */
export function withTick(
  picture: Picture,
  { messageId, of, key, op }: Tick,
  batch: Batch,
): Picture {
  const message = get(picture.messages, messageId);
  if (message === undefined || message.submessages.length === 0) return picture;
  const on = op === "add";
  if (isTicked(message, key, picture.ownId) !== !on) return picture;
  // Later than all that the server told of.
  const last = message.submessages.reduce((most, { id }) => Math.max(most, id), 0);
  const own = { id: last + 1, senderId: picture.ownId, content: tickContent(of, key, on) };
  const submessages = [...message.submessages, own];
  return {
    ...picture,
    messages: put(picture.messages, messageId, { ...message, submessages }, batch),
  };
}
