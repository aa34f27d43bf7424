/**
 * The client's replica of a realm: the register response with all later events applied, and the fetched messages.
 *
 * It contains confirmed state only; unconfirmed intents are overlaid elsewhere. Reducers return their argument if
 * nothing changes, so identity shows what must be redrawn.
 */
import type { Sorted } from "#base/sorted.ts";
import { emptyTable, get, type Table } from "#base/table.ts";
import type { Draft, ScheduledMessage } from "#wire/draft.ts";
import type {
  DraftId,
  FolderId,
  GroupId,
  MessageId,
  ReminderId,
  ScheduledId,
  SnippetId,
  StreamId,
  UserId,
} from "#wire/ids.ts";
import { limits } from "#wire/limits.ts";
import type { NavigationView, Reminder, SavedSnippet } from "#wire/personal.ts";
import type { ChannelFolder } from "#wire/stream.ts";
import type { UserSettings } from "#wire/user.ts";
import type { ConversationKey } from "./conversation.ts";
import type { History } from "./histories.ts";
import {
  type LocalFolders,
  type LocalViews,
  noLocalFolders,
  noLocalViews,
  noneUndecided,
  noSnoozes,
  type ShownSnoozes,
  type UndecidedSends,
} from "./local-state.ts";
import type { Message } from "./message.ts";
import type { NarrowKey } from "./narrow.ts";
import { type EmojiNames, emptyOrganization, type Organization } from "./organization.ts";
import type { Group, Person, Presence, Status } from "./person.ts";
import { noRecentEvents, type RecentEvents } from "./recent-events.ts";
import type { KnownTopic, Policy, Stream } from "./stream.ts";
import { noUnreads, type Unreads } from "./unreads.ts";

/** A reason for a report. */
export type ReportType = { readonly key: string; readonly name: string };

/** A size in which the server has each picture, as a still one. */
export type Thumbnail = {
  readonly name: string;
  /** Pixels at most. */
  readonly width: number;
  readonly height: number;
};

/** What the realm and its server say about themselves, and their limits. */
export type Realm = {
  readonly name: string;
  /** Without a slash at the end. */
  readonly url: string;
  readonly featureLevel: number;
  /** The brand's prefix on the wire; undefined if the server has none. */
  readonly prefix: string | undefined;
  readonly version: string | undefined;
  /** The URL of the server's emoji names, as received; undefined if it has no such list. */
  readonly emojiDataUrl: string | undefined;
  readonly maxMessageLength: number;
  /** Bytes; undefined if the server does not tell. */
  readonly maxUploadSize: number | undefined;
  /** Smaller versions of pictures, the smallest first; undefined if the server does not tell. */
  readonly thumbnails: readonly Thumbnail[] | undefined;
  readonly maxTopicLength: number;
  readonly maxReminderNoteLength: number;
  /** Whether the server has a model that sums up topics. */
  readonly summarizes: boolean;
  /** For what messages are reported to the moderators, in order. */
  readonly reportTypes: readonly ReportType[];
  readonly maxStreamNameLength: number;
  readonly maxStreamDescriptionLength: number;
  readonly typingStartedWaitMs: number;
  readonly typingStoppedWaitMs: number;
  readonly typingExpiryMs: number;
  readonly presenceOfflineSeconds: number;
  readonly presencePingMs: number;
  /** Changes when the server restarts; undefined if it does not tell. */
  readonly generation: number | undefined;
  /** UNIX seconds of the realm's creation; undefined if the server does not tell. */
  readonly createdAt: number | undefined;
};

export type Typist = {
  readonly userId: UserId;
  /** UNIX milliseconds at which the entry expires. */
  readonly until: number;
  /** The message that they edit; absent: they write a new one. */
  readonly edits?: MessageId;
};

/** A direct conversation with its newest message. */
export type KnownDirect = {
  readonly userIds: Sorted<UserId>;
  readonly newest: MessageId;
  /** `newest` was deleted, and the client knows no other: the server is asked for it (`withDirectNewest`). */
  readonly mayBeEmpty?: true;
};

/**
 * From where on all messages of conversations are known. A message that was only found, such as by a search, may have been
 * answered by one that is not here.
 */
export type HeardConversations = {
  /** Of all conversations, because later messages came by event. */
  readonly since: number;
  /** Of single ones, from that message on. */
  readonly from: ReadonlyMap<ConversationKey, number>;
  /** The register after which the server was asked for them; 0: none. */
  readonly epoch: number;
};

export type Replica = {
  /** Incremented by each register: responses to earlier requests must not override newer events. */
  readonly epoch: number;
  /** The ID of the newest applied event: that one and older ones are not applied again. */
  readonly lastEvent: number;
  /** Recent changes to messages, for pages that were requested before them. */
  readonly recent: RecentEvents;
  readonly realm: Realm;
  readonly organization: Organization;
  /** Undefined until the server's list is loaded: the built-in names are used. */
  readonly emojiNames: EmojiNames | undefined;
  readonly ownId: UserId;
  readonly settings: UserSettings;
  readonly people: Table<UserId, Person>;
  /** Incremented when a name, an emoji or a link pattern in messages changes: rendered lines are stale then. */
  readonly namesRevision: number;
  readonly groups: Table<GroupId, Group>;
  /** All streams in use that the user may see. */
  readonly streams: Table<StreamId, Stream>;
  /**
   * Streams that the server lists as archived; and those that disappeared since the first register, or that only messages
   * name: archived or not accessible, which then is not distinguished. Others are unknown.
   */
  readonly archived: ReadonlyMap<StreamId, Stream>;
  readonly folders: ReadonlyMap<FolderId, ChannelFolder>;
  /** Known topics, by stream and key. Incomplete until they are fetched: see `topicsComplete`. */
  readonly topics: ReadonlyMap<StreamId, ReadonlyMap<ConversationKey, KnownTopic>>;
  readonly topicsComplete: ReadonlySet<StreamId>;
  /** A conversation without a policy is absent. */
  readonly policies: ReadonlyMap<ConversationKey, Policy>;
  readonly mutedPeople: ReadonlySet<UserId>;
  /** Topics in which the user is known to have written. */
  readonly participated: ReadonlySet<ConversationKey>;
  /** Whether `participated` includes what the user wrote before this client was started. */
  readonly participationKnown: boolean;
  readonly directs: ReadonlyMap<ConversationKey, KnownDirect>;
  readonly messages: Table<MessageId, Message>;
  /**
   * Those of `messages` that were carried over from a lost queue and not received since: their text and their topic may
   * have changed. They are shown in histories of older epochs, and never added to newer ones.
   */
  readonly carriedOver: Table<MessageId, true>;
  readonly histories: ReadonlyMap<NarrowKey, History>;
  readonly unreads: Unreads;
  readonly starred: Sorted<MessageId>;
  readonly typing: ReadonlyMap<ConversationKey, readonly Typist[]>;
  /** By the server's clock. */
  readonly presences: ReadonlyMap<UserId, Presence>;
  /** How many seconds this machine's clock is ahead of the server's; 0 until an answer tells the server's time. */
  readonly clockAhead: number;
  readonly statuses: ReadonlyMap<UserId, Status>;
  readonly alertWords: readonly string[];
  /** Drafts that the server stores for all of the user's clients. */
  readonly drafts: ReadonlyMap<DraftId, Draft>;
  readonly scheduled: ReadonlyMap<ScheduledId, ScheduledMessage>;
  readonly snippets: ReadonlyMap<SnippetId, SavedSnippet>;
  readonly reminders: ReadonlyMap<ReminderId, Reminder>;
  /** By the end of their URL. */
  readonly navigationViews: ReadonlyMap<string, NavigationView>;
  /** The highest known message ID; 0 if there is none. Never decreases within a realm. */
  readonly newestMessage: number;
  /** `newestMessage` at the register: every message above it comes by event. Infinite if the server has not told it. */
  readonly newestAtRegister: number;
  /** The highest ID that came by event, or was there at the register. A page may have brought higher ones. */
  readonly newestHeard: number;
  readonly openEnds: HeardConversations;
  /** Empty in the confirmed replica: part of the overlay. */
  readonly undecided: UndecidedSends;
  /** Likewise. */
  readonly snoozes: ShownSnoozes;
  /** Likewise: messages that are said not to wait for anybody. */
  readonly dismissed: Pick<ReadonlySet<MessageId>, "has">;
  /** Likewise. */
  readonly localViews: LocalViews;
  /** Likewise. */
  readonly localFolders: LocalFolders;
  /** Likewise: how many unread messages match each view, as far as that is counted. */
  readonly viewCounts: ViewCounts;
};

export type ViewCount = {
  readonly certain: number;
  /** Of so many unread messages nobody can tell here. */
  readonly unknown: number;
};

/** By the view's fragment; one that weir cannot read, or has not counted yet, has none. */
export type ViewCounts = ReadonlyMap<string, ViewCount>;

export const noViewCounts: ViewCounts = new Map();

/** The message as it is on the server; undefined if it is unknown, or carried over from a lost queue. */
export function confirmedMessage(replica: Replica, id: MessageId): Message | undefined {
  return get(replica.carriedOver, id) === true ? undefined : get(replica.messages, id);
}

/** LEVEL(435): before it, servers do not list theirs. */
export const reportTypes: readonly ReportType[] = [
  { key: "spam", name: "Spam" },
  { key: "harassment", name: "Harassment" },
  { key: "inappropriate", name: "Inappropriate content" },
  { key: "norms", name: "Violates community norms" },
  { key: "other", name: "Other reason" },
];

// The replica before the first register.

export const emptyReplica: Replica = {
  epoch: 0,
  lastEvent: -1,
  recent: noRecentEvents,
  realm: {
    name: "weir",
    url: "",
    featureLevel: 0,
    prefix: undefined,
    version: undefined,
    emojiDataUrl: undefined,
    maxMessageLength: limits.messageLength,
    maxUploadSize: undefined,
    thumbnails: undefined,
    maxTopicLength: limits.topicLength,
    maxReminderNoteLength: limits.reminderNoteLength,
    summarizes: false,
    reportTypes,
    maxStreamNameLength: limits.streamNameLength,
    maxStreamDescriptionLength: limits.streamDescriptionLength,
    typingStartedWaitMs: 10_000,
    typingStoppedWaitMs: 5_000,
    typingExpiryMs: 15_000,
    presenceOfflineSeconds: 140,
    presencePingMs: 60_000,
    generation: undefined,
    createdAt: undefined,
  },
  organization: emptyOrganization,
  emojiNames: undefined,
  ownId: 0 as UserId,
  settings: {},
  people: emptyTable(),
  namesRevision: 0,
  groups: emptyTable(),
  streams: emptyTable(),
  folders: new Map(),
  topics: new Map(),
  topicsComplete: new Set(),
  policies: new Map(),
  mutedPeople: new Set(),
  archived: new Map(),
  participated: new Set(),
  participationKnown: false,
  directs: new Map(),
  messages: emptyTable(),
  carriedOver: emptyTable(),
  histories: new Map(),
  unreads: noUnreads,
  starred: [],
  typing: new Map(),
  presences: new Map(),
  clockAhead: 0,
  statuses: new Map(),
  alertWords: [],
  drafts: new Map(),
  scheduled: new Map(),
  snippets: new Map(),
  reminders: new Map(),
  navigationViews: new Map(),
  newestMessage: 0,
  newestAtRegister: 0,
  newestHeard: 0,
  openEnds: { since: Number.POSITIVE_INFINITY, from: new Map(), epoch: 0 },
  undecided: noneUndecided,
  snoozes: noSnoozes,
  dismissed: new Map(),
  localViews: noLocalViews,
  localFolders: noLocalFolders,
  viewCounts: noViewCounts,
};
