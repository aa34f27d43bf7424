/**
 * The list of visible streams by name: subscribed ones, others, archived ones, and those that were archived or hidden
 * while weir ran, if the server does not say which; and what can be done with a stream there.
 */

import { titleOfAll } from "#base/counted.ts";
import { memoizeEach, memoizeLast, memoizePer, memoizeTexts } from "#base/memoize.ts";
import { get, values } from "#base/table.ts";
import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { byFolder, folded, foldedIn, foldedRow, folderHeading } from "#commands/lists/folds.ts";
import {
  byFilter,
  type Filter,
  type ListDefinition,
  narrowed,
  openingOf,
  type RowContext,
  removeOne,
} from "#commands/lists/list.ts";
import {
  browseKey,
  glyph,
  goneTopicRow,
  type Part,
  previewOf,
  type Row,
  type RowFacts,
  shrinking,
  streamOfRow,
  text,
  titles,
} from "#commands/lists/row.ts";
import { isUnreadConversation } from "#commands/lists/unread.ts";
import type { MenuRow } from "#commands/menus/menu.ts";
import { contextOf, openDialog, openMenu, perform, showToast } from "#commands/screen.ts";
import { sidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import type { GroupedRow } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { emptyTopicName } from "#model/empty-topic.ts";
import { isOpenToPosts, postersTitle } from "#model/permission.ts";
import { rejoinProblem, unarchivingProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import { type Filed, filedStreams, folderName, isFolderKey } from "#model/select/folders.ts";
import { type TopicRow, topicRows } from "#model/select/sidebar.ts";
import {
  orderedStreams,
  type StreamState,
  streamStates,
  subscriberCountOf,
} from "#model/select/streams.ts";
import type { Stream } from "#model/stream.ts";
import { accessibleStream, streamTitle } from "#model/streams.ts";
import { streamOfKey, unreadInStream } from "#model/unreads.ts";
import { chosenRows, selectedRow, withoutMarks } from "#store/list.ts";
import { changeList, openList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";

const filters: readonly Filter[] = [
  { key: "subscribed", title: "Subscribed", sections: ["subscribed"] },
  { key: "others", title: "Others", sections: ["others"] },
  { key: "archived", title: "Archived", sections: ["archived", "lost"] },
  { key: "all", title: "All", sections: ["subscribed", "others", "archived", "lost"] },
];

const otherStreams = memoizeLast((streams: Replica["streams"]) =>
  byName([...values(streams)].filter(({ subscription }) => subscription === undefined)),
);

function byName(streams: Iterable<Stream>): readonly Stream[] {
  return [...streams]
    .map((stream) => ({ stream, name: stream.name.toLowerCase() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ stream }) => stream);
}

/** First those that the server lists. */
const archivedByName = memoizeLast((archived: Replica["archived"]) => {
  const all = byName(archived.values());
  const listed = all.filter(({ isArchived }) => isArchived);
  return [...listed, ...all.filter(({ isArchived }) => !isArchived)];
});

function streamsIn(view: Replica, filter: string): readonly Stream[] {
  const { streams, archived } = view;
  if (filter === "archived") return archivedByName(archived);
  if (filter === "others") return otherStreams(streams);
  const subscriptions = orderedStreams(view);
  if (filter !== "all") return subscriptions;
  return everyStream(subscriptions, otherStreams(streams), archivedByName(archived));
}

const everyStream = memoizeLast((...parts: readonly (readonly Stream[])[]) => parts.flat());

const streamsPlace = { kind: "streams" } as const;

/** Subscribed ones by folder. */
const rows = memoizeLast(
  (
    streams: readonly Stream[],
    archived: Replica["archived"],
    filed: Filed,
    toggled: Screen["sidebar"]["toggled"],
  ): readonly GroupedRow[] => {
    const isFolded = foldedIn(toggled, streamsPlace);
    const rowOf = (stream: Stream, part?: string) => ({
      key: browseKey(stream.id),
      section: sectionOf(stream, archived),
      ...(part !== undefined && { part }),
    });
    const own = ({ subscription, id }: Stream) => (subscription === undefined ? undefined : id);
    return byFolder(filed, streams, own).flatMap(({ folder, parts }) =>
      folder !== undefined && isFolded(folder.key)
        ? [folded(folder, "subscribed", parts.length)]
        : parts.map((stream) => rowOf(stream, folder?.key)),
    );
  },
);

function sectionOf(
  { id, isArchived, subscription }: Stream,
  archived: Replica["archived"],
): string {
  if (isArchived) return "archived";
  if (archived.has(id)) return "lost";
  return subscription === undefined ? "others" : "subscribed";
}

/** Sorted by how well they match, not by section. */
const unplacedRows = memoizeEach((streams: readonly Stream[]): readonly GroupedRow[] =>
  streams.map(({ id }) => ({ key: browseKey(id), section: "" })),
);

function rowText(view: Replica, stream: Stream): Row {
  const { subscription, weeklyTraffic } = stream;
  const muted = subscription?.muted === true;
  // They count nowhere else: nobody waits for an answer there.
  const count = stream.isArchived ? unreadInStream(view.unreads, stream.id) : 0;
  const unread = count === 0 ? [] : [text(`${count} unread. `, "unread")];
  const posting =
    stream.isArchived || isOpenToPosts(view, stream)
      ? []
      : [text(`${postersTitle(view, stream)} post. `, "warning")];
  return {
    sign: { streamSign: stream },
    subject: [
      shrinking(stream.name, muted ? "muted" : "text"),
      ...(muted ? [text(" "), glyph("muted", "muted")] : []),
      ...(subscription?.pinned === true ? pinnedParts(view, stream) : []),
    ],
    detail: [...unread, ...posting, shrinking(stream.description, "dim")],
    number: subscriberCountOf(view, stream),
    time: weeklyTraffic === undefined ? undefined : { aWeek: weeklyTraffic },
  };
}

/** Below a heading that says that it is pinned, the folder that it would be in: it may hold no other stream. */
function pinnedParts(view: Replica, stream: Stream): readonly Part[] {
  if (filedStreams(view, "sidebar").size === 0) return [text(" pinned", "dim")];
  const folder = folderName(view, stream);
  return folder === undefined ? [] : [text(" in ", "dim"), shrinking(folder, "dim")];
}

const sections = titles({
  subscribed: ["SUBSCRIBED", "dim"],
  others: ["OTHERS", "dim"],
  archived: ["ARCHIVED", "dim"],
  // LEVEL(315): before it, the event for archiving one looks like that for losing access to it.
  lost: ["ARCHIVED, OR NOT ACCESSIBLE", "dim"],
});

export function openStreamForm({ store }: Pick<RowContext, "store">, id: StreamId): void {
  openForm(store, { name: "stream", id });
}

/** Asks whether it is to be archived, or unarchived. */
export function askToArchive({ store }: Pick<RowContext, "store">, streamId: StreamId): void {
  openMenu(store, { kind: "archive-stream", streamId });
}

const archivedCounts = memoizeLast((archived: Replica["archived"]) => {
  const listed = archivedByName(archived).filter(({ isArchived }) => isArchived).length;
  return { archived: listed, lost: archived.size - listed };
});

function noneArchived({ realm }: Replica): string {
  return realm.featureLevel < since.archivedStreams
    ? "No stream was archived since weir started. Earlier ones are known from messages."
    : "No stream is archived.";
}

export const streamsDefinition: ListDefinition = {
  filters,
  narrowing: { from: "all streams" },
  empty: ({ view }, { key }) => [
    key === "archived" ? noneArchived(view) : "No streams here.",
    "{list.next-filter} shows others|, {list.add} creates one|.",
  ],
  fresh: ({ view, screen }, filter, words = "") => {
    const streams = streamsIn(view, filter.key);
    const counts = {
      subscribed: orderedStreams(view).length,
      others: otherStreams(view.streams).length,
      ...archivedCounts(view.archived),
    };
    const matches = narrowed(streams, words);
    if (matches !== streams) return { rows: unplacedRows(matches), counts };
    const filed = filedStreams(view, "sidebar");
    return { rows: rows(matches, view.archived, filed, screen.sidebar.toggled), counts };
  },
  isEmpty: ({ view }) => view.epoch === 0,
  // A stream that was just created is listed without a refresh, and all are in the folders that they are in now.
  coming: {
    follows: ({ view }) => {
      const filed = filedStreams(view, "sidebar");
      return filed.size > 0 ? filed : view.streams.size;
    },
  },
  columns: { number: "people", times: 11 },
  row: ({ view }, placed) => {
    const { key } = placed;
    if (isFolderKey(key)) return foldedRow(filedStreams(view, "sidebar"), placed, "stream");
    const id = streamOfRow(key);
    const stream = id === undefined ? undefined : (get(view.streams, id) ?? view.archived.get(id));
    return stream && rowText(view, stream);
  },
  heading: (facts, key) =>
    sections(facts, key) ?? folderHeading(filedStreams(facts.view, "sidebar"), key),
  peek: ({ view }, key) => {
    const id = streamOfRow(key);
    const stream = id === undefined ? undefined : accessibleStream(view, id);
    if (stream === undefined) return undefined;
    const { id: streamId, subscription, isArchived } = stream;
    const narrow = { kind: "stream", streamId } as const;
    return { narrow, ...(subscription !== undefined && !isArchived && { isShownOnly: true }) };
  },
  // A subscribed stream opens its topics; any other its messages, as a preview.
  open: ({ store }, key) => {
    const id = streamOfRow(key);
    const stream = id === undefined ? undefined : accessibleStream(store.getState().view, id);
    if (stream === undefined) {
      // Nothing can be read there, so its card is opened.
      if (id !== undefined) openStreamCard(store, id);
      return undefined;
    }
    const { id: streamId, subscription, isArchived } = stream;
    if (isArchived || subscription === undefined) return openingOf({ kind: "stream", streamId });
    return { kind: "place", place: { kind: "topics", streamId } };
  },
  edit: (context, key): undefined => {
    const id = streamOfRow(key);
    if (id !== undefined) openStreamForm(context, id);
  },
  remove: removeOne((context, key) => {
    const id = streamOfRow(key);
    if (id !== undefined) askToArchive(context, id);
    return id !== undefined;
  }),
  addition: { name: "new-stream", id: 0 },
  keys: {
    words: (view, key) => {
      const id = streamOfRow(key);
      const stream = id === undefined ? undefined : accessibleStream(view, id);
      const words = { "info.open": "details", "list.mark": "select" };
      // One that is out of reach is not known.
      if (stream === undefined) return words;
      if (stream.isArchived)
        return unarchivingProblem(view, stream) === undefined
          ? { ...words, "list.delete": "unarchive" }
          : words;
      const isIn = stream.subscription !== undefined;
      return { ...words, "stream.subscribe": isIn ? "leave" : "join", "list.delete": "archive" };
    },
  },
};

/** The stream under the cursor in the list of streams; undefined elsewhere. */
export function selectedStream({ screen }: Pick<State, "screen">): StreamId | undefined {
  const list = openList(screen);
  const key = list && selectedRow(list);
  return key === undefined ? undefined : streamOfRow(key);
}

/** The streams that a key applies to: marked rows, the row of the sidebar, or the open stream. */
function targetStreams(state: State, count: number): readonly StreamId[] {
  const { screen } = state;
  const where = contextOf(screen);
  if (where === "sidebar") {
    const row = sidebarRow(state);
    return row?.kind === "stream" ? [row.row.stream.id] : [];
  }
  if (where === "list") {
    if (screen.place.kind === "topics") return [screen.place.streamId];
    const list = openList(screen);
    const rows = list === undefined ? [] : chosenRows(list, count);
    return rows.flatMap(({ key }) => streamOfRow(key) ?? []);
  }
  if (screen.place.kind !== "narrow") return [];
  const { narrow } = screen.place;
  return narrow.kind === "stream" || narrow.kind === "topic" ? [narrow.streamId] : [];
}

/**
 * Subscribes to all if any of them is not subscribed, else unsubscribes from all. Asks before the user leaves one to which
 * they could not come back.
 */
export function toggleSubscription(context: CommandContext, ids: readonly StreamId[]): void {
  const { store } = context;
  const { view } = store.getState();
  const streams = ids.flatMap((id) => get(view.streams, id) ?? []);
  const joins = streams.filter(({ subscription }) => subscription === undefined);
  if (streams.length === 0) {
    showToast(store, "Select a stream to join or leave.");
  } else if (joins.length > 0) {
    const sentence = `Joined ${whichStreams(view, joins)}`;
    if (perform(context, subscriptions("add", joins), sentence)) changeList(store, withoutMarks);
  } else if (streams.some((stream) => rejoinProblem(view, stream) !== undefined)) {
    openMenu(store, { kind: "leave-streams", streamIds: streams.map(({ id }) => id) });
  } else leaveStreams(context, streams);
}

function whichStreams(view: Replica, streams: readonly Stream[]): string {
  return titleOfAll(streams, ({ id }) => streamTitle(view, id), "stream");
}

function subscriptions(op: "add" | "remove", streams: readonly Stream[]) {
  return streams.map(({ id: streamId }) => ({ kind: "subscription", op, streamId }) as const);
}

/** What can be undone is one step. */
function leaveStreams(context: CommandContext, streams: readonly Stream[]): void {
  const { store } = context;
  const { view } = store.getState();
  const isForGood = (stream: Stream) => rejoinProblem(view, stream) !== undefined;
  const returnable = streams.filter((stream) => !isForGood(stream));
  addIntents(store, context, subscriptions("remove", streams.filter(isForGood)));
  const [step, sentence] = [returnable, streams].map((some) => `Left ${whichStreams(view, some)}`);
  const actions = subscriptions("remove", returnable);
  if (!perform(context, actions, step ?? "", undefined, sentence)) showToast(store, sentence ?? "");
  changeList(store, withoutMarks);
}

/** Whether to leave streams for good. */
export const leavingMenu: MenuRow<"leave-streams"> = ({ state: { view } }, { streamIds }) => {
  const streams = streamIds.flatMap((id) => get(view.streams, id) ?? []);
  const left = streams.filter(({ subscription }) => subscription !== undefined);
  if (left.length === 0) return "You are not in it any more.";
  const isOne = left.length === 1;
  return {
    title: `Leave ${whichStreams(view, left)}?`,
    lines: left.flatMap((stream) => {
      const problem = rejoinProblem(view, stream);
      const named = { text: streamTitle(view, stream.id), tone: "strong" } as const;
      if (problem === undefined) return [];
      return [...(isOne ? [] : [named]), { text: problem, tone: "warning" } as const];
    }),
    items: [
      { key: "k", title: isOne ? "Keep the subscription" : "Keep the subscriptions" },
      {
        key: "l",
        title: isOne ? "Leave it" : "Leave them",
        danger: true,
        run: (context) => leaveStreams(context, left),
      },
    ],
  };
};

/** What mutes or unmutes the stream; undefined, after telling the user, if they are not subscribed to it. */
export function streamMuteToggle({ store }: Pick<CommandContext, "store">, streamId: StreamId) {
  const { view } = store.getState();
  const stream = get(view.streams, streamId);
  const name = streamTitle(view, streamId);
  if (stream?.subscription === undefined) {
    showToast(store, `You are not subscribed to ${name}.`);
    return undefined;
  }
  const value = !stream.subscription.muted;
  const action = { kind: "subscription-property", streamId, property: "is_muted", value } as const;
  return { actions: [action], sentence: `${value ? "Muted" : "Unmuted"} ${name}`, mutes: value };
}

export function toggleStreamMute(context: CommandContext, streamId: StreamId): void {
  const toggle = streamMuteToggle(context, streamId);
  if (toggle !== undefined) perform(context, toggle.actions, toggle.sentence);
}

export function openStreamCard(store: Store, id: StreamId): void {
  openDialog(store, { kind: "card", about: { kind: "stream", id }, chosen: 0 });
}

export const streamActions = commandsIn(inPanes, {
  "sidebar.edit": {
    alsoCalled:
      "channel settings,stream settings,pin,unpin,pin stream,pin channel,stream notifications,folder,section,colour,color",
    title: "Settings of the stream",
    keys: ["E"],
    where: ["sidebar"],
    disabled: (state) => (sidebarRow(state)?.kind === "stream" ? undefined : "select a stream"),
    run: ({ store }) => {
      const row = sidebarRow(store.getState());
      if (row?.kind === "stream") openStreamForm({ store }, row.row.stream.id);
    },
  },
  "stream.archive": {
    alsoCalled: "archive stream,delete stream,delete channel",
    title: "Archive or unarchive the stream (asks first)",
    keys: [],
    onRows: "cursor",
    disabled: (state) => (targetStreams(state, 1).length === 1 ? undefined : "select one stream"),
    run: (context) => {
      const [id] = targetStreams(context.store.getState(), 1);
      if (id !== undefined) askToArchive(context, id);
    },
  },
  "stream.subscribe": {
    alsoCalled: "subscribe,unsubscribe,leave stream,join stream,leave channel",
    title: "Join or leave the stream",
    hint: "join",
    keys: ["S"],
    onRows: "chosen",
    disabled: (state) => (targetStreams(state, 1).length === 0 ? "select a stream" : undefined),
    run: (context) =>
      toggleSubscription(context, targetStreams(context.store.getState(), context.count)),
  },
});

// A stream's topics: unread ones first, then the others; the newest first in each part, muted ones last.

const isShownBy: Readonly<Record<string, (topic: TopicRow) => boolean>> = {
  followed: ({ policy }) => policy === 3,
  muted: ({ muted }) => muted,
};

function topicsIn(topics: readonly TopicRow[], filter: string): readonly TopicRow[] {
  const isShown = isShownBy[filter];
  return isShown === undefined ? topics : topics.filter(isShown);
}

const named = memoizePer((topics: readonly TopicRow[], nameless: string) =>
  topics.map((topic) => (topic.name === "" ? { ...topic, name: nameless } : topic)),
);

/** The same topics, under the names by which they are found. */
function withNames(topics: readonly TopicRow[], view: Replica): readonly TopicRow[] {
  return topics.some(({ name }) => name === "") ? named(topics, emptyTopicName(view)) : topics;
}

function isIn({ streams }: Replica, streamId: StreamId): boolean {
  return get(streams, streamId)?.subscription !== undefined;
}

const noTopics: readonly TopicRow[] = [];

/** The topics of a stream; none if the user is not subscribed. */
function topicsOf({ view }: Pick<State, "view">, streamId: StreamId): readonly TopicRow[] {
  const state = streamStates(view).find(({ stream }) => stream.id === streamId);
  return state === undefined ? noTopics : topicRows(state);
}

const byKey = memoizeEach(
  (state: StreamState) => new Map(topicRows(state).map((row) => [row.key, row])),
);

function topicRow({ view }: RowFacts, { key }: GroupedRow): Row {
  const conversation = key as ConversationKey;
  const streamId = streamOfKey(conversation);
  const state = streamStates(view).find(({ stream }) => stream.id === streamId);
  const topic = state && byKey(state).get(conversation);
  if (topic === undefined) return goneTopicRow(key);
  const { name, unread, muted } = topic;
  const token = unread > 0 ? "unread" : "text";
  return {
    sign: signOf(topic),
    subject: [{ topic: name, isPlain: true, token: muted ? "muted" : token }],
    number: unread,
    ...previewOf(view, conversation, topic.newest),
  };
}

function signOf({ policy, muted }: TopicRow): Part {
  if (policy === 3) return glyph("followed", "followed");
  return muted ? glyph("muted", "muted") : glyph("topic", "faint");
}

const definitions = memoizeTexts(100, (id: string): ListDefinition => {
  const streamId = Number(id) as StreamId;
  return {
    ...byFilter({ all: "All", followed: "Followed", muted: "Muted" }, (state, filter, words) =>
      narrowed(withNames(topicsIn(topicsOf(state, streamId), filter), state.view), words),
    ),
    narrowing: { from: "all topics" },
    coming: {
      isComplete: ({ replica }) => replica.topicsComplete.has(streamId),
      isLoading: ({ view }) => isIn(view, streamId) && !view.topicsComplete.has(streamId),
      unknown: ({ view }) =>
        view.topicsComplete.has(streamId)
          ? undefined
          : "Its topics are not known on this machine. They come when the server answers.",
    },
    empty: ({ view }) =>
      isIn(view, streamId)
        ? [
            "No topics here.",
            "{compose.stream} writes the first message|; {list.next-filter} shows other topics|.",
          ]
        : [
            "You are not in this stream, so its topics are not listed.",
            "{palette.open} goes to another stream|.",
          ],
    isEmpty: (state) => topicsOf(state, streamId).length === 0,
    keys: {
      words: () => ({ "topic.move": "move", "list.mark": "select", "list.delete": "delete" }),
    },
    conversations: { of: (_, key) => [key as ConversationKey], isUnread: isUnreadConversation },
    columns: { number: "unread" },
    row: topicRow,
    remove: removeOne(({ store }, key) => {
      const conversation = conversationOfKey(store.getState().view, key as ConversationKey);
      if (conversation?.kind !== "topic") return false;
      openMenu(store, { ...conversation, kind: "delete-topic" });
      return true;
    }),
  };
});

/** The same object for the same stream. */
export function topicsDefinition(streamId: StreamId): ListDefinition {
  return definitions(String(streamId));
}
