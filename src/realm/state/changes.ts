/**
 * Every way in which a realm's state changes, as a value: an action decides on one, `apply` carries it out, and a
 * state file that keeps them all brings the realm back.
 */
import type { SharedFile } from "./files.ts";
import type { Edit, Mentions, Message, Reaction, Submessage } from "./messages.ts";
import type { Group, Person, ProfileField } from "./people.ts";
import type { Draft, NotificationOverride, Scheduled, TopicPolicy } from "./personal.ts";
import type { StreamFacts } from "./streams.ts";

export const ownFlags = ["read", "starred", "collapsed"] as const;
export type OwnFlag = (typeof ownFlags)[number];

/** A message as it is written down: without what follows from the rest. */
export type SentMessage = Omit<Message, "bornIn" | "reactions" | "edits" | "lostBy"> & {
  /** The shared files that it links to, by ID; absent: none. */
  readonly files?: readonly number[];
};

type Membership = { userIds: readonly number[]; streamId: number };
type OfReaction = { id: number; reaction: Reaction };
/** What belongs to one person. */
type Own<Facts = unknown> = { userId: number } & Facts;

/** What a change says, by its kind. */
type Facts = {
  "message sent": { message: SentMessage };
  "message edited": {
    id: number;
    content: string;
    mentions: Mentions;
    /** As in a message that is sent. */
    files?: readonly number[];
    edit: Edit;
  };
  "messages moved": {
    ids: readonly number[];
    streamId: number;
    topic: string;
    edit: Edit;
    /** The one whose text changed with it: its history has the move already. */
    edited: number | undefined;
    /** Who can no longer read them. */
    lostBy: readonly number[];
  };
  "messages deleted": { ids: readonly number[] };
  "reaction added": OfReaction;
  "reaction removed": OfReaction;
  "submessage added": { id: number; submessage: Submessage };
  "flag changed": Own<{ op: "add" | "remove"; flag: OwnFlag; ids: readonly number[] }>;
  "all read": Own;
  /** History that a person takes up without having received it. */
  "history taken": Own<{ ids: readonly number[] }>;
  "topic policy set": Own<{ entry: TopicPolicy }>;
  "subscription set": Own<{
    streamId: number;
    property: SubscriptionProperty;
    value: string | boolean;
  }>;
  /** `at`: UNIX seconds; undefined takes it back. */
  "person muted": Own<{ otherId: number; at: number | undefined }>;
  "setting set": Own<{ property: string; value: unknown }>;
  "alert words set": Own<{ words: readonly string[] }>;
  /** New ones, and those that take the place of one with their ID. */
  "drafts saved": Own<{ drafts: readonly Draft[] }>;
  "draft deleted": Own<{ draftId: number }>;
  "scheduled saved": Own<{ scheduled: Scheduled }>;
  /** Sent, or else taken back. */
  "scheduled gone": Own<{ scheduledId: number; isSent: boolean }>;
  "people joined": Membership;
  "people left": Membership;
  "person changed": { personId: number; facts: PersonFacts };
  "group saved": { group: Group };
  "group deleted": { groupId: number };
  "stream saved": { stream: StreamFacts };
  "file added": { file: SharedFile };
  "file deleted": { fileId: number };
  /** All of them, in their order. */
  "profile fields set": { fields: readonly ProfileField[] };
  "realm set": { property: string; value: unknown };
};

/** The change of that kind. */
export type Of<Kind extends keyof Facts> = Kind extends keyof Facts
  ? { readonly kind: Kind } & Readonly<Facts[Kind]>
  : never;

export type Change = Of<keyof Facts>;

/** What of a person may change. */
export type PersonFacts = Partial<
  Omit<Person, "id" | "loginEmail" | "password" | "isBot" | "isSystem" | "joinedAt">
>;

export type SubscriptionProperty = "color" | "is_muted" | "pin_to_top" | NotificationOverride;

/** Changes that concern one person alone. */
export type PersonalChange = Extract<Change, { readonly userId: number }>;

/** What each kind of the other changes does to the state. */
export type Handlers<State> = {
  readonly [Kind in Exclude<Change, PersonalChange>["kind"]]: (
    state: State,
    change: Of<Kind>,
  ) => void;
};
