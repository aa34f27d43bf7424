/**
 * What only this machine knows of conversations: that the user has snoozed one until a time, or has to decide about a
 * send. Not part of the confirmed state: overlaid, for every list of conversations.
 */
import { idAt, idsOf } from "#base/id-list.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { Conversation, ConversationKey } from "./conversation.ts";
import { type UnreadConversation, type Unreads, unreadIn } from "./unreads.ts";

export type Snooze = {
  readonly conversation: Conversation;
  /** UNIX seconds. */
  readonly until: number;
  /** The highest message ID known when it was snoozed. */
  readonly newest: number;
  /** `until` has passed: it stays at the top of the inbox until it is handled. */
  readonly isDue: boolean;
  /**
   * It was never hidden, but stands among what needs the user until it is handled: reading alone does not end that.
   * `draft`: because of a draft of the user's own, of the time `until`; `answer`: because of `asked`, of that time. Absent:
   * it was snoozed.
   */
  readonly stays?: "draft" | "answer";
  /** The newest message that asked the user something, was read, and is not answered; absent: none. */
  readonly asked?: MessageId;
};

export type Snoozes = ReadonlyMap<ConversationKey, Snooze>;

export const noSnoozes: Snoozes = new Map();

/** Whether the inbox hides the conversation now. */
export function isHidden(
  { snoozes }: { readonly snoozes: Snoozes },
  key: ConversationKey,
): boolean {
  return snoozes.get(key)?.isDue === false;
}

/** Whether a direct message from a person or a personal mention has arrived since, and is still unread. */
export function isInterrupted(
  unreads: Unreads,
  key: ConversationKey,
  { isDue, newest }: Snooze,
): boolean {
  const entry = isDue ? undefined : unreadIn(unreads, key);
  if (entry === undefined || (idAt(entry.ids, -1) ?? 0) <= newest) return false;
  return askingIn(entry).some((id) => id > newest);
}

/** The unread direct messages from people, or the personal mentions. */
export function askingIn(entry: UnreadConversation): readonly MessageId[] {
  const isDirect = entry.conversation.kind === "direct";
  const [asking, others] = isDirect
    ? [entry.ids, new Set(idsOf(entry.byBots))]
    : [entry.mentions, new Set(idsOf(entry.wildcards))];
  return idsOf(asking).filter((id) => !others.has(id));
}

/** Without what stays to be answered where nobody can write any more: it is back when the stream is. */
export function answerable(snoozes: Snoozes, archived: ReadonlyMap<StreamId, unknown>): Snoozes {
  const shown = [...snoozes].filter(
    ([, { stays, conversation }]) =>
      stays === undefined || conversation.kind !== "topic" || !archived.has(conversation.streamId),
  );
  return shown.length === snoozes.size ? snoozes : new Map(shown);
}

/** The snooze without what was asked; undefined if that was all that kept it. */
export function withoutAsked({ asked: _, ...rest }: Snooze): Snooze | undefined {
  return rest.stays === "answer" ? undefined : rest;
}

// Conversations with a send that awaits the user's decision: it failed, or nobody knows whether it arrived.

export type Undecided = {
  readonly conversation: Conversation;
  readonly mayHaveArrived: number;
  /** How many certainly did not. */
  readonly failed: number;
  /** UNIX seconds: when the oldest was written. */
  readonly since: number;
  /** Why the oldest failed or is uncertain; from the server: not safe for a terminal. */
  readonly reason: string;
};

/** Oldest first. */
export type UndecidedSends = ReadonlyMap<ConversationKey, Undecided>;

export const noneUndecided: UndecidedSends = new Map();
