/**
 * The client's replica of a realm: what the register answer said, changed by every event since, and the messages fetched.
 *
 * Truth only. What the person wants and the server has not confirmed lies over it elsewhere. Reducers return what they
 * were given when nothing changes, so identity tells what to draw anew.
 */
import type { Sorted } from "#base/sorted.ts";
import { get, type Table } from "#base/table.ts";
import type { Draft, ScheduledMessage } from "#wire/draft.ts";
import type { DraftId, GroupId, MessageId, ScheduledId, StreamId, UserId } from "#wire/ids.ts";
import type { UserSettings } from "#wire/user.ts";
import type { ConversationKey } from "./conversation.ts";
import type { EmojiNames } from "./emoji-names.ts";
import type { History } from "./history.ts";
import type { Message } from "./message.ts";
import type { NarrowKey } from "./narrow.ts";
import type { Organization } from "./organization.ts";
import type { Group, Person, Presence, Status } from "./person.ts";
import type { RecentEvents } from "./recent-events.ts";
import type { Snoozes } from "./snooze.ts";
import type { KnownTopic, Policy, Stream } from "./stream.ts";
import type { UndecidedSends } from "./undecided.ts";
import type { Unreads } from "./unreads.ts";
import type { Uploads } from "./uploads.ts";

/** What the server said of itself and its limits. */
export type RealmFacts = {
  readonly name: string;
  /** Without a slash at the end. */
  readonly url: string;
  readonly featureLevel: number;
  /** The brand's word on the wire; undefined when the server names none. */
  readonly prefix: string | undefined;
  readonly version: string | undefined;
  /** Where the server's names of emoji are, as told; undefined when it has no such list. */
  readonly emojiDataUrl: string | undefined;
  readonly maxMessageLength: number;
  /** Bytes; undefined if the server does not tell. */
  readonly maxUploadSize: number | undefined;
  readonly maxTopicLength: number;
  readonly maxStreamNameLength: number;
  readonly maxStreamDescriptionLength: number;
  readonly typingStartedWaitMs: number;
  readonly typingStoppedWaitMs: number;
  readonly typingExpiryMs: number;
  readonly presenceOfflineSeconds: number;
  readonly presencePingMs: number;
  /** Changes when the server starts anew; undefined when it does not tell. */
  readonly generation: number | undefined;
  /** UNIX seconds of the realm's birth; undefined when the server does not tell. */
  readonly createdAt: number | undefined;
};

export type Typist = {
  readonly userId: UserId;
  /** UNIX milliseconds after which they are forgotten. */
  readonly until: number;
};

export type Replica = {
  /** Raised by each register: answers to older questions merge below what events told since. */
  readonly epoch: number;
  /** The ID of the newest event that changed anything: that one and older ones are not applied again. */
  readonly lastEvent: number;
  /** What happened to messages lately, for pages that were under way meanwhile. */
  readonly recent: RecentEvents;
  readonly realm: RealmFacts;
  readonly organization: Organization;
  /** Undefined until the server's list was read: the names that weir brings along hold. */
  readonly emojiNames: EmojiNames | undefined;
  readonly ownId: UserId;
  readonly settings: UserSettings;
  readonly people: Table<UserId, Person>;
  /** Raised when a name, an emoji or a link pattern that messages show changed: rendered lines are stale then. */
  readonly namesRevision: number;
  readonly groups: Table<GroupId, Group>;
  readonly uploads: Uploads;
  /** All streams that the person may see. */
  readonly streams: Table<StreamId, Stream>;
  /**
   * Streams that went while this replica knew them: archived, or out of the person's reach, which servers do not tell
   * apart. Nothing is told of those that went before.
   */
  readonly archived: ReadonlyMap<StreamId, Stream>;
  /** Topics heard of, by stream and folded name. Not complete until the server was asked: see `topicsComplete`. */
  readonly topics: ReadonlyMap<StreamId, ReadonlyMap<ConversationKey, KnownTopic>>;
  readonly topicsComplete: ReadonlySet<StreamId>;
  /** Absent: nothing said. */
  readonly policies: ReadonlyMap<ConversationKey, Policy>;
  readonly mutedPeople: ReadonlySet<UserId>;
  /** Topics in which the person is known to have written. */
  readonly participated: ReadonlySet<ConversationKey>;
  /** Whether `participated` includes what the person wrote before this client was started. */
  readonly participationKnown: boolean;
  /** Newest message of each direct conversation heard of. */
  readonly directs: ReadonlyMap<
    ConversationKey,
    { readonly userIds: Sorted<UserId>; readonly newest: MessageId }
  >;
  readonly messages: Table<MessageId, Message>;
  /**
   * Those of `messages` that were kept from before the queue was lost and not heard of since: what they say and where
   * they stand may have changed. They are shown in histories of older epochs, and never placed in others.
   */
  readonly carriedOver: Table<MessageId, true>;
  readonly histories: ReadonlyMap<NarrowKey, History>;
  readonly unreads: Unreads;
  readonly starred: Sorted<MessageId>;
  readonly typing: ReadonlyMap<ConversationKey, readonly Typist[]>;
  readonly presences: ReadonlyMap<UserId, Presence>;
  readonly statuses: ReadonlyMap<UserId, Status>;
  readonly alertWords: readonly string[];
  /** Texts that the server keeps for all clients of the person. */
  readonly drafts: ReadonlyMap<DraftId, Draft>;
  readonly scheduled: ReadonlyMap<ScheduledId, ScheduledMessage>;
  /** The highest message ID heard of; 0 when none. Never falls within a realm. */
  readonly newestMessage: number;
  /** `newestMessage` at the register: every message above it came by event. */
  readonly newestAtRegister: number;
  /** Empty but for where the open intents are laid over truth. */
  readonly undecided: UndecidedSends;
  /** Likewise. */
  readonly snoozes: Snoozes;
};

/** The message as it is on the server; undefined where it is not known, or only from before the queue was lost. */
export function confirmedMessage(replica: Replica, id: MessageId): Message | undefined {
  return get(replica.carriedOver, id) === true ? undefined : get(replica.messages, id);
}
