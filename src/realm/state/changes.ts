/**
 * All changes of a realm's state, as values: actions create them, `apply` applies them, and the state file persists
 * them.
 */
import type { SharedFile } from "./files.ts";
import type { Edit, Mentions, Message, Reaction, Submessage } from "./messages.ts";
import type { Group, Person, ProfileField } from "./people.ts";
import type { Draft, NotificationOverride, Scheduled, TopicPolicy } from "./personal.ts";
import type { StreamFacts } from "./streams.ts";

export const ownFlags = ["read", "starred", "collapsed"] as const;
export type OwnFlag = (typeof ownFlags)[number];

/** A message as it is persisted, without derived data. */
export type SentMessage = Omit<Message, "sentIn" | "reactions" | "edits" | "lostBy"> & {
  /** The IDs of uploaded files that it links to; absent: none. */
  readonly files?: readonly number[];
};

type Membership = { userIds: readonly number[]; streamId: number };
type OfReaction = { id: number; reaction: Reaction };
/** A change for one person. */
type OfUser<Facts = unknown> = { userId: number } & Facts;

/** The data of each kind of change. */
type Facts = {
  "message sent": { message: SentMessage };
  "message edited": {
    id: number;
    content: string;
    mentions: Mentions;
    /** As in `SentMessage`. */
    files?: readonly number[];
    edit: Edit;
  };
  "messages moved": {
    ids: readonly number[];
    streamId: number;
    topic: string;
    edit: Edit;
    /** The message whose text changed in the same request: its history contains the move already. */
    edited: number | undefined;
    /** The people who lost access. */
    lostBy: readonly number[];
  };
  "messages deleted": { ids: readonly number[] };
  "reaction added": OfReaction;
  "reaction removed": OfReaction;
  "submessage added": { id: number; submessage: Submessage };
  "flag changed": OfUser<{ op: "add" | "remove"; flag: OwnFlag; ids: readonly number[] }>;
  "all read": OfUser;
  /** Messages added to a person's history without having been received. */
  "history taken": OfUser<{ ids: readonly number[] }>;
  "topic policy set": OfUser<{ entry: TopicPolicy }>;
  "subscription set": OfUser<{
    streamId: number;
    property: SubscriptionProperty;
    value: string | boolean;
  }>;
  /** `at`: UNIX seconds; undefined: unmuted. */
  "person muted": OfUser<{ otherId: number; at: number | undefined }>;
  "setting set": OfUser<{ property: string; value: unknown }>;
  "alert words set": OfUser<{ words: readonly string[] }>;
  /** New ones, and replacements of those with the same ID. */
  "drafts saved": OfUser<{ drafts: readonly Draft[] }>;
  "draft deleted": OfUser<{ draftId: number }>;
  "scheduled saved": OfUser<{ scheduled: Scheduled }>;
  /** Sent or deleted. */
  "scheduled gone": OfUser<{ scheduledId: number; isSent: boolean }>;
  "people joined": Membership;
  "people left": Membership;
  "person changed": { personId: number; facts: PersonFacts };
  "group saved": { group: Group };
  "group deleted": { groupId: number };
  "stream saved": { stream: StreamFacts };
  "file added": { file: SharedFile };
  "file deleted": { fileId: number };
  /** All fields, in order. */
  "profile fields set": { fields: readonly ProfileField[] };
  "realm set": { property: string; value: unknown };
};

/** A change of that kind. */
export type ChangeOf<Kind extends keyof Facts> = Kind extends keyof Facts
  ? { readonly kind: Kind } & Readonly<Facts[Kind]>
  : never;

export type Change = ChangeOf<keyof Facts>;

/** The properties of a person that can change. */
export type PersonFacts = Partial<
  Omit<Person, "id" | "loginEmail" | "password" | "isBot" | "isSystem" | "joinedAt">
>;

export type SubscriptionProperty = "color" | "is_muted" | "pin_to_top" | NotificationOverride;

/** Changes that affect a single person. */
export type PersonalChange = Extract<Change, { readonly userId: number }>;

/** Applies each kind of the other changes. */
export type Handlers<State> = {
  readonly [Kind in Exclude<Change, PersonalChange>["kind"]]: (
    state: State,
    change: ChangeOf<Kind>,
  ) => void;
};
