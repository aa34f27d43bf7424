/** The inbox row of one conversation: its section, and why it is there. */
import { idAt } from "#base/id-list.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Snooze, Undecided } from "#model/local-state.ts";
import type { Policy, Stream } from "#model/stream.ts";
import type { UnreadConversation } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { isTopicMuted } from "./counting.ts";

/** The sections for unread messages. */
export type UnreadSection = "needs-you" | "followed" | "streams" | "bots";

export type InboxSection = UnreadSection | "snoozed";

/**
 * Why a conversation is in its section. Needs you: `undecided` (one of the user's sends there awaits their decision),
 * `due` (its snooze has ended), `direct`, `mention`. Followed: `followed`, `wrote` (the user has written there),
 * `wildcard`, `alert`. Others: `stream`, `bots` (only bots wrote), `snoozed` (hidden until later).
 */
export type InboxReason =
  | "undecided"
  | "due"
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
export type UnreadRow = InboxRow & { readonly section: UnreadSection };

/** What determines a topic's section besides its unread messages. */
export type TopicSituation = {
  readonly stream: Pick<Stream, "subscription">;
  readonly policy: Policy;
  readonly wrote: boolean;
};

const sections: Readonly<Record<Exclude<InboxReason, "snoozed">, UnreadSection>> = {
  undecided: "needs-you",
  due: "needs-you",
  direct: "needs-you",
  mention: "needs-you",
  followed: "followed",
  wrote: "followed",
  wildcard: "followed",
  alert: "followed",
  stream: "streams",
  bots: "bots",
};

const known = new WeakMap<UnreadConversation, UnreadRow>();

/** The same row for the same unread messages and the same reason. */
function rowOf(
  key: ConversationKey,
  entry: UnreadConversation,
  reason: keyof typeof sections,
): UnreadRow {
  const before = known.get(entry);
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
  known.set(entry, row);
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

/** The row of a conversation that is snoozed, or whose snooze is due; `row` is its row without that. */
export function snoozeRow(
  key: ConversationKey,
  snooze: Snooze,
  row: InboxRow | undefined,
): InboxRow {
  const { conversation, isDue } = snooze;
  const [section, reason] = isDue
    ? ([sections.due, "due"] as const)
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
  const reason = topicReason(entry, situation);
  return reason === undefined ? undefined : rowOf(key, entry, reason);
}

/** A personal mention overrides a mute; a wildcard does not. */
function topicReason(
  entry: UnreadConversation,
  { stream, policy, wrote }: TopicSituation,
): keyof typeof sections | undefined {
  if (personalMentions(entry) > 0) return "mention";
  if (isTopicMuted(stream, policy)) return undefined;
  if (policy === 3) return "followed";
  if (wrote) return "wrote";
  if (entry.wildcards.length > 0) return "wildcard";
  if (entry.alerted.length > 0) return "alert";
  return entry.byBots.length === entry.ids.length ? "bots" : "stream";
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
