/** The inbox row of one conversation: its section, why it is there, and which of its messages count. */
import { hasId, idAt, idsOf } from "#base/id-list.ts";
import { get, valuesBetween } from "#base/table.ts";
import { isAnswer } from "#model/awaited.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import { isHidden, isInterrupted, type Snooze, type Undecided } from "#model/local-state.ts";
import type { RequestedAt } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { changesSince } from "#model/recent-events.ts";
import type { Replica } from "#model/replica.ts";
import type { Policy, Stream } from "#model/stream.ts";
import { streamOfKey, type UnreadConversation, unreadIn } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";

/** The sections for unread messages. */
export type UnreadSection = "needs-you" | "followed" | "streams" | "bots";

export type InboxSection = UnreadSection | "snoozed";

/**
 * Why a conversation is in its section. Needs you: `undecided` (one of the user's sends there awaits their decision),
 * `due` (its snooze has ended), `draft` (it was unread, and a draft of the user's own waits there), `answer` (it asked the user something, was read, and is not answered), `direct`, `mention`. Followed: `followed`, `wrote` (the user has written there),
 * `wildcard`, `alert`. Others: `stream`, `bots` (only bots wrote), `snoozed` (hidden until later).
 */
export type InboxReason =
  | "undecided"
  | "due"
  | "draft"
  | "answer"
  | "direct"
  | "mention"
  | "followed"
  | "wrote"
  | "wildcard"
  | "alert"
  | "stream"
  | "bots"
  | "snoozed";

export type InboxRow = {
  readonly key: ConversationKey;
  readonly conversation: Conversation;
  readonly section: InboxSection;
  readonly reason: InboxReason;
  readonly undecided?: Undecided;
  readonly snooze?: Snooze;
  /** The number of unread messages; 0 only if a send is undecided or for a snooze, and then there is no first one. */
  readonly count: number;
  readonly mentions: number;
  readonly firstUnread: MessageId;
  readonly newestUnread: MessageId;
};

/** A row that is listed because of its unread messages. */
type UnreadRow = InboxRow & { readonly section: UnreadSection };

/** What determines a topic's section besides its unread messages. */
type TopicSituation = {
  readonly stream: Pick<Stream, "subscription">;
  readonly policy: Policy;
  readonly wrote: boolean;
};

const sections: Readonly<Record<Exclude<InboxReason, "snoozed">, UnreadSection>> = {
  undecided: "needs-you",
  due: "needs-you",
  draft: "needs-you",
  answer: "needs-you",
  direct: "needs-you",
  mention: "needs-you",
  followed: "followed",
  wrote: "followed",
  wildcard: "followed",
  alert: "followed",
  stream: "streams",
  bots: "bots",
};

const cachedRows = new WeakMap<UnreadConversation, UnreadRow>();

/** The same row for the same unread messages and the same reason. */
function rowOf(
  key: ConversationKey,
  entry: UnreadConversation,
  reason: keyof typeof sections,
): UnreadRow {
  const before = cachedRows.get(entry);
  if (before?.reason === reason) return before;
  const { conversation, ids, mentions } = entry;
  const [firstUnread = 0 as MessageId, newestUnread = 0 as MessageId] = [
    idAt(ids, 0),
    idAt(ids, -1),
  ];
  const row: UnreadRow = {
    key,
    conversation,
    section: sections[reason],
    reason,
    count: ids.length,
    mentions: mentions.length,
    firstUnread,
    newestUnread,
  };
  cachedRows.set(entry, row);
  return row;
}

/** The row of a conversation with an undecided send; `row` is its row without that. */
export function undecidedRow(
  key: ConversationKey,
  undecided: Undecided,
  row: InboxRow | undefined,
): InboxRow {
  const { conversation } = undecided;
  const reason = "undecided";
  return { key, conversation, ...(row ?? allRead), section: sections[reason], reason, undecided };
}

const none = 0 as MessageId;
const allRead = { count: 0, mentions: 0, firstUnread: none, newestUnread: none };

/** The row of a conversation that is snoozed, or stands until it is handled; `row` is its row without that. */
export function snoozeRow(
  key: ConversationKey,
  snooze: Snooze,
  row: InboxRow | undefined,
): InboxRow {
  const { conversation, isDue, stays = "due" } = snooze;
  const [section, reason] = isDue
    ? ([sections[stays], stays] as const)
    : (["snoozed", "snoozed"] as const);
  return { key, conversation, ...(row ?? allRead), section, reason, snooze };
}

export function personalMentions({ mentions, wildcards }: UnreadConversation): number {
  return mentions.length - wildcards.length;
}

/** Undefined if the topic is muted and mentions nobody: it is listed in a separate filter. */
export function topicRow(
  key: ConversationKey,
  entry: UnreadConversation,
  situation: TopicSituation,
): UnreadRow | undefined {
  const signs = {
    mentions: personalMentions(entry) > 0,
    wildcard: entry.wildcards.length > 0,
    alerted: entry.alerted.length > 0,
    byBots: entry.byBots.length === entry.ids.length,
  };
  const reason = topicReason(signs, situation);
  return reason === undefined ? undefined : rowOf(key, entry, reason);
}

/** What unread messages say about their topic. */
type TopicSigns = {
  /** Of the user themselves. */
  readonly mentions: boolean;
  readonly wildcard: boolean;
  readonly alerted: boolean;
  /** All of them. */
  readonly byBots: boolean;
};

/** A personal mention overrides a mute; a wildcard does not. */
export function topicReason(
  { mentions, wildcard, alerted, byBots }: TopicSigns,
  { stream, policy, wrote }: TopicSituation,
) {
  if (mentions) return "mention";
  if (isTopicMuted(stream, policy)) return undefined;
  if (policy === followed) return "followed";
  if (wrote) return "wrote";
  if (wildcard) return "wildcard";
  if (alerted) return "alert";
  return byBots ? "bots" : "stream";
}

/** `withBots`: everybody else in the conversation is a bot. */
export function directRow(
  key: ConversationKey,
  entry: UnreadConversation,
  withBots: boolean,
): UnreadRow {
  const bots = withBots || entry.byBots.length === entry.ids.length;
  return rowOf(key, entry, bots ? "bots" : "direct");
}

// Decides which unread messages count and which notify, by the rules of muting and following.

const muted: Policy = 1;
const followed: Policy = 3;

export function policyIn({ policies }: Pick<Replica, "policies">, key: ConversationKey): Policy {
  return policies.get(key) ?? 0;
}

export function isFollowed(replica: Replica, key: ConversationKey): boolean {
  return policyIn(replica, key) === followed;
}

/** In a muted stream, only unmuted and followed topics count; in others, all but muted ones. */
export function isTopicMuted(stream: Pick<Stream, "subscription"> | undefined, policy: Policy) {
  return stream?.subscription?.muted === true ? policy < 2 : policy === muted;
}

/** A direct conversation is muted when everybody else in it is. */
export function isMuted(
  replica: Pick<Replica, "streams" | "policies" | "mutedPeople" | "directs" | "ownId">,
  key: ConversationKey,
): boolean {
  const streamId = streamOfKey(key);
  if (streamId !== undefined) {
    return isTopicMuted(get(replica.streams, streamId), policyIn(replica, key));
  }
  const { mutedPeople, ownId } = replica;
  if (mutedPeople.size === 0) return false;
  const others = (replica.directs.get(key)?.userIds ?? []).filter((id) => id !== ownId);
  return others.length > 0 && others.every((id) => mutedPeople.has(id));
}

// Selects the new messages that notify the user.

/** More than usually arrive at once; of a flood, only the newest notify. */
const most = 1000;

/**
 * Unread direct messages, mentions and messages with an alert word among those that came since then, oldest first: those
 * with higher IDs than all before, and those whose event came later than a page with newer ones.
 */
export function notifyingMessages(view: Replica, since: RequestedAt): readonly Message[] {
  const changes = since.epoch === view.epoch ? changesSince(view.recent, since.lastEvent) : [];
  const late = (changes ?? []).flatMap(({ event }) => {
    const isLate = event.type === "message" && event.message.id <= since.newest;
    return isLate ? (get(view.messages, event.message.id) ?? []) : [];
  });
  const newer = [...valuesBetween(view.messages, since.newest + 1, view.newestMessage)];
  return [...late, ...newer.slice(-most)].filter((message) => isNotifying(view, message));
}

/** How many unread messages after this one need the user, and in how many conversations. */
export function notifyingSince(view: Replica, after: number) {
  const counts = [...view.unreads.streams.values(), view.unreads.directs]
    .flatMap((group) => [...group.values()])
    .filter(({ key }) => !isMuted(view, key) && !isHidden(view, key))
    .map((entry) => idsOf(entry.ids).filter((id) => id > after && isAbout(entry, id)).length)
    .filter((count) => count > 0);
  return { messages: counts.reduce((sum, count) => sum + count, 0), conversations: counts.length };
}

function isNotifying(view: Replica, message: Message): boolean {
  const { id, conversation, senderId } = message;
  const entry = unreadIn(view.unreads, conversation);
  if (entry === undefined || !hasId(entry.ids, id)) return false;
  if (senderId === view.ownId || view.mutedPeople.has(senderId)) return false;
  return isAbout(entry, id) && !isMuted(view, conversation) && !staysHidden(view, message);
}

/** Not if the message is what brings the conversation back. */
function staysHidden(view: Replica, message: Message): boolean {
  const { conversation } = message;
  const snooze = view.snoozes.get(conversation);
  if (snooze === undefined || snooze.isDue) return false;
  return !isInterrupted(view.unreads, conversation, snooze) && !isAnswer(view, snooze, message);
}

function isAbout({ conversation, mentions, alerted }: UnreadConversation, id: MessageId): boolean {
  return conversation.kind === "direct" || hasId(mentions, id) || hasId(alerted, id);
}
