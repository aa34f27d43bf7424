/**
 * Every way in which a realm's state changes, as a value: an action decides on one, `apply` carries it out, and a
 * state file that keeps them all brings the realm back.
 */
import type { Edit, Mentions, Message, Reaction, Submessage } from "./messages.ts";
import type { NotificationOverride, TopicPolicy } from "./personal.ts";

export const ownFlags = ["read", "starred", "collapsed"] as const;
export type OwnFlag = (typeof ownFlags)[number];

/** A message as it is written down: without what follows from the rest. */
export type SentMessage = Pick<
  Message,
  | "id"
  | "senderId"
  | "content"
  | "sentAt"
  | "client"
  | "streamId"
  | "topic"
  | "participants"
  | "readBySender"
  | "mentions"
  | "submessages"
>;

export type Change =
  | { readonly kind: "message sent"; readonly message: SentMessage }
  | {
      readonly kind: "message edited";
      readonly id: number;
      readonly content: string;
      readonly mentions: Mentions;
      readonly edit: Edit;
    }
  | {
      readonly kind: "messages moved";
      readonly ids: readonly number[];
      readonly streamId: number;
      readonly topic: string;
      readonly edit: Edit;
      /** The one whose text changed with it: its history has the move already. */
      readonly edited: number | undefined;
      /** Who can no longer read them. */
      readonly lostBy: readonly number[];
    }
  | { readonly kind: "messages deleted"; readonly ids: readonly number[] }
  | {
      readonly kind: "flag changed";
      readonly userId: number;
      readonly op: "add" | "remove";
      readonly flag: OwnFlag;
      readonly ids: readonly number[];
    }
  | { readonly kind: "all read"; readonly userId: number }
  | {
      readonly kind: "reaction added" | "reaction removed";
      readonly id: number;
      readonly reaction: Reaction;
    }
  | { readonly kind: "submessage added"; readonly id: number; readonly submessage: Submessage }
  /** History that a person takes up without having received it. */
  | { readonly kind: "history taken"; readonly userId: number; readonly ids: readonly number[] }
  | {
      readonly kind: "topic policy set";
      readonly userId: number;
      readonly entry: TopicPolicy;
    }
  | {
      readonly kind: "subscription set";
      readonly userId: number;
      readonly streamId: number;
      readonly property: SubscriptionProperty;
      readonly value: string | boolean;
    }
  | {
      readonly kind: "people joined" | "people left";
      readonly userIds: readonly number[];
      readonly streamId: number;
    }
  | {
      readonly kind: "person muted";
      readonly userId: number;
      readonly otherId: number;
      /** UNIX seconds; undefined takes it back. */
      readonly at: number | undefined;
    }
  | {
      readonly kind: "setting set";
      readonly userId: number;
      readonly property: string;
      readonly value: unknown;
    }
  | { readonly kind: "realm set"; readonly property: string; readonly value: unknown };

export type SubscriptionProperty = "color" | "is_muted" | "pin_to_top" | NotificationOverride;
