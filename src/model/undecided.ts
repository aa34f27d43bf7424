/**
 * Conversations in which a send of the person's own waits for their decision: it failed, or nobody knows whether it
 * arrived. No server tells of these, so truth knows of none: they are laid over it, for every list of conversations.
 */
import type { Conversation, ConversationKey } from "./conversation.ts";

export type Undecided = {
  readonly conversation: Conversation;
  /** How many may have arrived. */
  readonly unsure: number;
  /** How many certainly did not. */
  readonly failed: number;
  /** UNIX seconds: when the oldest was written. */
  readonly since: number;
  /** Why the oldest did not arrive, or may not have; as the server said it: not safe for a terminal. */
  readonly reason: string;
};

/** The oldest first. */
export type UndecidedSends = ReadonlyMap<ConversationKey, Undecided>;

export const noneUndecided: UndecidedSends = new Map();
