/**
 * The archive's port: a realm as it was last seen, and every message that was seen, on disk.
 *
 * It is disposable: everything can be fetched again. What it answers is as old as the last round of changes, so the
 * replica treats it like data of an older epoch: shown at once, replaced by what the server answers.
 */
import type { ConversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { Narrow, NarrowKey, SearchTerm } from "#model/narrow.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";

/** A part of the replica, or a chunk of a large one, as JSON that only its writer interprets. */
export type SavedSection = { readonly name: string; readonly json: string };

/** A realm as it was saved last; its sections are of one moment. */
export type SavedRealm = {
  readonly sections: readonly SavedSection[];
  /** UNIX milliseconds: when the server confirmed this state. */
  readonly savedAt: number;
};

export type ArchiveChange =
  /** Replaces the section; an undefined text removes it. */
  | { readonly kind: "section"; readonly name: string; readonly json: string | undefined }
  /** Inserts or replaces messages: JSON of a list of `Message`. */
  | { readonly kind: "messages"; readonly json: string }
  /**
   * Between the first and the last of `ids` the narrow has no other messages; and none before the first if
   * `oldestKnown`. Others of a conversation that the archive has there were deleted or moved, and are erased.
   */
  | {
      readonly kind: "known";
      readonly narrow: NarrowKey;
      readonly ids: readonly MessageId[];
      readonly oldestKnown: boolean;
      readonly newestKnown: boolean;
    }
  /** Messages came into these narrows: those that the archive does not have leave holes there. */
  | {
      readonly kind: "gained";
      readonly narrows: readonly NarrowKey[];
      readonly ids: readonly MessageId[];
    }
  /** Deleted on the server: erased from the file, also from its free pages. */
  | { readonly kind: "deleted"; readonly ids: readonly MessageId[] }
  /** All of a conversation up to a message was deleted: erased likewise. */
  | { readonly kind: "emptied"; readonly conversation: ConversationKey; readonly to: MessageId }
  /** No longer visible for the user: everything of these streams is erased likewise. */
  | { readonly kind: "hidden"; readonly streams: readonly StreamId[] };

export type ArchivePageRequest = {
  readonly narrow: Narrow;
  /** `newest`: the end. Else a message ID, which need not exist. */
  readonly anchor: MessageId | "newest";
  /** The numbers of messages before the anchor, and from it on. */
  readonly before: number;
  readonly after: number;
};

export type ArchivePage = {
  /** Ascending by ID. */
  readonly messages: readonly Message[];
  /** Messages after which others may be missing, ascending; never the last one. */
  readonly holes: readonly MessageId[];
  /** True: nothing older existed when this was saved. */
  readonly oldestKnown: boolean;
  /** True: the page ends with the newest message that was known when this was saved. */
  readonly newestKnown: boolean;
};

export type ArchiveQuery = {
  /** All must match. Words, phrases and patterns are terms too: `search`, and `pattern` for a regular expression. */
  readonly terms: readonly SearchTerm[];
  readonly order: "newest" | "best";
  /** At most so many hits. */
  readonly limit: number;
};

export type ArchiveHits = {
  /** In the requested order. */
  readonly messages: readonly Message[];
  readonly more: boolean;
  /** Operators that the archive cannot answer: the query was not executed if there are any. */
  readonly unanswerable: readonly string[];
  /** True: a pattern ran out of time; what it found until then is there. */
  readonly isCut: boolean;
};

/** How many messages of a stream or conversation are there, and since when: for the line that says what was searched. */
export type ArchiveExtent = {
  readonly count: number;
  /** UNIX seconds of the oldest message; undefined: there is none. */
  readonly since: number | undefined;
  /** How many are the newest of all, between which nothing is missing. */
  readonly unbroken: number;
};

/** Whose open ends are asked for. */
export type EndsRequest = {
  readonly ownId: UserId;
  /** By which they are called. */
  readonly name: string;
  /** Who cannot answer, such as bots. */
  readonly silent: readonly UserId[];
  /** Those whom the user can mention. */
  readonly people: ReadonlyMap<string, UserId>;
  readonly groups: ReadonlyMap<string, readonly UserId[]>;
};

/** The messages that decide what is open, and from which on the archive has those of their conversations. */
export type ArchivedEnds = {
  readonly messages: readonly Message[];
  readonly from: readonly (readonly [ConversationKey, MessageId])[];
};

/** What goes last when the file has grown beyond its limit, beside starred messages. */
export type ShrinkRules = {
  /** The file's limit in bytes. */
  readonly bytes: number;
  readonly unread: readonly MessageId[];
  /** Followed topics, by conversation key. */
  readonly followed: readonly NarrowKey[];
  readonly ownId: UserId;
};

export const archiveDropped =
  "Stored messages were unreadable: they are fetched again as you read.";

/**
 * Nothing here rejects: an archive that cannot be read is empty, one that cannot be written forgets, and every doubt (a
 * damaged file, another version, another account's) drops it whole.
 */
export type Archive = {
  /** Resolves to undefined if nothing was saved, or it cannot be trusted. */
  readonly load: () => Promise<SavedRealm | undefined>;
  /**
   * The changes of a round become visible together, with its last call. Answers the file's size in bytes; 0: the round is
   * lost, and all sections saved before it, so the next round must have them again.
   */
  readonly write: (changes: readonly ArchiveChange[], isLast: boolean) => Promise<number>;
  readonly page: (request: ArchivePageRequest) => Promise<ArchivePage>;
  /** Those of the messages that are there, ascending. */
  readonly messages: (ids: readonly MessageId[]) => Promise<readonly Message[]>;
  readonly search: (query: ArchiveQuery) => Promise<ArchiveHits>;
  /** While it is the same, the same search finds the same messages. */
  readonly revision: () => Promise<string>;
  readonly extent: (narrow: Narrow) => Promise<ArchiveExtent>;
  readonly openEnds: (request: EndsRequest) => Promise<ArchivedEnds>;
  readonly shrink: (rules: ShrinkRules) => Promise<void>;
  /** Erases everything: another realm answers at this address, or the account was deactivated. */
  readonly forget: () => Promise<void>;
};

const nothing: ArchivePage = { messages: [], holes: [], oldestKnown: false, newestKnown: false };

/** For the demo, `archive = false`, and programs without files: everything stays in memory. */
export const noArchive: Archive = {
  load: async () => undefined,
  write: async () => 0,
  page: async () => nothing,
  messages: async () => [],
  search: async () => ({ messages: [], more: false, unanswerable: [], isCut: false }),
  revision: async () => "",
  extent: async () => ({ count: 0, since: undefined, unbroken: 0 }),
  openEnds: async () => ({ messages: [], from: [] }),
  shrink: async () => {},
  forget: async () => {},
};
