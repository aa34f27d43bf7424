/** Streams as the client keeps them, the person's subscription among their properties. */
import type { GroupId, MessageId, StreamId, UserId } from "#wire/ids.ts";

/** The person's own settings of a stream they are in. */
export type Subscription = {
  /** `#rrggbb`, from the server. */
  readonly colour: string;
  readonly muted: boolean;
  readonly pinned: boolean;
  /** Of these five, null: inherited from the person's general setting. */
  readonly desktopNotifications: boolean | null;
  readonly audibleNotifications: boolean | null;
  readonly pushNotifications: boolean | null;
  readonly emailNotifications: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
};

export type Stream = {
  readonly id: StreamId;
  /** As it came: not safe for a terminal. */
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  /** Whether those who join see what was said before. */
  readonly historyPublic: boolean;
  /** 1 anybody, 2 administrators, 3 full members, 4 moderators. */
  readonly postPolicy: number;
  /** Null: as the realm says; -1: for ever. */
  readonly retentionDays: number | null;
  /** The group that may take people out; undefined when the server does not tell. */
  readonly removers: GroupId | undefined;
  /** The oldest message, as the server said last; undefined also for a stream that was empty then. */
  readonly firstMessageId: MessageId | undefined;
  readonly creatorId: UserId | undefined;
  /** UNIX seconds; undefined when the server does not tell. */
  readonly createdAt: number | undefined;
  /** Undefined: the person is not in it. */
  readonly subscription: Subscription | undefined;
  /** Undefined when subscribers were not asked for. */
  readonly subscribers: readonly UserId[] | undefined;
};

/** A topic that the client has heard of. */
export type KnownTopic = {
  /** The newest spelling. */
  readonly name: string;
  readonly newest: MessageId;
};

/** 0 nothing said, 1 muted, 2 unmuted, 3 followed (LEVEL(219)). */
export type Policy = 0 | 1 | 2 | 3;
