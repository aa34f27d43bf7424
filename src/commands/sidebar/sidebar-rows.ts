/** The rows of the sidebar in order, shared by keys, clicks and drawing. */
import { memoizeEach, memoizeFields, memoizeLast, memoizePer, sameList } from "#base/memoize.ts";
import { byFolder } from "#commands/lists/folds.ts";
import { undelivered } from "#commands/outbox/list.ts";
import { isEditKey } from "#journal/journal.ts";
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import type { UndecidedSends } from "#model/local-state.ts";
import { isConversation, narrowKey, others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { feedOfSearch } from "#model/search.ts";
import { type Filed, filedStreams } from "#model/select/folders.ts";
import {
  type DirectRow,
  type StreamRow,
  type Sidebar as Sums,
  sidebar,
  type TopicRow,
  topicRows,
} from "#model/select/sidebar.ts";
import { orderedStreams, streamStates } from "#model/select/streams.ts";
import type { Stream } from "#model/stream.ts";
import { streamOfKey } from "#model/unreads.ts";
import { type SavedView, savedViews } from "#model/views.ts";
import { writtenDrafts } from "#store/composer.ts";
import { type ListKind, listKey, listNames, type SingleList } from "#store/list-places.ts";
import { isList } from "#store/lists.ts";
import type { Place, Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { searchKey, type ViewRow, viewRows, viewsKey } from "./view-rows.ts";

/** `isOpen` undefined: not foldable. `parent`: the key of the heading above. */
export type SidebarRow = ViewRow | PlainRow;

type PlainRow = {
  readonly key: string;
  readonly parent?: string;
  readonly isOpen?: boolean;
  /** If undefined, opening the row folds and unfolds it. */
  readonly place: Place | undefined;
} & (
  | {
      readonly kind: "place";
      readonly name: string;
      readonly unread: number;
      readonly urgent: boolean;
    }
  | {
      readonly kind: "section";
      readonly name: string;
      readonly unread: number;
      /** What is below it, if not direct conversations. */
      readonly streams?: readonly StreamRow[];
    }
  | { readonly kind: "direct"; readonly row: DirectRow }
  | { readonly kind: "stream"; readonly row: StreamRow }
  | { readonly kind: "topic"; readonly row: TopicRow }
  /** Stands for hidden rows; opening it shows all of them. */
  | { readonly kind: "more"; readonly count: number }
);

type Rows = readonly SidebarRow[];

/** Direct conversations above "more", not counting unread ones. */
const directsShown = 8;
/** The limit even for all topics: the palette finds the others. */
const maxTopics = 200;

const directsKey = "section:direct";
const streamsKey = "section:streams";

/** From this many lines of the screen on, there is a row for every list that is used daily, even if it is empty. */
const roomyRows = 40;

/** Their rows are only shown while they are open. */
const seldom: ReadonlySet<ListKind> = new Set(["groups", "fields", "snippets", "views"]);

type ListCount = {
  readonly kind: Exclude<SingleList, "inbox">;
  readonly count: number;
};

/** The others have rows of another kind, or none before they are open. */
const listed = (Object.keys(listNames) as ListKind[]).filter(
  (kind): kind is ListCount["kind"] => !["inbox", "topics", "search", "digest"].includes(kind),
);

/** Non-empty lists and the open one; with enough room, the empty ones as well. */
function listRows(counts: readonly ListCount[], open: string | undefined, isRoomy: boolean): Rows {
  return counts.flatMap(({ kind, count }): Rows => {
    // The row of drafts is always shown, because drafts come and go while the user types.
    const isShown = count > 0 || kind === open || kind === "drafts";
    if (!isShown && (!isRoomy || seldom.has(kind))) return [];
    return [placeRow(kind, listNames[kind], count, { kind })];
  });
}

const countsOf = memoizeLast(
  (drafts: number, outbox: number, scheduled: number): readonly ListCount[] => {
    const counts: Readonly<Record<string, number>> = { drafts, outbox, scheduled };
    return listed.map((kind) => ({ kind, count: counts[kind] ?? 0 }));
  },
);

function placeRow(key: string, name: string, unread: number, place: Place): SidebarRow {
  return { kind: "place", key, name, unread, urgent: key === "mentions", place };
}

function feedRow(kind: "mentions" | "starred" | "all", name: string, unread = 0): SidebarRow {
  return placeRow(kind, name, unread, { kind: "narrow", narrow: { kind } });
}

function placeRows({ totals }: Sums): Rows {
  return [
    placeRow("inbox", "Inbox", totals.unread, { kind: "inbox" }),
    feedRow("mentions", "Mentions", totals.mentions),
    feedRow("starred", "Starred"),
    feedRow("all", "Everything"),
  ];
}

function section(key: string, name: string, isOpen: boolean, unread: number): SidebarRow {
  return { kind: "section", key, name, isOpen, unread, place: undefined };
}

/** The heading opens the list of views; the pinned ones are there while the others are folded. */
const viewSection = memoizePer(
  (all: readonly SavedView[], view: Replica, toggled: ReadonlySet<string>): Rows => {
    if (all.length === 0) return [];
    const isOpen = !toggled.has(viewsKey);
    const isFoldable = all.some(({ isPinned }) => !isPinned);
    const heading = section(viewsKey, "Views", isOpen, 0);
    const opens = { ...heading, isOpen: isFoldable ? isOpen : undefined, place: viewsPlace };
    return [opens as SidebarRow, ...viewRows(view, all, isOpen)];
  },
);

const viewsPlace = { kind: "views" } as const;

function more(of: string, count: number): Rows {
  return count > 0
    ? [{ kind: "more", key: `more:${of}`, parent: of, count, place: undefined }]
    : [];
}

function directRows(
  directs: readonly DirectRow[],
  toggled: ReadonlySet<string>,
  unfinished: Unfinished,
): Rows {
  const isOpen = !toggled.has(directsKey);
  const unread = directs.reduce((sum, row) => sum + row.unread, 0);
  const heading = section(directsKey, "Direct", isOpen, unread);
  if (!isOpen) return [heading];
  const all = toggled.has(`more:${directsKey}`);
  const shown = all
    ? directs
    : directs.filter(
        (row, at) => row.unread > 0 || at < directsShown || isUnfinished(unfinished, row.key),
      );
  return [heading, ...shown.map(rowOfDirect), ...more(directsKey, directs.length - shown.length)];
}

/** The same row for the same conversation, so that its line is not drawn again. */
const rowOfDirect = memoizeEach(
  (row: DirectRow): SidebarRow => ({
    kind: "direct",
    key: row.key,
    parent: directsKey,
    row,
    place: { kind: "narrow", narrow: { kind: "direct", userIds: row.userIds } },
  }),
);

/** Computed only if the user expanded all topics. */
function everyTopic(view: Replica, id: StreamId): readonly TopicRow[] {
  const state = streamStates(view).find(({ stream }) => stream.id === id);
  return state === undefined ? [] : topicRows(state).slice(0, maxTopics);
}

/** Which of a stream's topics are shown: those with something unread or a draft, all, or none; and below what. */
type Folding = {
  readonly filed: Filed;
  readonly toggled: ReadonlySet<string>;
  readonly unfolds: boolean;
  readonly open: string | undefined;
  readonly unfinished: Unfinished;
  readonly isFiltered: boolean;
};

function shownTopics(
  view: Replica,
  row: StreamRow,
  { toggled, unfolds, open, unfinished, isFiltered }: Folding,
): readonly TopicRow[] {
  const key = streamKey(row.stream.id);
  if (isFiltered) return row.topics;
  const isToggled = toggled.has(key);
  const every = () => everyTopic(view, row.stream.id);
  const drafted = unfinishedTopics(unfinished, "drafted", row.stream.id, every);
  if (toggled.has(`more:${key}`)) return isToggled ? [] : withOthers(every(), drafted);
  const undecided = unfinishedTopics(unfinished, "undecided", row.stream.id, every);
  const usual = row.topics.filter(
    (topic) =>
      (topic.unread > 0 && !topic.muted) || topic.key === open || unfinished.drafted.has(topic.key),
  );
  const brief = withOthers(undecided, withOthers(usual, drafted));
  if (unfolds && brief.length > 0) return isToggled ? [] : brief;
  if (isToggled) return withOthers(row.topics, drafted);
  return brief.filter((topic) => topic.key === open || unfinished.drafted.has(topic.key));
}

/** Followed by those of `others` that are not among them. */
function withOthers(rows: readonly TopicRow[], others: readonly TopicRow[]): readonly TopicRow[] {
  if (others.length === 0) return rows;
  const keys = new Set(rows.map(({ key }) => key));
  return [...rows, ...others.filter(({ key }) => !keys.has(key))];
}

type StreamMemo = { readonly folding: Folding; readonly knownTopics: number; readonly rows: Rows };

const rowsOfStream = new WeakMap<StreamRow, StreamMemo>();

/** Recomputed only for streams that changed; nothing is made for the hundreds that did not. */
function streamRows(view: Replica, row: StreamRow, folding: Folding): Rows {
  const knownTopics = view.topics.get(row.stream.id)?.size ?? 0;
  const before = rowsOfStream.get(row);
  if (before?.folding === folding && before.knownTopics === knownTopics) return before.rows;
  const rows = newStreamRows(view, row, folding, knownTopics);
  rowsOfStream.set(row, { folding, knownTopics, rows });
  return rows;
}

function newStreamRows(view: Replica, row: StreamRow, folding: Folding, knownTopics: number): Rows {
  const { stream } = row;
  const key = streamKey(stream.id);
  const topics = shownTopics(view, row, folding);
  const heading: SidebarRow = {
    kind: "stream",
    key,
    parent: folding.filed.get(stream.id)?.key ?? streamsKey,
    row,
    place: { kind: "narrow", narrow: { kind: "stream", streamId: stream.id } },
    ...(knownTopics + topics.length > 0 || row.unread + row.quiet > 0
      ? { isOpen: topics.length > 0 }
      : {}),
  };
  const inside = topics.map(
    (topic): SidebarRow => ({
      kind: "topic",
      key: topic.key,
      parent: key,
      row: topic,
      place: { kind: "narrow", narrow: { kind: "topic", streamId: stream.id, topic: topic.name } },
    }),
  );
  // A topic that exists only as a draft or an undecided send has no newest message.
  const shown = topics.filter(({ newest }) => newest > 0).length;
  const rest =
    topics.length > 0 && !folding.isFiltered ? Math.min(maxTopics, knownTopics) - shown : 0;
  return [heading, ...inside, ...more(key, rest)];
}

/** The same object for all streams while nothing in it changes, because each row compares it. */
const foldingElsewhere = memoizeFields((folding: Folding) => folding);

/** What the rows above people and streams depend on. */
type Top = {
  readonly sums: Sums;
  readonly isFiltered: boolean;
  /** The key of the row of the open place. */
  readonly open: string | undefined;
  readonly counts: readonly ListCount[];
  readonly isRoomy: boolean;
  readonly selfOpened: SelfOpened | undefined;
  readonly views: Rows;
};

/** What the rows of people and streams depend on. */
type Sections = {
  readonly view: Replica;
  readonly sums: Sums;
  readonly toggled: ReadonlySet<string>;
  readonly isFiltered: boolean;
  /** The open conversation; undefined also if it is a direct one, or something else is open. */
  readonly openTopic: ConversationKey | undefined;
  readonly unfinished: Unfinished;
  readonly filed: Filed;
};

const allRows = memoizeLast((top: Rows, sections: Rows): Rows => [...top, ...sections]);

/** The same while the user goes from list to list: there are hundreds. */
const sectionRows = memoizeFields(
  (sections: Sections): Rows => [...directSection(sections), ...streamSections(sections)],
);

const topRows = memoizeFields((top: Top): Rows => {
  const { sums, isFiltered, open, counts, isRoomy, selfOpened, views } = top;
  if (isFiltered) return [];
  const places = [...placeRows(sums), ...listRows(counts, open, isRoomy), ...views];
  return selfOpened === undefined || open === undefined || isAmong(views, open)
    ? places
    : [...places, placeRow(open, listNames[selfOpened.kind], 0, selfOpened)];
});

function directSection({ view, sums, toggled, isFiltered, unfinished }: Sections): Rows {
  if (!isFiltered)
    return directRows(withUnfinishedDirects(sums.directs, unfinished, view), toggled, unfinished);
  return sums.directs.length === 0 ? [] : directRows(sums.directs, toggled, unfinished);
}

function streamSections(sections: Sections): Rows {
  const { view, sums, toggled, isFiltered, openTopic, unfinished, filed } = sections;
  // The open conversation affects the rows of its own stream only.
  const elsewhere = foldingElsewhere({
    filed,
    toggled,
    unfolds: sums.streams.length <= unfoldedStreams,
    open: undefined,
    unfinished,
    isFiltered,
  });
  const inside: Folding = { ...elsewhere, open: openTopic };
  const openStream = openTopic && streamOfKey(openTopic);
  const rowsOf = (row: StreamRow) =>
    streamRows(view, row, row.stream.id === openStream ? inside : elsewhere);
  return sectionsOf(sums.streams, filed, isFiltered).flatMap(({ key, name, streams }): Rows => {
    const isOpen = isFiltered || !toggled.has(key);
    const unread = streams.reduce((sum, row) => sum + row.unread, 0);
    const heading = { ...section(key, name, isOpen, unread), streams };
    return isOpen ? [heading, ...joinedRows(streams, rowsOf)] : [heading];
  });
}

type StreamSection = {
  readonly key: string;
  readonly name: string;
  readonly streams: readonly StreamRow[];
};

/** One for each folder, if there are any. */
function sectionsOf(
  streams: readonly StreamRow[],
  filed: Filed,
  isFiltered: boolean,
): readonly StreamSection[] {
  if (filed.size === 0)
    return isFiltered && streams.length === 0
      ? []
      : [{ key: streamsKey, name: "Streams", streams }];
  return byFolder(filed, streams, ({ stream }) => stream.id).map(({ folder, parts }) => ({
    key: folder?.key ?? streamsKey,
    name: folder?.name ?? "Streams",
    streams: parts,
  }));
}

function isAmong(rows: Rows, key: string): boolean {
  return rows.some((row) => row.key === key);
}

/** A loop, because most of hundreds of streams have one row. */
function joinedRows(streams: readonly StreamRow[], rowsOf: (row: StreamRow) => Rows): Rows {
  const rows: SidebarRow[] = [];
  for (const row of streams) rows.push(...rowsOf(row));
  return rows;
}

/** The key of the row whose place is open, even if the row is hidden. */
function openKey({ place }: Pick<Screen, "place">): string | undefined {
  if (place.kind === "topics") return streamKey(place.streamId);
  const feed = feedIn(place);
  if (feed !== undefined) return narrowKey({ kind: feed });
  if (place.kind === "search") return searchKey(place.terms);
  if (isList(place)) return listKey(place);
  const { narrow } = place;
  if (isConversation(narrow)) return conversationKey(narrow);
  return narrow.kind === "stream" ? streamKey(narrow.streamId) : narrowKey(narrow);
}

/** The key of a conversation in a stream; undefined if it is that of anything else. */
function topicIn(key: string | undefined): ConversationKey | undefined {
  return key?.startsWith("t:") ? (key as ConversationKey) : undefined;
}

/** What has a row only while it is open, since there are many of its kind. */
type SelfOpened = Extract<Place, { readonly kind: "search" | "digest" }>;

function isSelfOpened(place: Place): place is SelfOpened {
  return place.kind === "search" || place.kind === "digest";
}

/** The feed that the open search lists for all accounts. */
function feedIn(place: Place) {
  return place.kind === "search" ? feedOfSearch(place) : undefined;
}

/** The same list while nothing in it changed. */
export function sidebarRows(state: State): Rows {
  const { view, screen, journal } = state;
  const { waiting, undecided } = undelivered(state);
  const text = screen.sidebar.filter?.input.text.trim() ?? "";
  const isFiltered = text !== "";
  const open = openKey(screen);
  const openTopic = topicIn(open);
  const { toggled } = screen.sidebar;
  const openStream = openTopic && streamOfKey(openTopic);
  const folded = foldedStreams(orderedStreams(view), toggled, openStream, isFiltered);
  const sums = sidebar(view, folded, text);
  const counts = countsOf(writtenDrafts(journal).size, waiting + undecided, view.scheduled.size);
  const { place } = screen;
  const selfOpened = isSelfOpened(place) && feedIn(place) === undefined ? place : undefined;
  const isRoomy = screen.terminal.rows >= roomyRows;
  const unfinished = unfinishedConversations(state);
  const filed = filedStreams(view, "sidebar");
  const views = viewSection(savedViews(view), view, toggled);
  const of = { view, sums, toggled, isFiltered, openTopic, unfinished, filed };
  const above = topRows({ sums, isFiltered, open, counts, isRoomy, selfOpened, views });
  return allRows(above, sectionRows(of));
}

/** The key of the row that marks where the user is: that of the open place, or of the nearest heading above it. */
export function markedKey(rows: Rows, { place }: Pick<Screen, "place">): string | undefined {
  return [openKey({ place }), ...headingsOf(rows, place)].find((key) =>
    rows.some((row) => row.key === key),
  );
}

function headingsOf(rows: Rows, place: Place): readonly string[] {
  if (place.kind !== "narrow") return [];
  const { narrow } = place;
  switch (narrow.kind) {
    case "topic":
      return [streamKey(narrow.streamId), ...sectionWith(rows, narrow.streamId)];
    case "stream":
      return sectionWith(rows, narrow.streamId);
    case "direct":
      return [directsKey];
    default:
      return [];
  }
}

function sectionWith(rows: Rows, id: StreamId): readonly string[] {
  const isIn = (row: SidebarRow) =>
    row.kind === "section" && row.streams?.some(({ stream }) => stream.id === id) === true;
  return rows.flatMap((row) => (isIn(row) ? [row.key] : []));
}

/** The key of the row under the cursor. */
export function sidebarCursor(state: State): string | undefined {
  return state.screen.sidebar.selected ?? markedKey(sidebarRows(state), state.screen);
}

const keysOf = memoizeLast((rows: Rows) => rows.map(({ key }) => key));

export function sidebarRowKeys(state: State): readonly string[] {
  return keysOf(sidebarRows(state));
}

/** The row under the cursor. */
export function sidebarRow(state: State): SidebarRow | undefined {
  const cursor = sidebarCursor(state);
  return sidebarRows(state).find(({ key }) => key === cursor);
}

export function parentOf(state: State, key: string): string | undefined {
  return sidebarRows(state).find((row) => row.key === key)?.parent;
}

export function selectSidebarRow(store: Store, key: string): void {
  changeScreen(store, (screen) =>
    screen.sidebar.selected === key
      ? screen
      : { ...screen, sidebar: { ...screen.sidebar, selected: key } },
  );
}

// Which streams of the sidebar are collapsed.

/** With more streams than this, all are collapsed until the user expands them: their names alone fill the screen. */
const unfoldedStreams = 40;

/** The key of a stream's row. */
export function streamKey(id: StreamId): string {
  return `stream:${id}`;
}

/** The stream of its row or of the one that shows more of it; not a stream's ID for others. */
function streamIn(key: string): number {
  return Number(/^(?:more:)?stream:(\d+)$/.exec(key)?.[1]);
}

/**
 * Collapsed streams need no topics: with so many streams, sorting the topics of all of them would cost more than
 * everything else.
 */
const foldedStreams = memoizeLast(
  (
    own: readonly Stream[],
    toggled: ReadonlySet<string>,
    openStream: StreamId | undefined,
    isFiltered: boolean,
  ): ReadonlySet<StreamId> => {
    if (isFiltered || own.length <= unfoldedStreams) return new Set();
    const folded = new Set(own.map(({ id }) => id));
    if (openStream !== undefined) folded.delete(openStream);
    for (const key of toggled) folded.delete(streamIn(key) as StreamId);
    return folded;
  },
);

// Conversations that the sidebar lists though nothing in them is unread: those with a send that needs a decision, and
// those with a draft, which may be about a topic that does not exist yet.

type Conversations = ReadonlyMap<ConversationKey, Conversation>;

type Unfinished = {
  readonly undecided: UndecidedSends;
  /** The same map while the drafts are of the same conversations: their texts change while somebody types. */
  readonly drafted: Conversations;
};

const noMessage = 0 as MessageId;

const unfinishedOf = memoizeLast(
  (undecided: UndecidedSends, drafted: Conversations): Unfinished => ({ undecided, drafted }),
);
const draftedIn = draftedReader();

/** The same object while nothing in it changed. */
function unfinishedConversations({ view, journal }: Pick<State, "view" | "journal">): Unfinished {
  return unfinishedOf(view.undecided, draftedIn(journal));
}

function draftedReader(): (journal: State["journal"]) => Conversations {
  let keys: readonly string[] = [];
  let drafted: Conversations = new Map();
  return (journal) => {
    const conversations = new Map<ConversationKey, Conversation>();
    // The text of an edit belongs to its message.
    for (const [key, { address }] of writtenDrafts(journal))
      if (address !== undefined && !isEditKey(key))
        conversations.set(conversationKey(address), address);
    const now = [...conversations.keys()].sort();
    if (sameList(keys, now) === keys) return drafted;
    [keys, drafted] = [now, conversations];
    return drafted;
  };
}

function isUnfinished({ undecided, drafted }: Unfinished, key: ConversationKey): boolean {
  return undecided.has(key) || drafted.has(key);
}

/** All direct conversations; first those that are listed for this reason only. */
function withUnfinishedDirects(
  directs: readonly DirectRow[],
  unfinished: Unfinished,
  { ownId }: Replica,
): readonly DirectRow[] {
  if (unfinished.undecided.size === 0 && unfinished.drafted.size === 0) return directs;
  const keys = new Set(directs.map(({ key }) => key));
  const added = [...conversationsIn(unfinished)].flatMap(
    ([key, conversation]): readonly DirectRow[] => {
      if (conversation.kind !== "direct" || keys.has(key)) return [];
      const { userIds } = conversation;
      return [{ key, userIds, others: others(userIds, ownId), newest: noMessage, unread: 0 }];
    },
  );
  return added.length === 0 ? directs : [...added, ...directs];
}

/** Undecided sends first. */
function conversationsIn({ undecided, drafted }: Unfinished): Conversations {
  const sends = [...undecided].map(([key, { conversation }]) => [key, conversation] as const);
  return new Map([...sends, ...drafted]);
}

/** The stream's topics of that kind; `known` is called only if there are any. */
function unfinishedTopics(
  unfinished: Unfinished,
  kind: keyof Unfinished,
  of: StreamId,
  known: () => readonly TopicRow[],
): readonly TopicRow[] {
  const keys = [...unfinished[kind].keys()].filter((key) => streamOfKey(key) === of);
  if (keys.length === 0) return [];
  const all = conversationsIn(unfinished);
  const rows = new Map(known().map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const conversation = all.get(key);
    if (conversation?.kind !== "topic") return [];
    const { streamId, topic: name } = conversation;
    const unheard = { unread: 0, mentions: 0, policy: 0, muted: false, resolved: false } as const;
    return [rows.get(key) ?? { key, streamId, name, newest: noMessage, ...unheard }];
  });
}
