/** Streams as the client stores them, including the user's subscription. */

import type { FolderId, MessageId, StreamId, UserId } from "#wire/ids.ts";
import type { StreamPermission } from "#wire/permission.ts";
import type { TopicsPolicy } from "#wire/stream.ts";

import type { Permissions } from "./permitted.ts";

type Override = boolean | null | undefined;

/** The user's own settings of a subscribed stream. */
export type Subscription = {
  /** `#rrggbb`, from the server. */
  readonly colour: string;
  readonly muted: boolean;
  readonly pinned: boolean;
  /** In these five, null: inherited from the user's general setting; undefined: the server does not tell. */
  readonly desktopNotifications: Override;
  readonly audibleNotifications: Override;
  readonly pushNotifications: Override;
  readonly emailNotifications: Override;
  readonly wildcardMentionsNotify: Override;
};

export type Stream = {
  readonly id: StreamId;
  /** Unmodified: not safe for a terminal. */
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  /** Whether new subscribers see earlier messages. */
  readonly historyPublic: boolean;
  /** 1 anybody, 2 administrators, 3 full members, 4 moderators. */
  readonly postPolicy: number;
  /** It is undefined if the server does not tell, or in words that weir does not know. */
  readonly topicsPolicy?: TopicsPolicy | undefined;
  /** Whether those who join it get mobile notifications; undefined if the server does not tell. */
  readonly pushDefault?: boolean | undefined;
  /** Null: the realm's default; -1: forever; undefined: the server does not tell. */
  readonly retentionDays: number | null | undefined;
  /** Who may do what; absent if the server does not tell. */
  readonly permissions: Permissions<StreamPermission>;
  /** Messages per week; undefined if the server does not tell, as for new streams. */
  readonly weeklyTraffic: number | undefined;
  /** The server says that it is archived: it can be read, and nothing can be sent there. */
  readonly isArchived: boolean;
  /** It is undefined if the stream is in none. */
  readonly folderId: FolderId | undefined;
  readonly creatorId: UserId | undefined;
  /** UNIX seconds; undefined if the server does not tell. */
  readonly createdAt: number | undefined;
  /** It is undefined if the user is not subscribed. */
  readonly subscription: Subscription | undefined;
  /** With deactivated people, whom not everybody is told of when they are back. Undefined when not requested. */
  readonly subscribers: readonly UserId[] | undefined;
  /** How many they are; undefined if the server does not tell. */
  readonly subscriberCount: number | undefined;
};

/** Subscribers are fetched for at most this many streams at once; beyond it, only for the selected one. */
export const maxSubscriberFetches = 40;

/** A topic that the client knows. */
export type KnownTopic = {
  /** The latest spelling. */
  readonly name: string;
  readonly newest: MessageId;
};

/** 0 none, 1 muted, 2 unmuted, 3 followed (LEVEL(219)). */
export type Policy = 0 | 1 | 2 | 3;
