/** The rows of the inbox: unread conversations by section, with streams as headings. */

import { counted } from "#base/counted.ts";
import { memoizeEach, memoizeFor, memoizePer } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import {
  byFolder,
  type Folded,
  folded,
  foldedIn,
  foldedRow,
  folderHeading,
  folderSubject,
} from "#commands/lists/folds.ts";
import {
  doneFilter,
  type Filter,
  type Keyed,
  type ListDefinition,
  noneInFilter,
  withWords,
} from "#commands/lists/list.ts";
import {
  conversationStoodFor,
  glyph,
  type Heading,
  headingKey,
  overRow,
  type Part,
  type Row,
  type RowFacts,
  streamOfHeading,
  text,
  titles,
} from "#commands/lists/row.ts";
import { isUnreadConversation } from "#commands/lists/unread.ts";
import type { Draft } from "#journal/intent.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { isReminder, type LocalReminder, type Snooze, type Undecided } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import {
  conversationOfKey,
  conversationTitle,
  firstUnreadOf,
  unreadCountOf,
} from "#model/select/conversations.ts";
import { type Filed, filedStreams, folderTitle, isFolderKey } from "#model/select/folders.ts";
import { type Inbox, type InboxPart, inbox, inboxRowOf } from "#model/select/inbox.ts";
import type { InboxReason, InboxRow, InboxSection } from "#model/select/inbox-row.ts";
import { isMuted } from "#model/select/inbox-row.ts";
import { orderedStreams, streamStates } from "#model/select/streams.ts";
import { streamOfKey } from "#model/unreads.ts";
import { conflictOf, keysWithDraft } from "#store/composer.ts";
import type { List } from "#store/list.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import type { MessageId } from "#wire/ids.ts";
import { type Done, doneOf, doneToday, neededYou } from "./done-today.ts";
import { snoozePart } from "./snoozed.ts";

const botsTitle = "Bots";

/** The row for all conversations with bots alone. */
export const botsKey: RowKey = "bots";

/** The conversations in the row for bots. */
function botsConversations(view: Replica): readonly ConversationKey[] {
  const part = inbox(view).parts.find(({ section }) => section === "bots");
  return (part?.lists ?? []).flatMap((rows) => rows.map(({ key }) => key));
}

const botsRows = memoizeEach(({ size }: InboxPart) => [{ key: botsKey, size }]);

const listed: readonly InboxSection[] = ["needs-you", "followed", "streams", "bots"];

const all: Filter = { key: "all", title: "Unread", sections: listed };

/** Filters whose rows are in no section of the inbox. */
const mutedFilter = "muted";

/** The filter of snoozed conversations. */
export const snoozedFilter = "snoozed";

const filters: readonly Filter[] = [
  all,
  { key: "needs-you", title: "Needs you", sections: ["needs-you"] },
  { key: "followed", title: "Followed", sections: ["followed"] },
  { key: "streams", title: "Streams", sections: ["streams"] },
  { key: "bots", title: botsTitle, sections: ["bots"] },
  { key: mutedFilter, title: "Muted", sections: [mutedFilter], isApart: true },
  { key: doneFilter, title: "Done today", sections: [doneFilter], isApart: true },
  { key: snoozedFilter, title: "Snoozed", sections: ["snoozed"], isApart: true },
];

/** Before the key of a stream's heading where only its muted topics stand below it. */
const ofMuted = "muted:";

/** Muted topics with unread messages, by stream; those with mentions are in the inbox anyway. */
function mutedRows(view: Replica): readonly GroupedRow[] {
  const { unreads, streams, policies, participated, undecided, snoozes } = view;
  const from = [streams, policies, participated, undecided, snoozes];
  return mutedRowsOf(unreads, from, () =>
    [...unreads.streams].flatMap(([streamId, group]): readonly GroupedRow[] => {
      if (get(view.streams, streamId)?.subscription === undefined) return [];
      return [...group.keys()]
        .filter((key) => isMuted(view, key) && inboxRowOf(view, key) === undefined)
        .map((key) => ({ key, section: mutedFilter, group: ofMuted + headingKey(streamId) }));
    }),
  );
}

const mutedRowsOf = memoizeFor<Replica["unreads"], readonly GroupedRow[]>();

const doneRowsAmong = memoizeFor<readonly Done[], readonly GroupedRow[]>();

/** Nothing else may be known of a conversation after a restart. */
function doneRows(state: Pick<State, "view" | "journal" | "screen">): readonly GroupedRow[] {
  const { view } = state;
  const all = doneToday(state);
  return doneRowsAmong(all, [view.messages, view.people], () =>
    all.map((done) => ({
      key: conversationKey(done.conversation),
      section: doneFilter,
      stoodFor: done.conversation,
      ...(neededYou(view, done) && { neededYou: true }),
    })),
  );
}

/** Whether the inbox is unfiltered. */
export function isUnfiltered({ filter }: Pick<List, "filter">): boolean {
  return filter === "" || filter === all.key;
}

/** Whether that is listed which was dealt with today, and the conversation is not unread again. */
export function isListedAsDone({ screen, view }: State, key: ConversationKey | undefined): boolean {
  const { place, lists } = screen;
  const isShown = place.kind === "inbox" && lists.get("inbox")?.filter === doneFilter;
  return isShown && key !== undefined && unreadCountOf(view, key) === 0;
}

/** Bots are folded only in the unfiltered inbox: their own filter is for seeing them. */
function isFolded({ section }: Pick<InboxPart, "section">, filter: Pick<Filter, "key">): boolean {
  return section === "bots" && filter.key !== "bots";
}

/** The group of what is read and not answered. */
const readKey: RowKey = "read";

function placed({ key, section, reason }: InboxRow, filed: Filed): GroupedRow {
  const streamId = section === "streams" ? streamOfKey(key) : undefined;
  if (streamId === undefined)
    return { key, section, group: reason === "answer" ? readKey : undefined };
  return { key, section, part: filed.get(streamId)?.key, group: headingKey(streamId) };
}

/** What of the screen changes which rows are listed. */
type Folding = Pick<State, "view" | "screen">;

const rowsListed = memoizeFor<Inbox, readonly GroupedRow[]>();

/** The same array for the same inbox. */
function listedRows(
  unread: Inbox,
  filter: Filter,
  { view, screen }: Folding,
): readonly GroupedRow[] {
  const filed = filedStreams(view, "inbox");
  const from = [filter, filed, screen.sidebar.toggled];
  return rowsListed(unread, from, () =>
    unread.parts.flatMap((part) =>
      rowsOfPart(part, filter, filed, foldedIn(screen.sidebar.toggled, inboxPlace)),
    ),
  );
}

const inboxPlace = { kind: "inbox" } as const;

function rowsOfPart(
  part: InboxPart,
  filter: Filter,
  filed: Filed,
  isFoldedIn: Folded,
): readonly GroupedRow[] {
  const { section, lists, size } = part;
  if (!filter.sections.includes(section) || size === 0) return [];
  if (isFolded(part, filter)) return [{ key: botsKey, section, size }];
  const rowsIn = (rows: readonly InboxRow[]) => rows.map((row) => placed(row, filed));
  if (section !== "streams" || filed.size === 0) return lists.flatMap(rowsIn);
  return runsIn(part, filed).flatMap(({ folder, parts }) =>
    folder !== undefined && isFoldedIn(folder.key)
      ? [folded(folder, section, lengthOf(parts))]
      : parts.flatMap(rowsIn),
  );
}

/** The lists of the streams in each folder. */
const runsIn = memoizePer(({ lists }: InboxPart, filed: Filed) =>
  byFolder(filed, lists, ([first]) => first && streamOfKey(first.key)),
);

function lengthOf(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

const keyedLists = memoizeFor<InboxPart, readonly (readonly Keyed[])[]>();

/** Its lists, with a row for each folded folder. */
function currentIn(part: InboxPart, { view, screen }: Folding): readonly (readonly Keyed[])[] {
  const filed = filedStreams(view, "inbox");
  if (part.section !== "streams" || filed.size === 0) return part.lists;
  const isFoldedIn = foldedIn(screen.sidebar.toggled, inboxPlace);
  return keyedLists(part, [filed, screen.sidebar.toggled], () =>
    runsIn(part, filed).flatMap(({ folder, parts }): readonly (readonly Keyed[])[] =>
      folder !== undefined && isFoldedIn(folder.key)
        ? [[folded(folder, part.section, lengthOf(parts))]]
        : parts,
    ),
  );
}

/** The conversations in the row of a folded folder. */
function folderConversations(view: Replica, key: RowKey): readonly ConversationKey[] {
  const part = inbox(view).parts.find(({ section }) => section === "streams");
  return (part && inFolders(part, filedStreams(view, "inbox")).get(key)) ?? [];
}

const inFolders = memoizePer(
  (part: InboxPart, filed: Filed): ReadonlyMap<RowKey, readonly ConversationKey[]> =>
    new Map(
      runsIn(part, filed).flatMap(({ folder, parts }) =>
        folder === undefined ? [] : [[folder.key, parts.flat().map(({ key }) => key)]],
      ),
    ),
);

/** The conversations of a row that stands for several. */
function conversationsIn(view: Replica, key: RowKey): readonly ConversationKey[] | undefined {
  if (key === botsKey) return botsConversations(view);
  return isFolderKey(key) ? folderConversations(view, key) : undefined;
}

/** Later than any time. UNIX seconds. */
const horizon = 1e12;

/** As many as are seen first. */
const firstRows = 10;

const isRanked = memoizeEach((view: Replica): boolean => {
  const { parts } = inbox(view);
  const first = parts
    .filter(({ section }) => section === "needs-you" || section === "followed")
    .flatMap(({ lists }) => lists.flatMap((rows) => rows.slice(0, firstRows)))
    .slice(0, firstRows);
  return first.every(
    ({ section, firstUnread, newestUnread, count }) =>
      count === 0 ||
      get(view.messages, section === "needs-you" ? firstUnread : newestUnread) !== undefined,
  );
});

const sections = titles({
  "needs-you": ["NEEDS YOU", "mention"],
  [readKey]: ["READ, NOT ANSWERED", "dim"],
  followed: ["FOLLOWED", "followed"],
  streams: ["STREAMS", "dim"],
  bots: ["BOTS", "dim"],
  snoozed: ["SNOOZED", "dim"],
  muted: ["MUTED", "dim"],
  done: ["DONE TODAY", "dim"],
});

function streamHeading(view: Replica, key: RowKey): Heading | undefined {
  const isOfMuted = key.startsWith(ofMuted);
  const id = streamOfHeading(isOfMuted ? key.slice(ofMuted.length) : key);
  const state = streamStates(view).find(({ stream }) => stream.id === id);
  if (state === undefined) return undefined;
  const { stream, sums } = state;
  const number = sums.counted > 0 && !isOfMuted ? sums.counted : sums.quiet;
  return { left: [{ stream, token: "text" }], number, token: "dim" };
}

function howDone(view: Replica, key: RowKey): string | Part {
  const conversation = key as ConversationKey;
  const snooze = view.snoozes.get(conversation);
  if (snooze?.isDue === false) return snoozePart(view, snooze);
  if (unreadCountOf(view, conversation) === 0) return "done";
  return inboxRowOf(view, conversation) === undefined ? "muted" : "back in the inbox";
}

function subjectOf(view: Replica, placed: GroupedRow, token: Token): readonly Part[] {
  if (placed.key === botsKey) return [text(botsTitle, "dim")];
  if (isFolderKey(placed.key)) return folderSubject(filedStreams(view, "inbox"), placed.key);
  const conversation =
    conversationOfKey(view, placed.key as ConversationKey) ?? conversationStoodFor(placed);
  if (conversation === undefined) return [];
  if (conversation.kind === "direct")
    return [{ conversation, token }, { emojiOf: conversation.userIds }];
  // Under the heading of its stream the topic alone is enough.
  const isBelowStream = placed.group !== undefined && placed.group !== readKey;
  if (isBelowStream) return [{ topic: conversation.topic, token }];
  return [{ conversation, token }];
}

/** A row that is in the list for more than its unread messages. */
function ownRow({ view, journal }: RowFacts, placed: GroupedRow): Row | undefined {
  const key = placed.key as ConversationKey;
  const undecided = view.undecided.get(key);
  if (undecided !== undefined) return undecidedRow(view, placed, undecided);
  const snooze = view.snoozes.get(key);
  if (snooze?.stays === "draft") {
    if (inboxRowOf(view, key)?.reason !== "draft") return undefined;
    const draft = journal.drafts.get(key) ?? conflictOf(journal, key)?.[1];
    return draft && draftRow(view, placed, draft);
  }
  if (snooze?.stays === "answer")
    return inboxRowOf(view, key)?.reason === "answer" ? readRow(view, placed, snooze) : undefined;
  if (snooze !== undefined && isReminder(snooze)) return reminderRow(view, placed, snooze);
  if (snooze === undefined) return undefined;
  const isUnread = snooze.isDue && unreadCountOf(view, key) > 0;
  if (isUnread && snooze.awaits === undefined) return undefined;
  return snoozedRow(view, placed, snooze);
}

/** A message of the user's own was not delivered, or may not have been. */
function undecidedRow(view: Replica, placed: GroupedRow, undecided: Undecided): Row {
  return {
    sign: undecided.failed > 0 ? glyph("failed", "bad") : glyph("undecided", "warning"),
    subject: subjectOf(view, placed, "unread"),
    detail: [text(undecidedText(undecided), "text")],
    number: unreadCountOf(view, placed.key as ConversationKey),
    time: { at: undecided.since },
  };
}

const draftRows = memoizeFor<Draft, Row>();

/** What the user has begun to write there, and who waits for it. */
function draftRow(view: Replica, placed: GroupedRow, draft: Draft): Row {
  const count = unreadCountOf(view, placed.key as ConversationKey);
  return draftRows(draft, [placed, count, view.namesRevision], () => ({
    sign: text(" "),
    subject: [...subjectOf(view, placed, count > 0 ? "unread" : "text"), ...draftMark],
    detail: [text("your draft: ", "accent"), { ownText: draft.text }],
    number: count,
    time: { at: Math.floor(draft.updatedAt / 1000) },
  }));
}

/** Behind a name: before it, it would be that person's. */
const draftMark = [text(" "), glyph("draft", "accent")];

const readRows = memoizeFor<Snooze, Row>();

/** What was read and not answered. */
function readRow(view: Replica, placed: GroupedRow, snooze: Snooze): Row {
  const count = unreadCountOf(view, placed.key as ConversationKey);
  const message = get(view.messages, snooze.newest as MessageId);
  return readRows(snooze, [placed, count, message, view.namesRevision], () => ({
    sign: glyph("needsYou", "mention"),
    subject: subjectOf(view, placed, count > 0 ? "unread" : "text"),
    detail: [message === undefined ? text("read, not answered", "dim") : { message }],
    number: count,
    time: { at: snooze.until },
  }));
}

/** A snoozed row, or a due one: by an answer, or without unread messages. */
function snoozedRow(view: Replica, placed: GroupedRow, snooze: Snooze): Row {
  const answer = get(view.messages, snooze.awaits?.answer ?? (0 as MessageId));
  return {
    sign: glyph("snoozed", "accent"),
    subject: subjectOf(view, placed, snooze.isDue ? "unread" : "text"),
    detail: [answer === undefined ? snoozePart(view, snooze) : { message: answer }],
    number: unreadCountOf(view, placed.key as ConversationKey),
    time: answer && { at: answer.sentAt },
  };
}

const reminderRows = memoizeFor<LocalReminder, Row>();

/** What this machine reminds the user of, and with which note. */
function reminderRow(view: Replica, placed: GroupedRow, reminder: LocalReminder): Row {
  const { until, reminds } = reminder;
  const count = unreadCountOf(view, placed.key as ConversationKey);
  const message = get(view.messages, reminds.messageId);
  const about: Part = message === undefined ? text("a message", "dim") : { message };
  return reminderRows(reminder, [placed, count, message, view.namesRevision], () => ({
    sign: glyph("later", "accent"),
    subject: subjectOf(view, placed, "unread"),
    detail: [
      text("reminder: ", "accent"),
      reminds.note === undefined ? about : { ownText: reminds.note },
    ],
    number: count,
    time: { at: until },
  }));
}

const doneRowsOf = memoizeFor<Done, Row>();

function endedBy({ ids, snooze }: Done): string | undefined {
  if (ids.length > 0) return undefined;
  return snooze?.stays === undefined ? "snooze ended" : "read before";
}

/** What was dealt with, how much it was, and when. */
function doneRow(view: Replica, placed: GroupedRow, done: Done): Row {
  const { ids, at } = done;
  const shownId = ids.find((id) => get(view.messages, id) !== undefined);
  const message = shownId && get(view.messages, shownId);
  const count = counted(ids.length, "message");
  return doneRowsOf(done, [placed, message, view.namesRevision], () => ({
    ...overRow(subjectOf(view, placed, "faint"), endedBy(done) ?? count),
    ...(message && { detail: [text(`${count}: `, "dim"), { message, token: "faint" }] }),
    time: { at: Math.floor(at / 1000) },
  }));
}

function undecidedText({ failed, mayHaveArrived, reason }: Undecided): string {
  if (failed === 1 && mayHaveArrived === 0) return `not sent: ${reason}`;
  if (failed === 0 && mayHaveArrived === 1) return "a message may not have arrived";
  if (failed === 0) return `${mayHaveArrived} messages may not have arrived`;
  return `${failed + mayHaveArrived} messages were not delivered`;
}

const unreadRows = memoizeFor<InboxRow | GroupedRow, Row>();

function unreadRow(view: Replica, placed: GroupedRow, hasDraft: boolean): Row {
  const key = placed.key as ConversationKey;
  const row = inboxRowOf(view, key);
  const firstId = firstUnreadOf(view, key);
  const first = firstId && get(view.messages, firstId);
  const newest = row && get(view.messages, row.newestUnread);
  const count = unreadCountOf(view, key);
  const last = newest ?? first;
  return unreadRows(row ?? placed, [placed, first, newest, count, hasDraft], () => ({
    sign: row === undefined ? glyph("muted", "muted") : signOf(row.reason),
    subject: [...subjectOf(view, placed, "unread"), ...(hasDraft ? draftMark : [])],
    detail: first === undefined ? [] : [{ message: first }],
    number: count,
    time: last && { at: last.sentAt },
  }));
}

function signOf(reason: InboxReason | undefined): Part {
  switch (reason) {
    case "direct":
      return glyph("needsYou", "mention");
    case "mention":
      return glyph("mention", "mention");
    case "followed":
      return glyph("followed", "followed");
    case "due":
    case "snoozed":
      return glyph("snoozed", "accent");
    default:
      return text(" ");
  }
}

/** Conversations with only bots, folded into one line: `Bots   2 conversations   31`. */
function botsRow(view: Replica): Row {
  const conversations = botsConversations(view);
  const { length } = conversations;
  return {
    subject: [text(botsTitle, "dim")],
    detail: [text(counted(length, "conversation"), "dim")],
    number: unreadSum(view, conversations),
  };
}

function folderRow(view: Replica, { key, section }: GroupedRow): Row {
  const conversations = folderConversations(view, key);
  const now = { key, section, size: conversations.length };
  const filed = filedStreams(view, "inbox");
  return foldedRow(filed, now, "conversation", unreadSum(view, conversations));
}

function unreadSum(view: Replica, conversations: readonly ConversationKey[]): number {
  return conversations.reduce((sum, key) => sum + unreadCountOf(view, key), 0);
}

const nothingUnread = (view: Replica) =>
  orderedStreams(view).length === 0
    ? "You are subscribed to no stream.| {go.streams} shows those that you can join."
    : "Nothing is unread.| {palette.open} goes to a stream, a topic or a person.";

const definition: ListDefinition = {
  empty: ({ view }, { key }) =>
    isUnfiltered({ filter: key }) ? ["Inbox zero.", nothingUnread(view)] : noneInFilter,
  columns: { number: "unread" },
  row: (facts, placed, over) => {
    const { view, journal } = facts;
    if (over) return overRow(subjectOf(view, placed, "faint"), howDone(view, placed.key));
    if (placed.key === botsKey) return botsRow(view);
    if (isFolderKey(placed.key)) return folderRow(view, placed);
    const key = placed.key as ConversationKey;
    const row = ownRow(facts, placed);
    if (row !== undefined) return row;
    const done = placed.section === doneFilter ? doneOf(facts, key) : undefined;
    if (done !== undefined) return doneRow(view, placed, done);
    if (unreadCountOf(view, key) === 0) return overRow(subjectOf(view, placed, "faint"), "done");
    return unreadRow(view, placed, keysWithDraft(journal).has(key));
  },
  heading: (facts, key) =>
    sections(facts, key) ??
    folderHeading(filedStreams(facts.view, "inbox"), key) ??
    streamHeading(facts.view, key),
  filters,
  isEmpty: ({ view }) => inbox(view).size === 0,
  coming: { isComplete: ({ view }) => view.participationKnown },
  everyAccount: {
    // The oldest of what needs the user comes first, after their undecided sends and due snoozes; else the newest.
    rank: ({ view, journal }, { key, section }) => {
      const conversation = key as ConversationKey;
      if (section === doneFilter) return doneOf({ view, journal }, conversation)?.at;
      const row = inboxRowOf(view, conversation);
      if (row === undefined) return undefined;
      const { undecided, snooze, firstUnread, newestUnread } = row;
      if (undecided !== undefined) return 2 * horizon - undecided.since;
      if (snooze?.stays !== undefined)
        return -(snooze.stays === "draft" ? 1 : 3) * horizon - snooze.until;
      if (snooze !== undefined) return horizon - snooze.until;
      const oldest = get(view.messages, firstUnread)?.sentAt;
      return section === "needs-you" ? oldest && -oldest : get(view.messages, newestUnread)?.sentAt;
    },
    unranked: ["streams", "bots", mutedFilter],
    isRanked: ({ view }) => isRanked(view),
  },
  triage: {
    // It is over once it is not what the filter shows any more: read, muted, or snoozed.
    stay: ({ view }, key, filter) => {
      const isOver = (over: boolean) => (over ? "over" : "restored");
      const several = conversationsIn(view, key);
      if (several !== undefined) return isOver(several.length === 0);
      const conversation = key as ConversationKey;
      const section = inboxRowOf(view, conversation)?.section;
      if (filter.key === doneFilter) return "restored";
      if (filter.key === mutedFilter)
        return isOver(section !== undefined || unreadCountOf(view, conversation) === 0);
      if (section !== undefined && filter.sections.includes(section)) return "standing";
      return isOver(
        section === undefined || (section === "snoozed") !== (filter.key === snoozedFilter),
      );
    },
    standing: (view, key) => {
      const section = inboxRowOf(view, key as ConversationKey)?.section;
      const part = inbox(view).parts.find((one) => one.section === section);
      const filed = filedStreams(view, "inbox");
      const rows = (part?.lists ?? []).flat().map((one) => placed(one, filed));
      const at = rows.findIndex((row) => row.key === key);
      const row = rows[at];
      return row && { row, before: rows.slice(0, at).reverse(), after: rows.slice(at + 1) };
    },
    size: (state, { key }) => (key === doneFilter ? doneToday(state).length : undefined),
  },
  keys: {
    words: (view, row, { key }): Readonly<Record<string, string>> =>
      key === doneFilter && unreadCountOf(view, row as ConversationKey) === 0
        ? { "triage.unread": "unread again" }
        : {},
  },
  conversations: {
    of: (view, key) => conversationsIn(view, key) ?? [key as ConversationKey],
    isUnread: (view, key) => {
      const several = conversationsIn(view, key);
      return several === undefined ? isUnreadConversation(view, key) : several.length > 0;
    },
  },
  fresh: ({ view, journal, screen }, filter) => {
    const unread = inbox(view);
    const { parts } = unread;
    const muted = mutedRows(view);
    const done = doneRows({ view, journal, screen });
    const counts = Object.fromEntries(parts.map(({ section, size }) => [section, size]));
    const beside: Readonly<Record<string, readonly GroupedRow[]>> = {
      [mutedFilter]: muted,
      [doneFilter]: done,
    };
    return {
      rows: beside[filter.key] ?? listedRows(unread, filter, { view, screen }),
      counts: { ...counts, [mutedFilter]: muted.length, [doneFilter]: done.length },
    };
  },
  current: ({ view, screen }, filter) => {
    if (filter.key === mutedFilter || filter.key === doneFilter) return undefined;
    return inbox(view).parts.flatMap((part): readonly (readonly Keyed[])[] => {
      if (!filter.sections.includes(part.section) || part.size === 0) return [];
      return isFolded(part, filter) ? [botsRows(part)] : currentIn(part, { view, screen });
    });
  },
};

export const inboxDefinition = withWords(definition, "the whole inbox", ({ view }, key) => {
  if (isFolderKey(key)) return folderTitle(filedStreams(view, "inbox"), key) ?? "";
  return key === botsKey ? "bots" : conversationTitle(view, key as ConversationKey);
});
