/** What is read where: conversations and histories by key, their titles, what is unread in them, who writes there. */
import type { Sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { History } from "#model/history.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { type Narrow, type NarrowKey, narrowKey, others } from "#model/narrow.ts";
import type { Picture, Typist } from "#model/picture.ts";
import { streamOfKey, unreadIn } from "#model/unreads.ts";
import type { MessageId, UserId } from "#wire/ids.ts";

/** Undefined while nothing of the narrow is known. */
export function historyOf(picture: Picture, narrow: Narrow): History | undefined {
  return picture.histories.get(narrowKey(narrow));
}

/** False where the history was learned before the queue was lost: it is shown, and a page of it is due. */
export function isCurrent(picture: Picture, history: History): boolean {
  return history.epoch === picture.epoch;
}

const lists = new WeakMap<
  Sorted<MessageId>,
  { readonly messages: Picture["messages"]; readonly list: readonly Message[] }
>();
const noMessages: readonly Message[] = [];

/** The known messages of a narrow, rising by ID; the same list while none of them changed. */
export function messagesOf(picture: Picture, narrow: Narrow): readonly Message[] {
  const ids = historyOf(picture, narrow)?.ids;
  if (ids === undefined) return noMessages;
  const before = lists.get(ids);
  if (before?.messages === picture.messages) return before.list;
  const list = before?.list ?? noMessages;
  const now = ids.map((id) => get(picture.messages, id)).filter((one) => one !== undefined);
  const same = list.length === now.length && now.every((one, at) => one === list[at]);
  const kept = same ? list : now;
  lists.set(ids, { messages: picture.messages, list: kept });
  return kept;
}

const noIds: Sorted<MessageId> = [];

export function unreadIdsOf(picture: Picture, key: ConversationKey): Sorted<MessageId> {
  return unreadIn(picture.unreads, key)?.ids ?? noIds;
}

/** Undefined when everything in it is read. */
export function firstUnreadOf(picture: Picture, key: ConversationKey): MessageId | undefined {
  return unreadIn(picture.unreads, key)?.ids[0];
}

/** The newest known message of the person in a narrow, for editing it. */
export function lastOwnMessage(picture: Picture, narrow: Narrow): Message | undefined {
  const ids = historyOf(picture, narrow)?.ids ?? noIds;
  for (let at = ids.length - 1; at >= 0; at -= 1) {
    const message = get(picture.messages, ids[at] as MessageId);
    if (message?.senderId === picture.ownId) return message;
  }
  return undefined;
}

/** The conversation behind a key, as far as anything was heard of it; a topic is spelled as it was heard last. */
export function conversationOfKey(
  picture: Picture,
  key: ConversationKey,
): Conversation | undefined {
  const streamId = streamOfKey(key);
  if (streamId === undefined) return directOfKey(key);
  const unread = unreadIn(picture.unreads, key)?.conversation;
  if (unread !== undefined) return unread;
  const topic = picture.topics.get(streamId)?.get(key);
  if (topic !== undefined) return { kind: "topic", streamId, topic: topic.name };
  const undecided = picture.undecided.get(key)?.conversation;
  if (undecided !== undefined) return undecided;
  const history = picture.histories.get(key as string as NarrowKey);
  const last = get(picture.messages, history?.ids.at(-1) ?? (0 as MessageId));
  if (last !== undefined) return conversationOfMessage(last);
  return history?.narrow.kind === "topic" ? history.narrow : undefined;
}

function directOfKey(key: ConversationKey): Conversation | undefined {
  const userIds = key.slice("d:".length).split(",").map(Number) as UserId[];
  return userIds.every(Number.isSafeInteger) ? { kind: "direct", userIds } : undefined;
}

/** The name now; of somebody unknown, what `otherwise` says. Not safe for a terminal. */
export function personName(picture: Picture, id: UserId, otherwise = "somebody"): string {
  return get(picture.people, id)?.name ?? otherwise;
}

export type TitleParts =
  | { readonly kind: "topic"; readonly stream: string; readonly topic: string }
  | { readonly kind: "direct"; readonly names: readonly string[] };

/** The names that make up a conversation's title. Not safe for a terminal. */
export function titleParts(picture: Picture, key: ConversationKey): TitleParts | undefined {
  const conversation = conversationOfKey(picture, key);
  if (conversation === undefined) return undefined;
  if (conversation.kind === "topic") {
    const stream = get(picture.streams, conversation.streamId)?.name ?? "unknown stream";
    return { kind: "topic", stream, topic: conversation.topic };
  }
  const ids = others(conversation.userIds, picture.ownId);
  return { kind: "direct", names: ids.map((id) => personName(picture, id)) };
}

/** `#backend › deploy window`, or the people's names. Not safe for a terminal. */
export function conversationTitle(picture: Picture, key: ConversationKey): string {
  const parts = titleParts(picture, key);
  if (parts === undefined) return "an unknown conversation";
  if (parts.kind === "direct") return parts.names.join(", ");
  return `#${parts.stream} › ${parts.topic === "" ? "general chat" : parts.topic}`;
}

const noTypists: readonly Typist[] = [];

/** Who is writing there; `now` in UNIX milliseconds. People whom the person muted are left out. */
export function typistsOf(picture: Picture, key: ConversationKey, now: number): readonly Typist[] {
  const typists = picture.typing.get(key) ?? noTypists;
  const shown = typists.filter(
    ({ userId, until }) => until > now && !picture.mutedPeople.has(userId),
  );
  return shown.length === typists.length ? typists : shown;
}

/** How present somebody is; `now` in UNIX seconds. */
export function presenceOf(
  picture: Picture,
  userId: UserId,
  now: number,
): "active" | "idle" | "offline" {
  const presence = picture.presences.get(userId);
  const since = now - picture.realm.presenceOfflineSeconds;
  if ((presence?.activeAt ?? Number.NEGATIVE_INFINITY) > since) return "active";
  return (presence?.idleAt ?? Number.NEGATIVE_INFINITY) > since ? "idle" : "offline";
}
