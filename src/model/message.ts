/** A message as the client stores it: slim, with raw Markdown, and no legacy fields. */
import type { Sorted } from "#base/sorted.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import type { ConversationKey } from "./conversation.ts";

/** One emoji under a message, with everybody who chose it in order of arrival. */
export type Reaction = {
  readonly type: string;
  readonly code: string;
  readonly name: string;
  readonly userIds: readonly UserId[];
};

/** Data of a poll or a to-do list. */
export type Submessage = {
  readonly id: number;
  readonly senderId: UserId;
  readonly content: string;
};

export type Message = {
  readonly id: MessageId;
  readonly conversation: ConversationKey;
  /** Undefined for direct messages. */
  readonly streamId: StreamId | undefined;
  /** As the server spells it; empty for direct messages. */
  readonly topic: string;
  /** Everybody, including the own ID; undefined for stream messages. */
  readonly userIds: Sorted<UserId> | undefined;
  readonly senderId: UserId;
  /** The name when it was sent: for senders who are not in the replica. */
  readonly senderName: string;
  /** Raw Markdown, unmodified: not safe for a terminal. */
  readonly content: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  /** UNIX seconds of the last edit of its text; undefined if never edited. */
  readonly editedAt: number | undefined;
  /** UNIX seconds of the last move; undefined if never moved. */
  readonly movedAt: number | undefined;
  /** From before the user subscribed, and never received: lists across streams exclude it. */
  readonly isHistory: boolean;
  readonly starred: boolean;
  /** A personal or group mention. */
  readonly mentioned: boolean;
  /** `@all` and its variants, or `@topic`. */
  readonly wildcardMentioned: boolean;
  readonly alerted: boolean;
  readonly reactions: readonly Reaction[];
  readonly submessages: readonly Submessage[];
};
