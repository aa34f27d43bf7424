/**
 * Every conversation with unread messages, or with a send that awaits the user's decision, in a fixed and explainable
 * order.
 *
 * First what needs the user, oldest first, preceded by their undecided sends and then by due snoozes, followed by what
 * stays there because of a draft of their own, and by what was read and is not answered; then what they follow, newest first; then streams in sidebar order, newest first within each; last what only bots wrote. The list is
 * stored in parts, one per stream, which are only joined when all of it is needed.
 */
import { memoizeEach, memoizeLast, memoizePer, sameList } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { ShownSnoozes, Snooze, UndecidedSends } from "#model/local-state.ts";
import { others } from "#model/narrow.ts";
import type { Realm, Replica } from "#model/replica.ts";
import { streamOfKey, type UnreadConversation, unreadIn } from "#model/unreads.ts";
import type { UserId } from "#wire/ids.ts";
import {
  directRow,
  type InboxRow,
  type InboxSection,
  policyIn,
  snoozeRow,
  topicRow,
  type UnreadSection,
  undecidedRow,
} from "./inbox-row.ts";
import {
  inboxStates,
  newestFirst,
  oldestFirst,
  type StreamState,
  streamStates,
} from "./streams.ts";

type Rows = readonly InboxRow[];

export type InboxPart = {
  readonly section: InboxSection;
  /** In order; none of them is empty. */
  readonly lists: readonly Rows[];
  /** The number of conversations. */
  readonly size: number;
};

export type Inbox = {
  /** In order, including empty ones; the one of what is snoozed, if anything is, comes last. */
  readonly parts: readonly InboxPart[];
  /** The number of conversations that are not snoozed. */
  readonly size: number;
};

/** The same object while nothing in it changed. */
export function inbox(replica: Replica): Inbox {
  const { realm, unreads, people, ownId, undecided, snoozes } = replica;
  const directs = directRows(unreads.directs, people, ownId);
  const unread = inboxFrom(realm, inboxStates(replica), directs);
  if (undecided.size === 0 && snoozes.size === 0) return unread;
  const rows = [...undecided.keys(), ...snoozes.keys()].map((key) => unreadRowOf(replica, key));
  return withOwnRows(unread, undecided, snoozes, regularRows(realm)(rows));
}

/** The regular rows of conversations with undecided sends, then of those that are snoozed. */
const regularRows = memoizeEach((_: Realm) => sameAsLast<InboxRow | undefined>());

/** The last list again while its elements are identical. */
function sameAsLast<T>() {
  let last: readonly T[] = [];
  return (list: readonly T[]): readonly T[] => {
    last = sameList(last, list);
    return last;
  };
}

/** Only lists with a row of one of these conversations are searched. */
const withOwnRows = memoizePer(
  (
    unread: Inbox,
    undecided: UndecidedSends,
    snoozes: ShownSnoozes,
    rows: readonly (InboxRow | undefined)[],
  ): Inbox => {
    // What needs the user anyway keeps its place by age.
    const asEver = new Set(
      [...snoozes].flatMap(([key, one], at) =>
        needsUserAnyway(one, rows[undecided.size + at]) ? [key] : [],
      ),
    );
    const isOwn = (key: ConversationKey) =>
      undecided.has(key) || (snoozes.has(key) && !asEver.has(key));
    const undecidedRows = [...undecided].map(([key, one], at) => undecidedRow(key, one, rows[at]));
    const later = [...snoozes]
      .map(([key, one], at) => snoozeRow(key, one, rows[undecided.size + at]))
      .filter(({ key }) => !undecided.has(key) && !asEver.has(key))
      .sort((a, b) => (a.snooze?.until ?? 0) - (b.snooze?.until ?? 0));
    const parts = unread.parts.map(({ section, lists }) => {
      const gone = rows.filter((row) => row?.section === section);
      const others = lists.map((list) =>
        gone.some((row) => row !== undefined && mayHold(list, row))
          ? list.filter(({ key }) => !isOwn(key))
          : list,
      );
      const ended = later.filter((row) => row.section === section);
      const kept = (stays: Snooze["stays"]) =>
        ended.filter(({ snooze }) => snooze?.stays === stays);
      return partWith(
        section,
        section === "needs-you"
          ? [undecidedRows, kept(undefined), ...others, kept("draft"), kept("answer")]
          : others,
      );
    });
    const hidden = later.filter(({ section }) => section === "snoozed");
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    return { parts: hidden.length === 0 ? parts : [...parts, partWith("snoozed", [hidden])], size };
  },
);

function needsUserAnyway({ stays }: Snooze, row: InboxRow | undefined): boolean {
  return stays !== undefined && row?.section === "needs-you";
}

function isStaying({ snooze }: InboxRow): boolean {
  return snooze?.stays !== undefined;
}

function partWith(section: InboxSection, lists: readonly Rows[]): InboxPart {
  const filled = lists.filter((list) => list.length > 0);
  return { section, lists: filled, size: filled.reduce((sum, list) => sum + list.length, 0) };
}

type DirectRows = { readonly needsYou: Rows; readonly bots: Rows };

const inboxFrom = memoizePer(
  (realm: Realm, states: readonly StreamState[], directs: DirectRows): Inbox => {
    const lists: Record<UnreadSection, Rows[]> = {
      "needs-you": [],
      followed: [],
      streams: [],
      bots: [],
    };
    const add = (section: UnreadSection, rows: Rows) =>
      rows.length > 0 && lists[section].push(rows);
    for (const { sums, unread } of states) {
      if (unread !== undefined) for (const section of sections) add(section, sums.rows[section]);
    }
    add("needs-you", directs.needsYou);
    add("bots", directs.bots);
    return inboxOf(
      realm,
      needsYou(realm)(lists["needs-you"]),
      followed(realm)(lists.followed),
      streams(realm)(lists.streams),
      bots(realm)(lists.bots),
    );
  },
);

const sections: readonly UnreadSection[] = ["needs-you", "followed", "streams", "bots"];

const inboxOf = memoizePer(
  (_: Realm, ...parts: readonly InboxPart[]): Inbox => ({
    parts,
    size: parts.reduce((sum, part) => sum + part.size, 0),
  }),
);

/** A part that is rebuilt only when one of its lists changed. */
function partOf(section: InboxSection, order?: (a: InboxRow, b: InboxRow) => number) {
  const made = memoizeLast((lists: readonly Rows[]): InboxPart => {
    const all = order === undefined ? lists : [lists.flat().sort(order)];
    return partWith(section, all);
  });
  const same = sameAsLast<Rows>();
  return (lists: readonly Rows[]) => made(same(lists));
}

const needsYou = memoizeEach((_: Realm) => partOf("needs-you", oldestFirst));
const followed = memoizeEach((_: Realm) => partOf("followed", newestFirst));
const streams = memoizeEach((_: Realm) => partOf("streams"));
const bots = memoizeEach((_: Realm) => partOf("bots"));

/** Conversations with people, oldest first, and those with bots only, newest first. */
const directRows = memoizePer(
  (
    directs: ReadonlyMap<ConversationKey, UnreadConversation>,
    people: Replica["people"],
    ownId: UserId,
  ): DirectRows => {
    const rows = [...directs].map(([key, entry]) =>
      directRow(key, entry, isWithBots(entry.conversation, people, ownId)),
    );
    return {
      needsYou: rows.filter(({ section }) => section === "needs-you").sort(oldestFirst),
      bots: rows.filter(({ section }) => section === "bots").sort(newestFirst),
    };
  },
);

/** Whether everybody else in it is a bot. */
export function isWithBots(conversation: Conversation, people: Replica["people"], ownId: UserId) {
  if (conversation.kind !== "direct") return false;
  return others(conversation.userIds, ownId).every((id) => get(people, id)?.isBot === true);
}

/**
 * The row of a conversation; undefined if nothing is unread or it is hidden by a mute, no send is undecided, and it was
 * not snoozed.
 */
export function inboxRowOf(replica: Replica, key: ConversationKey): InboxRow | undefined {
  const unread = unreadRowOf(replica, key);
  const undecided = replica.undecided.get(key);
  if (undecided !== undefined) return undecidedRow(key, undecided, unread);
  const snooze = replica.snoozes.get(key);
  if (snooze === undefined || needsUserAnyway(snooze, unread)) return unread;
  return snoozeRow(key, snooze, unread);
}

function unreadRowOf(replica: Replica, key: ConversationKey): InboxRow | undefined {
  const entry = unreadIn(replica.unreads, key);
  if (entry === undefined) return undefined;
  const streamId = streamOfKey(key);
  if (streamId === undefined) {
    const withBots = isWithBots(entry.conversation, replica.people, replica.ownId);
    return directRow(key, entry, withBots);
  }
  const stream = get(replica.streams, streamId);
  if (stream?.subscription === undefined) return undefined;
  const wrote = replica.participated.has(key);
  return topicRow(key, entry, { stream, policy: policyIn(replica, key), wrote });
}

/**
 * What needs the user: the rows of the first section. It is the one definition of that, by which the screen, the status
 * line, `status.json`, and questions before something is marked count. `weir inbox --needs-me` prints these rows: of a
 * running weir's view, or else of what the server says and what is snoozed on this machine, but without what its outbox has.
 */
export function needingYou({ parts }: Inbox): InboxPart {
  return parts.find(({ section }) => section === "needs-you") ?? nothingNeeded;
}

const nothingNeeded = partWith("needs-you", []);

/** All rows in order, lazily. */
export function* inboxRows({ parts }: Inbox): Generator<InboxRow> {
  for (const { lists } of parts) for (const list of lists) yield* list;
}

export type NextOptions = {
  /** Only what needs the user, even without anything unread. */
  readonly needsYou?: boolean | undefined;
  /** Only direct conversations. */
  readonly direct?: boolean | undefined;
};

/**
 * The conversation after `after` in inbox order, wrapping around at the end; undefined when there is no other. If
 * `after` itself has nothing unread, the first one: call it before marking `after` read.
 */
export function nextUnread(
  replica: Replica,
  after: ConversationKey | undefined,
  { needsYou: urgent = false, direct = false }: NextOptions = {},
): Conversation | undefined {
  const { parts } = inbox(replica);
  // Streams contain no direct conversations, so their thousands of rows can be skipped.
  const matching = parts.filter(
    ({ section }) =>
      section === "needs-you" ||
      (!urgent && section !== "snoozed" && !(direct && section !== "bots")),
  );
  const fits = (row: InboxRow) =>
    row.key !== after &&
    (urgent || row.count > 0 || (row.snooze !== undefined && !isStaying(row))) &&
    (!direct || row.conversation.kind === "direct");
  const place = after === undefined ? undefined : inboxPositionOf(replica, matching, after);
  return firstFrom(
    matching.flatMap(({ lists }) => lists),
    place,
    fits,
  )?.conversation;
}

type InboxPosition = { readonly list: number; readonly row: number };

/** The position of a conversation: its list is identified by its first row, so that no other list is searched. */
function inboxPositionOf(
  replica: Replica,
  parts: readonly InboxPart[],
  key: ConversationKey,
): InboxPosition | undefined {
  const row = inboxRowOf(replica, key);
  if (row === undefined) return undefined;
  let list = 0;
  for (const part of parts) {
    for (const rows of part.lists) {
      const at =
        part.section === row.section && mayHold(rows, row)
          ? rows.findIndex((other) => other.key === key)
          : -1;
      if (at >= 0) return { list, row: at };
      list += 1;
    }
  }
  return undefined;
}

/** Whether the list can contain the row, given its section: each stream has its own list. */
function mayHold([first]: Rows, { section, key }: InboxRow): boolean {
  const isJoined = section === "needs-you" || section === "followed";
  return isJoined || (first !== undefined && streamOfKey(first.key) === streamOfKey(key));
}

function firstFrom(
  lists: readonly Rows[],
  place: InboxPosition | undefined,
  fits: (row: InboxRow) => boolean,
): InboxRow | undefined {
  const { list, row } = place ?? { list: 0, row: -1 };
  const inList = lists[list] ?? [];
  const turns = [
    inList.slice(row + 1),
    ...lists.slice(list + 1),
    ...lists.slice(0, list),
    inList.slice(0, Math.max(0, row)),
  ];
  for (const rows of turns) {
    const fitting = rows.find(fits);
    if (fitting !== undefined) return fitting;
  }
  return undefined;
}

// The total unread counts, in three numbers.

export type Totals = {
  /** Messages that count: those in muted topics do not. */
  readonly unread: number;
  /** Unread messages that mention the user. */
  readonly mentions: number;
  /** The number of conversations of `needingYou`. */
  readonly needsYou: number;
  /** True: there are more, too old for the server to list. */
  readonly older: boolean;
};

export const totals = memoizeEach((replica: Replica): Totals => {
  let { unread, mentions } = directSums(replica.unreads.directs);
  const streams = streamSums(streamStates(replica));
  unread += streams.unread;
  mentions += streams.mentions;
  const needsYou = needingYou(inbox(replica)).size;
  return totalsOf(replica.realm, unread, mentions, needsYou, replica.unreads.older);
});

const totalsOf = memoizePer(
  (_: Realm, unread: number, mentions: number, needsYou: number, older: boolean): Totals => ({
    unread,
    mentions,
    needsYou,
    older,
  }),
);

const streamSums = memoizeEach((states: readonly StreamState[]) => {
  let [unread, mentions] = [0, 0];
  for (const { sums } of states) {
    unread += sums.counted;
    mentions += sums.mentions;
  }
  return { unread, mentions };
});

const directSums = memoizeEach((directs: ReadonlyMap<ConversationKey, UnreadConversation>) => {
  let [unread, mentions] = [0, 0];
  for (const entry of directs.values()) {
    unread += entry.ids.length;
    mentions += entry.mentions.length;
  }
  return { unread, mentions };
});
