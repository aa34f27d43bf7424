/**
 * The state of one person: unread and starred messages, muting, drafts and settings.
 *
 * Only created for people who are active: it is derived from the messages at their first request.
 */
import { type Message, topicKey } from "./messages.ts";
import type { Person } from "./people.ts";

export type SubscriptionSettings = {
  color: string;
  isMuted: boolean;
  pinToTop: boolean;
  /** Null: the general setting applies. */
  readonly overrides: Record<NotificationOverride, boolean | null>;
};

export const notificationOverrides = [
  "desktop_notifications",
  "email_notifications",
  "push_notifications",
  "audible_notifications",
  "wildcard_mentions_notify",
] as const;
export type NotificationOverride = (typeof notificationOverrides)[number];

/** 0 nothing, 1 muted, 2 unmuted, 3 followed. */
export type TopicPolicy = {
  readonly streamId: number;
  readonly topic: string;
  readonly policy: number;
  /** UNIX seconds. */
  readonly at: number;
};

export type Draft = {
  readonly id: number;
  readonly type: "" | "stream" | "private";
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  readonly timestamp: number;
};

export type Scheduled = {
  readonly id: number;
  readonly type: "stream" | "private";
  /** A stream's ID; or the IDs of the others. */
  readonly to: number | readonly number[];
  readonly topic: string;
  readonly content: string;
  /** UNIX seconds. */
  readonly at: number;
  readonly failed: boolean;
  readonly readBySender: boolean;
  readonly client: string;
};

/** A text to be used again. */
export type Snippet = {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  /** UNIX seconds. */
  readonly createdAt: number;
};

export type Reminder = {
  readonly id: number;
  /** Of what. */
  readonly messageId: number;
  /** The text of the message that is sent. */
  readonly content: string;
  /** UNIX seconds. */
  readonly at: number;
};

/** A view for navigation, by the end of its URL. */
export type View = {
  readonly fragment: string;
  readonly isPinned: boolean;
  /** Null for the server's own views. */
  readonly name: string | null;
};

export type Personal = {
  readonly userId: number;
  readonly unread: Set<number>;
  readonly starred: Set<number>;
  readonly collapsed: Set<number>;
  /** Messages that the person never received, but reacted to or flagged. */
  readonly historical: Set<number>;
  readonly alerted: Set<number>;
  readonly topicPolicies: Map<string, TopicPolicy>;
  /** The time of muting in UNIX seconds, by ID of the muted person. */
  readonly mutedPeople: Map<number, number>;
  readonly subscriptions: Map<number, SubscriptionSettings>;
  alertWords: readonly string[];
  drafts: readonly Draft[];
  /** Not sent yet, in order of time. */
  scheduled: readonly Scheduled[];
  /** The IDs of scheduled messages that were sent. */
  readonly delivered: Set<number>;
  snippets: readonly Snippet[];
  reminders: readonly Reminder[];
  views: readonly View[];
  /** Values that differ from the defaults. */
  readonly settings: Map<string, unknown>;
};

export function emptyPersonal(person: Person): Personal {
  return {
    userId: person.id,
    unread: new Set(),
    starred: new Set(),
    collapsed: new Set(),
    historical: new Set(),
    alerted: new Set(),
    topicPolicies: new Map(),
    mutedPeople: new Map(),
    subscriptions: new Map(),
    alertWords: [],
    drafts: [],
    scheduled: [],
    delivered: new Set(),
    snippets: [],
    reminders: [],
    views: [],
    settings: new Map(),
  };
}

export function freshSubscription(color: string): SubscriptionSettings {
  return {
    color,
    isMuted: false,
    pinToTop: false,
    overrides: {
      desktop_notifications: null,
      email_notifications: null,
      push_notifications: null,
      audible_notifications: null,
      wildcard_mentions_notify: null,
    },
  };
}

/** Matches any of the words, as whole words, ignoring case; undefined without words. */
export function alertPattern(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`, "iu");
}

/** Whether a new message is read from the start. */
export function isReadOnArrival(personal: Personal, message: Message): boolean {
  if (message.senderId === personal.userId) return message.readBySender;
  return personal.mutedPeople.has(message.senderId) || isReadNotice(personal, message);
}

/** Unless the person has chosen another one. */
export const usualNoticePolicy = "except_followed";

/** Whether it is a notice of resolving that the person wants to have read. */
function isReadNotice(personal: Personal, message: Message): boolean {
  if (message.isResolution !== true) return false;
  const { settings } = personal;
  const policy = settings.get("resolved_topic_notice_auto_read_policy") ?? usualNoticePolicy;
  return (
    policy === "always" || (policy === "except_followed" && byTopicPolicy(personal, message) !== 3)
  );
}

export function topicPolicyOf(personal: Personal, streamId: number, topic: string): number {
  return personal.topicPolicies.get(topicKey(streamId, topic))?.policy ?? 0;
}

/** The person's policy for the message's topic; 0 for direct messages. */
export function byTopicPolicy(personal: Personal, message: Message): number {
  if (message.streamId === undefined) return 0;
  return topicPolicyOf(personal, message.streamId, message.topic);
}

/** Whether its topic is muted, regardless of the stream. */
export function isMutedTopic(personal: Personal, message: Message): boolean {
  return byTopicPolicy(personal, message) === 1;
}

/** Whether the topic is muted, or the stream is and the topic is neither unmuted nor followed. */
export function isMutedPlace(personal: Personal, message: Message): boolean {
  if (message.streamId === undefined) return false;
  const policy = byTopicPolicy(personal, message);
  if (policy >= 2) return false;
  return policy === 1 || personal.subscriptions.get(message.streamId)?.isMuted === true;
}
