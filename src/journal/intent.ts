/**
 * An action of the user that the server has not confirmed.
 *
 * An intent is persisted before its request is sent. It retires once it is answered and the replica matches it; neither
 * alone is enough. An older intent never overwrites a newer one on the same target.
 */

import type { Emoji as ReactionEmoji } from "#journal/actions/message.ts";
import type { Conversation } from "#model/conversation.ts";
import type { DraftId, MessageId } from "#wire/ids.ts";
import type { Action as AnyWish } from "./actions/table.ts";

/** Random and unique across processes; also the `local_id` of a send. */
export type IntentId = string & { readonly __intent: true };

/** The recipient of a message. */
export type Address = Conversation;

export type Emoji = ReactionEmoji;

export type Action = AnyWish;

/**
 * The state of an intent:
 * - `waiting` — not sent, or known not to have arrived: may be sent (again);
 * - `sending` — a request is pending;
 * - `unconfirmed` — a request was sent and no response came: the server may have it, so a send is never retried
 *   automatically;
 * - `undecided` — a send whose `unconfirmed` could not be resolved: the user decides;
 * - `answered` — the server accepted it, and the event is awaited (`messageId` of a send is known);
 * - `failed` — the server refused it, or the request cannot be made: `reason` can be shown, and the user decides.
 */
export type Phase = "waiting" | "sending" | "unconfirmed" | "undecided" | "answered" | "failed";

export type Intent = {
  readonly id: IntentId;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  readonly action: Action;
  /** Another window may add the same intent: once it is over, nobody may store it again. */
  readonly once?: true;
  readonly phase: Phase;
  /** UNIX milliseconds before which no request is sent, if any, so that the user can still undo it. */
  readonly heldUntil?: number;
  /** The number of requests sent. */
  readonly attempts: number;
  /** The highest message ID known when a send was first sent: its message has a higher one. */
  readonly knownBefore?: number;
  /** The message that a send became. */
  readonly messageId?: MessageId;
  /** Messages with the same text that belong to other sends or other clients: this send is none of them. */
  readonly notBecame?: readonly MessageId[];
  /** A sentence for the user; set with `failed` and `undecided`. */
  readonly reason?: string;
};

export type Draft = {
  /** It is undefined until a recipient is chosen. */
  readonly address: Address | undefined;
  /** Empty only while the server's copy is still to be deleted. */
  readonly text: string;
  /** UNIX milliseconds. */
  readonly updatedAt: number;
  /** The copy that the server shares with all clients, and its text; absent while the draft is only local. */
  readonly shared?: SharedCopy;
  /** What the message said when this edit of it was begun; absent in drafts. */
  readonly was?: string;
};

export type SharedCopy = {
  /** It is absent while its creation was requested and not answered. */
  readonly id?: DraftId;
  readonly text: string;
  /** Creation time of its realm in UNIX seconds: another realm at the same address has other drafts. */
  readonly realm: number | undefined;
  /** The conversation key of the server's copy if it differs: the topic was moved since. */
  readonly elsewhere?: string;
  /** Texts of earlier requests to create it that were not answered: the server may carry them out at any time. */
  readonly unanswered?: readonly string[];
};
