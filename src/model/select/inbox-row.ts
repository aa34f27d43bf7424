/** One conversation with something unread: which section of the inbox it belongs to, and why. */
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Policy, Stream } from "#model/stream.ts";
import type { Undecided } from "#model/undecided.ts";
import type { UnreadConversation } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { isTopicMuted } from "./counting.ts";

export type InboxSection = "needs-you" | "followed" | "streams" | "bots";

/**
 * Why a conversation stands where it does:
 * `undecided` (a send of the person's own waits there), `direct`, `mention` — needs you; `followed`, `wrote` (the person has written there), `wildcard`, `alert` — followed;
 * `stream`; `bots` (nobody but bots wrote).
 */
export type InboxReason =
  | "undecided"
  | "direct"
  | "mention"
  | "followed"
  | "wrote"
  | "wildcard"
  | "alert"
  | "stream"
  | "bots";

export type InboxRow = {
  readonly key: ConversationKey;
  readonly conversation: Conversation;
  readonly section: InboxSection;
  readonly reason: InboxReason;
  readonly undecided?: Undecided;
  /** How many are unread; 0 only where something is undecided, and then there is no first one. */
  readonly count: number;
  readonly mentions: number;
  readonly firstUnread: MessageId;
  readonly newestUnread: MessageId;
};

/** What decides about a topic beside its unread messages. */
export type TopicSituation = {
  readonly stream: Pick<Stream, "subscription">;
  readonly policy: Policy;
  readonly wrote: boolean;
};

const sections: Readonly<Record<InboxReason, InboxSection>> = {
  undecided: "needs-you",
  direct: "needs-you",
  mention: "needs-you",
  followed: "followed",
  wrote: "followed",
  wildcard: "followed",
  alert: "followed",
  stream: "streams",
  bots: "bots",
};

const known = new WeakMap<UnreadConversation, InboxRow>();

/** The same row for the same unread messages and the same reason. */
function rowOf(key: ConversationKey, entry: UnreadConversation, reason: InboxReason): InboxRow {
  const before = known.get(entry);
  if (before?.reason === reason) return before;
  const { conversation, ids, mentions } = entry;
  const [firstUnread = 0 as MessageId, newestUnread = 0 as MessageId] = [ids[0], ids.at(-1)];
  const row: InboxRow = {
    key,
    conversation,
    section: sections[reason],
    reason,
    count: ids.length,
    mentions: mentions.length,
    firstUnread,
    newestUnread,
  };
  known.set(entry, row);
  return row;
}

/** The row of a conversation in which something waits for the person; `row` is the one that it has without that. */
export function undecidedRow(
  key: ConversationKey,
  undecided: Undecided,
  row: InboxRow | undefined,
): InboxRow {
  const none = 0 as MessageId;
  const read = { count: 0, mentions: 0, firstUnread: none, newestUnread: none };
  const { conversation } = undecided;
  const reason = "undecided";
  return { key, conversation, ...(row ?? read), section: sections[reason], reason, undecided };
}

export function personalMentions({ mentions, wildcards }: UnreadConversation): number {
  return mentions.length - wildcards.length;
}

/** Undefined where the topic is muted and mentions nobody: it waits in a filter of its own. */
export function topicRow(
  key: ConversationKey,
  entry: UnreadConversation,
  situation: TopicSituation,
): InboxRow | undefined {
  const reason = topicReason(entry, situation);
  return reason === undefined ? undefined : rowOf(key, entry, reason);
}

/** A personal mention gets through a mute; a wildcard does not. */
function topicReason(
  entry: UnreadConversation,
  { stream, policy, wrote }: TopicSituation,
): InboxReason | undefined {
  if (personalMentions(entry) > 0) return "mention";
  if (isTopicMuted(stream, policy)) return undefined;
  if (policy === 3) return "followed";
  if (wrote) return "wrote";
  if (entry.wildcards.length > 0) return "wildcard";
  if (entry.alerted.length > 0) return "alert";
  return entry.byBots.length === entry.ids.length ? "bots" : "stream";
}

/** `withBots` when nobody but bots is in the conversation beside the person. */
export function directRow(
  key: ConversationKey,
  entry: UnreadConversation,
  withBots: boolean,
): InboxRow {
  const bots = withBots || entry.byBots.length === entry.ids.length;
  return rowOf(key, entry, bots ? "bots" : "direct");
}
