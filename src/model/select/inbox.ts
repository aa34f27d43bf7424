/**
 * Every conversation with something unread, or with a send that waits for the person, in an order that is fixed and can
 * be explained.
 *
 * What needs the person, the oldest first, their own sends before all; what they follow, the newest first; streams as the sidebar orders them, the
 * newest first inside; at last what only bots wrote. The list is kept in parts, one a stream, and never joined until
 * somebody needs all of it.
 */
import { latest, sameList } from "#base/latest.ts";
import { get } from "#base/table.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import { others } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import type { UndecidedSends } from "#model/undecided.ts";
import { streamOfKey, type UnreadConversation, unreadIn } from "#model/unreads.ts";
import type { UserId } from "#wire/ids.ts";
import { policyIn } from "./counting.ts";
import {
  directRow,
  type InboxRow,
  type InboxSection,
  topicRow,
  undecidedRow,
} from "./inbox-row.ts";
import { newestFirst, oldestFirst, type StreamState, streamStates } from "./stream-unreads.ts";

type Rows = readonly InboxRow[];

export type InboxPart = {
  readonly section: InboxSection;
  /** In order; none of them is empty. */
  readonly lists: readonly Rows[];
  /** Conversations in it. */
  readonly size: number;
};

export type Inbox = {
  /** All four in their order, also those with nothing in them. */
  readonly parts: readonly InboxPart[];
  /** Conversations in all of it. */
  readonly size: number;
};

/** The same object while nothing in it changed. */
export function inbox(picture: Picture): Inbox {
  const { unreads, people, ownId, undecided } = picture;
  const unread = inboxFrom(streamStates(picture), directRows(unreads.directs, people, ownId));
  return undecided.size === 0 ? unread : withUndecided(unread, undecided);
}

/** The whole list is gone through, which is seldom: few sends wait for anybody. */
const withUndecided = latest((unread: Inbox, undecided: UndecidedSends): Inbox => {
  const rows = new Map([...inboxRows(unread)].map((row) => [row.key, row]));
  const own = [...undecided].map(([key, one]) => undecidedRow(key, one, rows.get(key)));
  const parts = unread.parts.map(({ section, lists }) => {
    const others = lists.map((list) => list.filter(({ key }) => !undecided.has(key)));
    const all = [...(section === "needs-you" ? [own] : []), ...others];
    const filled = all.filter((list) => list.length > 0);
    return { section, lists: filled, size: filled.reduce((sum, list) => sum + list.length, 0) };
  });
  return { parts, size: parts.reduce((sum, part) => sum + part.size, 0) };
});

type DirectRows = { readonly needsYou: Rows; readonly bots: Rows };

const inboxFrom = latest((states: readonly StreamState[], directs: DirectRows): Inbox => {
  const lists: Record<InboxSection, Rows[]> = {
    "needs-you": [],
    followed: [],
    streams: [],
    bots: [],
  };
  const add = (section: InboxSection, rows: Rows) => rows.length > 0 && lists[section].push(rows);
  for (const { sums, unread } of states) {
    if (unread !== undefined) for (const section of sections) add(section, sums.rows[section]);
  }
  add("needs-you", directs.needsYou);
  add("bots", directs.bots);
  return inboxOf(
    needsYou(lists["needs-you"]),
    followed(lists.followed),
    streams(lists.streams),
    bots(lists.bots),
  );
});

const sections: readonly InboxSection[] = ["needs-you", "followed", "streams", "bots"];

const inboxOf = latest(
  (...parts: readonly InboxPart[]): Inbox => ({
    parts,
    size: parts.reduce((sum, part) => sum + part.size, 0),
  }),
);

/** A part that is made anew only when one of its lists changed. */
function partOf(section: InboxSection, order?: (a: InboxRow, b: InboxRow) => number) {
  const made = latest((lists: readonly Rows[]): InboxPart => {
    const all = order === undefined ? lists : [lists.flat().sort(order)];
    const filled = all.filter((list) => list.length > 0);
    return { section, lists: filled, size: filled.reduce((sum, list) => sum + list.length, 0) };
  });
  let last: readonly Rows[] = [];
  return (lists: readonly Rows[]) => {
    last = sameList(last, lists);
    return made(last);
  };
}

const needsYou = partOf("needs-you", oldestFirst);
const followed = partOf("followed", newestFirst);
const streams = partOf("streams");
const bots = partOf("bots");

/** People's conversations, the oldest first, and those with bots alone, the newest first. */
const directRows = latest(
  (
    directs: ReadonlyMap<ConversationKey, UnreadConversation>,
    people: Picture["people"],
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

function isWithBots(conversation: Conversation, people: Picture["people"], ownId: UserId) {
  if (conversation.kind !== "direct") return false;
  return others(conversation.userIds, ownId).every((id) => get(people, id)?.isBot === true);
}

/** The row of a conversation; undefined where nothing is unread or a mute hides it, and nothing waits for the person. */
export function inboxRowOf(picture: Picture, key: ConversationKey): InboxRow | undefined {
  const unread = unreadRowOf(picture, key);
  const undecided = picture.undecided.get(key);
  return undecided === undefined ? unread : undecidedRow(key, undecided, unread);
}

function unreadRowOf(picture: Picture, key: ConversationKey): InboxRow | undefined {
  const entry = unreadIn(picture.unreads, key);
  if (entry === undefined) return undefined;
  const streamId = streamOfKey(key);
  if (streamId === undefined) {
    const withBots = isWithBots(entry.conversation, picture.people, picture.ownId);
    return directRow(key, entry, withBots);
  }
  const stream = get(picture.streams, streamId);
  if (stream?.subscription === undefined) return undefined;
  const wrote = picture.participated.has(key);
  return topicRow(key, entry, { stream, policy: policyIn(picture, key), wrote });
}

/** All rows in order, one after another as they are asked for. */
export function* inboxRows({ parts }: Inbox): Generator<InboxRow> {
  for (const { lists } of parts) for (const list of lists) yield* list;
}

/** The keys of all conversations in order: as long as the inbox, so for where the whole list is put in order. */
export function inboxOrder(picture: Picture): readonly ConversationKey[] {
  return keysOf(inbox(picture));
}

const keysOf = latest((all: Inbox): readonly ConversationKey[] =>
  [...inboxRows(all)].map(({ key }) => key),
);

export type NextOptions = {
  /** Only what needs the person, with or without anything unread. */
  readonly needsYou?: boolean | undefined;
  /** Only direct conversations. */
  readonly direct?: boolean | undefined;
};

/**
 * The conversation after `after` in the order of the inbox, from the end on to the beginning; undefined when there is
 * no other. Where `after` has nothing unread itself, the first one: ask before marking it read.
 */
export function nextUnread(
  picture: Picture,
  after: ConversationKey | undefined,
  { needsYou: urgent = false, direct = false }: NextOptions = {},
): Conversation | undefined {
  const { parts } = inbox(picture);
  // Streams hold no direct conversations, so the thousands of rows there need not be looked at.
  const wanted = parts.filter(
    ({ section }) => section === "needs-you" || (!urgent && !(direct && section !== "bots")),
  );
  const fits = (row: InboxRow) =>
    row.key !== after &&
    (urgent || row.count > 0) &&
    (!direct || row.conversation.kind === "direct");
  const place = after === undefined ? undefined : placeOf(picture, wanted, after);
  return firstFrom(
    wanted.flatMap(({ lists }) => lists),
    place,
    fits,
  )?.conversation;
}

type Place = { readonly list: number; readonly row: number };

/** Where a conversation stands: its list is found by its first row, so that no other list is gone through. */
function placeOf(
  picture: Picture,
  parts: readonly InboxPart[],
  key: ConversationKey,
): Place | undefined {
  const row = inboxRowOf(picture, key);
  if (row === undefined) return undefined;
  const streamId = streamOfKey(key);
  const joined = row.section === "needs-you" || row.section === "followed";
  let list = 0;
  for (const part of parts) {
    for (const rows of part.lists) {
      const mayHold = part.section === row.section && (joined || streamOfList(rows) === streamId);
      const at = mayHold ? rows.findIndex((other) => other.key === key) : -1;
      if (at >= 0) return { list, row: at };
      list += 1;
    }
  }
  return undefined;
}

function streamOfList([first]: Rows) {
  return first === undefined ? undefined : streamOfKey(first.key);
}

function firstFrom(
  lists: readonly Rows[],
  place: Place | undefined,
  fits: (row: InboxRow) => boolean,
): InboxRow | undefined {
  const { list, row } = place ?? { list: 0, row: -1 };
  const own = lists[list] ?? [];
  const turns = [
    own.slice(row + 1),
    ...lists.slice(list + 1),
    ...lists.slice(0, list),
    own.slice(0, Math.max(0, row)),
  ];
  for (const rows of turns) {
    const found = rows.find(fits);
    if (found !== undefined) return found;
  }
  return undefined;
}
