/** Selectors for conversations and narrows: histories, messages, titles, presence, and who is typing. */

import { idAt, idsOf } from "#base/id-list.ts";
import type { Sorted } from "#base/sorted.ts";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import type { History } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { type Narrow, type NarrowKey, narrowKey, others } from "#model/narrow.ts";
import type { Replica, Typist } from "#model/replica.ts";
import { knownStream, namelessStream, streamSign } from "#model/streams.ts";
import { streamOfKey, unreadIn } from "#model/unreads.ts";
import type { MessageId, UserId } from "#wire/ids.ts";

/** Undefined if no part of the narrow is known. */
export function historyOf(replica: Replica, narrow: Narrow): History | undefined {
  return replica.histories.get(narrowKey(narrow));
}

/** False if the history is from before the queue was lost: it is shown until it is fetched again. */
export function isCurrent(replica: Replica, history: History): boolean {
  return history.epoch === replica.epoch;
}

const noIds: Sorted<MessageId> = [];

export function unreadIdsOf(replica: Replica, key: ConversationKey): Sorted<MessageId> {
  const ids = unreadIn(replica.unreads, key)?.ids;
  return ids === undefined ? noIds : idsOf(ids);
}

export function unreadCountOf(replica: Replica, key: ConversationKey): number {
  return unreadIn(replica.unreads, key)?.ids.length ?? 0;
}

/** Undefined when everything in it is read. */
export function firstUnreadOf(replica: Replica, key: ConversationKey): MessageId | undefined {
  const ids = unreadIn(replica.unreads, key)?.ids;
  return ids && idAt(ids, 0);
}

/** The user's newest known message in a narrow, for editing it. */
export function lastOwnMessage(replica: Replica, narrow: Narrow): Message | undefined {
  const ids = historyOf(replica, narrow)?.ids ?? noIds;
  for (let at = ids.length - 1; at >= 0; at -= 1) {
    const message = get(replica.messages, ids[at] as MessageId);
    if (message?.senderId === replica.ownId) return message;
  }
  return undefined;
}

/** The conversation of a key; undefined if unknown. Topics have their latest spelling. */
export function conversationOfKey(
  replica: Replica,
  key: ConversationKey,
): Conversation | undefined {
  const streamId = streamOfKey(key);
  if (streamId === undefined) return directOfKey(key);
  const unread = unreadIn(replica.unreads, key)?.conversation;
  if (unread !== undefined) return unread;
  const topic = replica.topics.get(streamId)?.get(key);
  if (topic !== undefined) return { kind: "topic", streamId, topic: topic.name };
  const undecided = replica.undecided.get(key)?.conversation;
  if (undecided !== undefined) return undecided;
  const snoozed = replica.snoozes.get(key)?.conversation;
  if (snoozed !== undefined) return snoozed;
  const history = replica.histories.get(key as string as NarrowKey);
  const last = get(replica.messages, history?.ids.at(-1) ?? (0 as MessageId));
  if (last !== undefined) return conversationOfMessage(last);
  return history?.narrow.kind === "topic" ? history.narrow : undefined;
}

/** Whether it cannot have any messages: nothing is known of it, or its whole history is, and is empty. */
export function isVanished(replica: Replica, key: ConversationKey): boolean {
  const conversation = conversationOfKey(replica, key);
  if (conversation?.kind !== "topic") return conversation === undefined;
  const { ids = [], oldestKnown, newestKnown } = historyOf(replica, conversation) ?? {};
  return ids.length === 0 && oldestKnown === true && newestKnown === true;
}

function directOfKey(key: ConversationKey): Conversation | undefined {
  const userIds = key.slice("d:".length).split(",").map(Number) as UserId[];
  return userIds.every(Number.isSafeInteger) ? { kind: "direct", userIds } : undefined;
}

/** The current name; "somebody" if they are unknown. Not safe for a terminal. */
export function personName(replica: Replica, id: UserId): string {
  return get(replica.people, id)?.name ?? "somebody";
}

/** Who sent the message; not safe for a terminal. */
export function senderOf({ people }: Pick<Replica, "people">, message: Message): string {
  return get(people, message.senderId)?.name ?? message.senderName;
}

export type TitleParts =
  | {
      readonly kind: "topic";
      /** `#`, or `◈` for a private and `◎` for a web-public stream. */
      readonly sign: string;
      readonly stream: string;
      readonly topic: string;
    }
  | { readonly kind: "direct"; readonly names: readonly string[] };

/** The names that make up a conversation's title. Not safe for a terminal. */
export function titleParts(replica: Replica, key: ConversationKey): TitleParts | undefined {
  const conversation = conversationOfKey(replica, key);
  return conversation && partsOf(replica, conversation);
}

function partsOf(replica: Replica, conversation: Conversation): TitleParts {
  if (conversation.kind === "topic") {
    const stream = knownStream(replica, conversation.streamId);
    const name = stream?.name ?? namelessStream;
    const topic = topicTitle(replica, conversation.topic);
    return { kind: "topic", sign: streamSign(stream), stream: name, topic };
  }
  const ids = others(conversation.userIds, replica.ownId);
  return { kind: "direct", names: ids.map((id) => personName(replica, id)) };
}

/** `#backend › deploy window`, or the people's names. Not safe for a terminal. */
export function conversationTitle(replica: Replica, key: ConversationKey): string {
  const parts = titleParts(replica, key);
  return parts === undefined ? "an unknown conversation" : titleText(parts);
}

/** The same for a conversation that may not have any messages yet. */
export function titleOf(replica: Replica, conversation: Conversation): string {
  return titleText(partsOf(replica, conversation));
}

function titleText(parts: TitleParts): string {
  if (parts.kind === "direct") return parts.names.join(", ");
  return `${parts.sign}${parts.stream} › ${parts.topic}`;
}

/** Whose message it is, and where: `Bo Lindt's message in #dev › deploy`. Not safe for a terminal. */
export function messageTitle(replica: Replica, id: MessageId): string {
  const message = get(replica.messages, id);
  if (message === undefined) return "a message";
  const name = get(replica.people, message.senderId)?.name ?? message.senderName;
  const whose = message.senderId === replica.ownId ? "your" : `${name}'s`;
  const [other, ...more] = others(message.userIds ?? sorted([]), replica.ownId);
  if (other === message.senderId && more.length === 0) return `${whose} message`;
  return `${whose} message in ${conversationTitle(replica, message.conversation)}`;
}

/** The direct conversation with that person, who may be oneself. */
export function directWith({ ownId }: Replica, id: UserId): Conversation & { kind: "direct" } {
  return { kind: "direct", userIds: sorted([id, ownId]) };
}

const noTypists: readonly Typist[] = [];

/**
 * Who is typing there; `now` in UNIX milliseconds. Excludes muted people, and everybody if the user's settings
 * disable typing notifications.
 */
export function typistsOf(replica: Replica, key: ConversationKey, now: number): readonly Typist[] {
  // The server sends no more events then, so earlier entries would never be removed.
  if (replica.settings.receives_typing_notifications === false) return noTypists;
  const typists = replica.typing.get(key) ?? noTypists;
  const shown = typists.filter(
    ({ userId, until }) => until > now && !replica.mutedPeople.has(userId),
  );
  return shown.length === typists.length ? typists : shown;
}

/** Whether somebody is active, idle or offline; `now` in UNIX seconds by this machine's clock. */
export function presenceOf(
  replica: Replica,
  userId: UserId,
  now: number,
): "active" | "idle" | "offline" {
  const presence = replica.presences.get(userId);
  const since = now - replica.clockAhead - replica.realm.presenceOfflineSeconds;
  if ((presence?.activeAt ?? Number.NEGATIVE_INFINITY) > since) return "active";
  return (presence?.idleAt ?? Number.NEGATIVE_INFINITY) > since ? "idle" : "offline";
}

/** UNIX seconds by this machine's clock; undefined if the server never reported it. */
export function seenAt({ presences, clockAhead }: Replica, id: UserId): number | undefined {
  const { activeAt, idleAt } = presences.get(id) ?? {};
  const latest = Math.max(activeAt ?? idleAt ?? Number.NaN, idleAt ?? 0);
  return Number.isNaN(latest) ? undefined : latest + clockAhead;
}
