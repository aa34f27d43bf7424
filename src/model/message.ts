/** A message as the client keeps it: slim, with raw Markdown, and nothing legacy. */
import type { Sorted } from "#base/sorted.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import type { ConversationKey } from "./conversation.ts";

/** One emoji under a message, with everybody who chose it in the order of arrival. */
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
  /** Everybody, the own ID included; undefined for stream messages. */
  readonly userIds: Sorted<UserId> | undefined;
  readonly senderId: UserId;
  /** The name when it was sent: for senders whom the picture does not know. */
  readonly senderName: string;
  /** Raw Markdown, as it came: not safe for a terminal. */
  readonly content: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  /** UNIX seconds of the last change of its text; undefined when its text never changed. */
  readonly editedAt: number | undefined;
  /** UNIX seconds of the last move; undefined when it was never moved. */
  readonly movedAt: number | undefined;
  readonly isMe: boolean;
  /** From a stream's past, and never received: lists that reach beyond a stream leave it out. */
  readonly isHistory: boolean;
  readonly starred: boolean;
  /** A personal or group mention. */
  readonly mentioned: boolean;
  /** `@all` and its kind, or `@topic`. */
  readonly wildcardMentioned: boolean;
  readonly alerted: boolean;
  readonly reactions: readonly Reaction[];
  readonly submessages: readonly Submessage[];
};
