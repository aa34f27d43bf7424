/**
 * Every way in which a realm's state changes, as a value: an action decides on one, `apply` carries it out, and a
 * state file that keeps them all brings the realm back.
 */
import type { SharedFile } from "./files.ts";
import type { Edit, Mentions, Message, Reaction, Submessage } from "./messages.ts";
import type { Group, Person } from "./people.ts";
import type { Draft, NotificationOverride, Scheduled, TopicPolicy } from "./personal.ts";
import type { ProfileField } from "./profile-fields.ts";
import type { StreamFacts } from "./streams.ts";

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
> & {
  /** The shared files that it links to, by ID; absent: none. */
  readonly files?: readonly number[];
};

export type Change =
  | { readonly kind: "message sent"; readonly message: SentMessage }
  | {
      readonly kind: "message edited";
      readonly id: number;
      readonly content: string;
      readonly mentions: Mentions;
      /** As in a message that is sent. */
      readonly files?: readonly number[];
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
  | { readonly kind: "alert words set"; readonly userId: number; readonly words: readonly string[] }
  /** New ones, and those that take the place of one with their ID. */
  | { readonly kind: "drafts saved"; readonly userId: number; readonly drafts: readonly Draft[] }
  | { readonly kind: "draft deleted"; readonly userId: number; readonly draftId: number }
  | { readonly kind: "scheduled saved"; readonly userId: number; readonly scheduled: Scheduled }
  | {
      readonly kind: "scheduled gone";
      readonly userId: number;
      readonly scheduledId: number;
      /** False: taken back. */
      readonly isSent: boolean;
    }
  | { readonly kind: "person changed"; readonly personId: number; readonly facts: PersonFacts }
  | { readonly kind: "group saved"; readonly group: Group }
  | { readonly kind: "group deleted"; readonly groupId: number }
  | { readonly kind: "stream saved"; readonly stream: StreamFacts }
  | { readonly kind: "file added"; readonly file: SharedFile }
  | { readonly kind: "file deleted"; readonly fileId: number }
  /** All of them, in their order. */
  | { readonly kind: "profile fields set"; readonly fields: readonly ProfileField[] }
  | { readonly kind: "realm set"; readonly property: string; readonly value: unknown };

/** What of a person may change. */
export type PersonFacts = Partial<
  Pick<
    Person,
    | "fullName"
    | "email"
    | "emailVisibility"
    | "role"
    | "isBillingAdmin"
    | "isActive"
    | "timezone"
    | "apiKey"
    | "status"
    | "profile"
    | "ownerId"
  >
>;

export type SubscriptionProperty = "color" | "is_muted" | "pin_to_top" | NotificationOverride;

/** The change of that kind. */
export type Of<Kind extends Change["kind"]> = Change extends infer One extends Change
  ? One extends { readonly kind: infer Own }
    ? Kind extends Own
      ? One
      : never
    : never
  : never;

/** What each kind of change does to the state. */
export type Handlers<State, Kind extends Change["kind"]> = {
  readonly [K in Kind]: (state: State, change: Of<K>) => void;
};
