/**
 * What a person wants and the server has not confirmed.
 *
 * An intent is on disk before its request leaves. It retires when it was answered and truth agrees with it, not on
 * either alone. An older intent never overwrites a newer one on the same target.
 */
import type { Sorted } from "#base/sorted.ts";
import type { DraftId, MessageId, StreamId, UserId } from "#wire/ids.ts";

/** Random and unique over all processes; also the `local_id` of a send. */
export type IntentId = string & { readonly __intent: true };

/** Where a message goes; the journal's own shape, equal to the picture's conversation. */
export type Address =
  | { readonly kind: "topic"; readonly streamId: StreamId; readonly topic: string }
  | { readonly kind: "direct"; readonly userIds: Sorted<UserId> };

/** A person's change of one message's emoji. */
export type Emoji = { readonly name: string; readonly code: string; readonly type: string };

export type Wish =
  | { readonly kind: "send"; readonly address: Address; readonly content: string }
  | {
      readonly kind: "read";
      readonly op: "add" | "remove";
      readonly ids: Sorted<MessageId>;
      /** Where all of them are, if that is known: messages that were never fetched can be shown as unread then. */
      readonly at?: Address;
      /** Adding only: whatever else is unread is meant too, such as what is too old for the register to tell. */
      readonly everything?: true;
    }
  | { readonly kind: "star"; readonly op: "add" | "remove"; readonly ids: Sorted<MessageId> }
  | {
      readonly kind: "react";
      readonly op: "add" | "remove";
      readonly messageId: MessageId;
      readonly emoji: Emoji;
    }
  /** The person's own vote for an option of a poll, or the tick at a task of a list, by the key that it has there. */
  | {
      readonly kind: "tick";
      readonly op: "add" | "remove";
      readonly messageId: MessageId;
      readonly of: "poll" | "tasks";
      readonly key: string;
    }
  /** Nothing takes it back, so whoever wishes it was asked; it lies over nothing, events tell how far it came. */
  | { readonly kind: "delete-topic"; readonly streamId: StreamId; readonly topic: string };

/**
 * Where an intent stands:
 * `waiting` — not sent, or known not to have arrived: may be sent (again);
 * `sending` — a request is under way;
 * `maybe` — a request left and no answer came: the server may have it, so a send is never repeated by itself;
 * `unsure` — a send whose `maybe` could not be resolved: the person chooses;
 * `answered` — the server said yes, and the event is awaited (`messageId` of a send is known);
 * `failed` — the server said no, or the request cannot be made: `reason` is fit to show, and the person chooses.
 */
export type Phase = "waiting" | "sending" | "maybe" | "unsure" | "answered" | "failed";

export type Intent = {
  readonly id: IntentId;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  readonly wish: Wish;
  readonly phase: Phase;
  /** How often a request left. */
  readonly attempts: number;
  /** The highest message ID known when a send first left: its message has a higher one. */
  readonly knownBefore?: number;
  /** The message that a send became. */
  readonly messageId?: MessageId;
  /** Messages with the same text that other sends became, or other clients': this one is none of them. */
  readonly notBecame?: readonly MessageId[];
  /** A sentence for the person, with `failed` and `unsure`. */
  readonly reason?: string;
};

export type Draft = {
  /** Undefined: it was not said yet where the text should go. */
  readonly address: Address | undefined;
  /** Empty only where the server's copy is still to be thrown away. */
  readonly text: string;
  /** UNIX milliseconds. */
  readonly updatedAt: number;
  /** The copy that the server keeps for all clients, and what it says; absent while the text is here alone. */
  readonly shared?: SharedCopy;
};

export type SharedCopy = {
  readonly id: DraftId;
  readonly text: string;
  /** The birth of the realm that has it, in UNIX seconds: another realm at the same address has other drafts. */
  readonly realm: number | undefined;
  /** The key of the conversation where the server has it, while that is another: the topic was moved since. */
  readonly elsewhere?: string;
};
