/** Converts wire types to the client's: messages, people, groups and streams; no legacy form gets past here. */
import { memoizeTexts } from "#base/memoize.ts";
import { type Sorted, sorted } from "#base/sorted.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import type * as wire from "#wire/message.ts";
import { groupPermissions, streamPermissions } from "#wire/permission.ts";
import type * as wireStream from "#wire/stream.ts";
import { roles, type User, type UserGroup, type UserStatus } from "#wire/user.ts";
import { type Conversation, conversationKey, isResolving } from "./conversation.ts";
import type { Message, Reaction, Submessage } from "./message.ts";
import { permissionsFrom } from "./permitted.ts";
import type { Group, Person, Profile, Status } from "./person.ts";
import type { Stream, Subscription } from "./stream.ts";

/** Message flags, except `read`: that is in the unread index. */
export type Marks = Pick<Message, "starred" | "mentioned" | "wildcardMentioned" | "alerted">;

const wildcards = new Set([
  "wildcard_mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
]);

export function marksOf(flags: readonly string[]): Marks {
  return {
    starred: flags.includes("starred"),
    mentioned: flags.includes("mentioned"),
    wildcardMentioned: flags.some((flag) => wildcards.has(flag)),
    alerted: flags.includes("has_alert_word"),
  };
}

/** `flags` are next to the message in events and inside it in pages: pass them either way. */
export function fromWireMessage(message: wire.Message, flags = message.flags ?? []): Message {
  const conversation = conversationOfWire(message);
  const { editedAt, movedAt } = changes(message);
  return {
    id: message.id,
    conversation: shared(conversationKey(conversation)),
    streamId: conversation.kind === "topic" ? conversation.streamId : undefined,
    topic: conversation.kind === "topic" ? shared(conversation.topic) : "",
    userIds: conversation.kind === "direct" ? conversation.userIds : undefined,
    senderId: message.sender_id,
    senderName: shared(message.sender_full_name),
    content: message.content,
    sentAt: message.timestamp,
    editedAt,
    movedAt,
    isHistory: flags.includes("historical") && !flags.includes("starred"),
    ...marksOf(flags),
    reactions: reactionsFrom(message.reactions ?? none),
    submessages: submessagesFrom(message.submessages ?? none),
  };
}

const none: readonly never[] = [];

const oneOfEqual = memoizeTexts(2_000, (text) => text);

/** The string of an earlier message, if the text is equal: a page names a few people and topics again and again. */
function shared<T extends string>(text: T): T {
  return oneOfEqual(text) as T;
}

function conversationOfWire(message: wire.Message): Conversation {
  const { stream_id: streamId, display_recipient: recipient } = message;
  if (streamId !== undefined) {
    return { kind: "topic", streamId, topic: message.subject };
  }
  const people = typeof recipient === "string" ? [] : recipient.map((person) => person.id);
  return { kind: "direct", userIds: sorted(people.length > 0 ? people : [message.sender_id]) };
}

/**
 * When the text was edited, and when the message was moved, for which resolving does not count.
 *
 * LEVEL(365): before it, `last_edit_timestamp` is the time of either, and the history tells which it was. A realm may hide the
 * history, or its edits of texts: a time that it does not have counts as an edit.
 */
function changes(message: wire.Message): Pick<Message, "editedAt" | "movedAt"> {
  const { edit_history: history = none, last_edit_timestamp: last } = message;
  const newest = (isOne: (edit: wire.Edit) => boolean) =>
    history.reduce<number | undefined>(
      (latest, edit) => (isOne(edit) ? Math.max(latest ?? 0, edit.timestamp) : latest),
      undefined,
    );
  const isTold = history.some(({ timestamp }) => timestamp === last);
  return {
    editedAt: isTold ? newest((edit) => edit.prev_content !== undefined) : last,
    movedAt: message.last_moved_timestamp ?? newest(isMove),
  };
}

function isMove(edit: wire.Edit): boolean {
  if (edit.prev_stream != null) return true;
  const before = edit.prev_topic ?? edit.prev_subject;
  return before != null && (edit.topic === undefined || !isResolving(before, edit.topic));
}

/** Other types belong to programs that weir does not know. */
export function isWidgets({ msg_type: type }: Pick<wire.Submessage, "msg_type">): boolean {
  return type === "widget";
}

function submessagesFrom(submessages: readonly wire.Submessage[]): readonly Submessage[] {
  return submessages.length === 0 ? none : submessages.filter(isWidgets).map(submessageFrom);
}

function submessageFrom(submessage: wire.Submessage): Submessage {
  return { id: submessage.id, senderId: submessage.sender_id, content: submessage.content };
}

/** One per emoji, in order of arrival. Linear in the number of reactions. */
function reactionsFrom(reactions: readonly wire.Reaction[]): readonly Reaction[] {
  if (reactions.length === 0) return none;
  const gathered = new Map<string, { readonly emoji: EmojiKey; readonly userIds: Set<UserId> }>();
  for (const reaction of reactions) {
    const userId = reactorOf(reaction);
    if (userId === undefined) continue;
    const key = `${reaction.reaction_type} ${reaction.emoji_code}`;
    const reactors = gathered.get(key);
    if (reactors !== undefined) reactors.userIds.add(userId);
    else gathered.set(key, { emoji: fromEmoji(reaction), userIds: new Set([userId]) });
  }
  return [...gathered.values()].map(({ emoji, userIds }) => ({ ...emoji, userIds: [...userIds] }));
}

export type EmojiKey = Pick<Reaction, "type" | "code" | "name">;

export function fromEmoji(reaction: wire.Reaction): EmojiKey {
  return {
    type: reaction.reaction_type,
    code: reaction.emoji_code,
    name: reaction.emoji_name,
  };
}

/** Undefined if the server named nobody. */
export function reactorOf(reaction: wire.Reaction): UserId | undefined {
  return reaction.user_id ?? reaction.user?.user_id ?? reaction.user?.id;
}

const isSame = (a: Pick<Reaction, "type" | "code">, b: Pick<Reaction, "type" | "code">) =>
  a.type === b.type && a.code === b.code;

/** `reactions` with one more person; the same list if they already had that reaction. */
export function withReactor(
  reactions: readonly Reaction[],
  emoji: EmojiKey,
  userId: UserId,
): readonly Reaction[] {
  const at = reactions.findIndex((reaction) => isSame(reaction, emoji));
  const present = reactions[at];
  if (present === undefined) return [...reactions, { ...emoji, userIds: [userId] }];
  if (present.userIds.includes(userId)) return reactions;
  return reactions.with(at, { ...present, userIds: [...present.userIds, userId] });
}

/** `reactions` without that person's; an emoji without people is removed. */
export function withoutReactor(
  reactions: readonly Reaction[],
  emoji: Pick<Reaction, "type" | "code">,
  userId: UserId,
): readonly Reaction[] {
  const at = reactions.findIndex((reaction) => isSame(reaction, emoji));
  const present = reactions[at];
  if (!present?.userIds.includes(userId)) return reactions;
  const userIds = present.userIds.filter((id) => id !== userId);
  return userIds.length === 0
    ? reactions.toSpliced(at, 1)
    : reactions.with(at, { ...present, userIds });
}

/** `active` is implied by the list's name; the user's own field takes precedence. */
export function fromWirePerson(user: User, active = true): Person {
  return {
    id: user.user_id,
    name: user.full_name,
    email: user.email,
    role: user.role ?? legacyRole(user),
    isBillingAdmin: user.is_billing_admin ?? false,
    isBot: user.is_bot ?? false,
    isActive: user.is_active ?? active,
    standIn: standInOf(user),
    // Usually the same text: share one string.
    deliveryEmail:
      user.delivery_email === user.email ? user.email : (user.delivery_email ?? undefined),
    timezone: user.timezone ?? "",
    botOwnerId: user.bot_owner_id ?? undefined,
    profile: profileFrom(user.profile_data),
  };
}

/** Undefined below the levels that tell. */
export function standInOf(user: Pick<User, "is_imported_stub" | "is_deleted">): Person["standIn"] {
  if (user.is_deleted === true) return "deleted";
  return user.is_imported_stub === true ? "imported" : undefined;
}

/** The value of most people. */
const noValues: Profile = {};

function profileFrom(data: User["profile_data"]): Profile {
  const entries = Object.entries(data ?? noValues);
  if (entries.length === 0) return noValues;
  return Object.fromEntries(entries.map(([id, { value }]) => [id, value]));
}

/** LEVEL(59): before it, flags instead of a number. */
function legacyRole(user: User): number {
  if (user.is_owner === true) return roles.owner;
  if (user.is_admin === true) return roles.administrator;
  return user.is_guest === true ? roles.guest : roles.member;
}

export function fromWireGroup(group: UserGroup): Group {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: group.members,
    subgroups: group.direct_subgroup_ids ?? [],
    isSystem: group.is_system_group ?? false,
    isActive: group.deactivated !== true,
    creatorId: group.creator_id ?? undefined,
    permissions: permissionsFrom(groupPermissions, {
      ...group,
      // LEVEL(198): before it, `…_id`.
      can_mention_group: group.can_mention_group ?? group.can_mention_group_id,
    }),
  };
}

/** A status without an emoji also has this type. */
const unicodeEmoji = "unicode_emoji";

/** Undefined when nothing is set. */
export function fromWireStatus(status: UserStatus): Status | undefined {
  const { status_text: text = "", emoji_name: emojiName = "", emoji_code: emojiCode = "" } = status;
  if (text === "" && emojiName === "" && emojiCode === "") return undefined;
  const { reaction_type: emojiType = unicodeEmoji } = status;
  return { text, emojiName, emojiCode, emojiType };
}

export function fromWireStream(
  stream: wireStream.Stream & Record<string, unknown>,
  subscription?: Subscription,
): Stream {
  const { subscribers } = stream as { readonly subscribers?: readonly UserId[] };
  return {
    id: stream.stream_id,
    name: stream.name,
    description: stream.description,
    isPrivate: stream.invite_only,
    isWebPublic: stream.is_web_public ?? false,
    historyPublic: stream.history_public_to_subscribers ?? !stream.invite_only,
    postPolicy: stream.stream_post_policy ?? (stream.is_announcement_only === true ? 2 : 1),
    topicsPolicy: stream.topics_policy,
    pushDefault: stream.default_push_notifications,
    retentionDays: stream.message_retention_days,
    permissions: permissionsFrom(streamPermissions, {
      ...stream,
      // LEVEL(197): before it, `…_id`.
      can_remove_subscribers_group:
        stream.can_remove_subscribers_group ?? stream.can_remove_subscribers_group_id,
    }),
    weeklyTraffic: stream.stream_weekly_traffic ?? undefined,
    isArchived: stream.is_archived ?? false,
    folderId: stream.folder_id ?? undefined,
    creatorId: stream.creator_id ?? undefined,
    createdAt: stream.date_created,
    subscription,
    subscribers: Array.isArray(subscribers) ? sorted(subscribers) : undefined,
    subscriberCount: stream.subscriber_count,
  };
}

export function fromWireSubscription(stream: wireStream.Subscription): Stream {
  return fromWireStream(stream, {
    colour: stream.color,
    muted: stream.is_muted ?? stream.in_home_view === false,
    pinned: stream.pin_to_top ?? false,
    desktopNotifications: stream.desktop_notifications,
    audibleNotifications: stream.audible_notifications,
    pushNotifications: stream.push_notifications,
    emailNotifications: stream.email_notifications,
    wildcardMentionsNotify: stream.wildcard_mentions_notify,
  });
}

/** Everybody in a direct conversation, including the own ID. */
export function everybody(ownId: UserId, others: Iterable<UserId>): Sorted<UserId> {
  return sorted([ownId, ...others]);
}

export function topicOf(streamId: StreamId, topic: string): Conversation {
  return { kind: "topic", streamId, topic };
}
