/**
 * Conversations with a send that awaits the user's decision: it failed, or nobody knows whether it arrived. These
 * exist only locally and not in the confirmed state: they are overlaid, for every list of conversations.
 */
import type { Conversation, ConversationKey } from "./conversation.ts";

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
