/** Conversations with the newest activity first, and what the user opened or wrote in lately. */
import { memoizeEach, memoizeFor, memoizeLast, memoizePer } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { byFilter, type ListDefinition, withWords } from "#commands/lists/list.ts";
import { glyph, goneTopicRow, overRow, previewOf } from "#commands/lists/row.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import {
  conversationOfKey,
  conversationTitle,
  unreadCountOf,
} from "#model/select/conversations.ts";
import { isMuted } from "#model/select/inbox-row.ts";
import { type DirectRow, directsIn, topicRows } from "#model/select/sidebar.ts";
import { type StreamState, streamStates } from "#model/select/streams.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { Place } from "#store/screen.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";

function rowsIn(view: Replica, filter: string): readonly RecentRow[] {
  const rows = recentConversations(view);
  if (filter === "unread") return rows.filter(({ key }) => unreadCountOf(view, key) > 0);
  return filter === "direct" ? rows.filter(({ isDirect }) => isDirect) : rows;
}

const newestByKey = memoizeEach(
  (rows: readonly RecentRow[]) => new Map(rows.map(({ key, newest }) => [key, newest])),
);

const definition: ListDefinition = {
  ...byFilter({ all: "All", unread: "Unread", direct: "Direct" }, ({ view }, filter) =>
    rowsIn(view, filter),
  ),
  isEmpty: ({ view }) => recentConversations(view).length === 0,
  isOver: ({ view }, key, filter) =>
    isMuted(view, key as ConversationKey) ||
    (filter.key === "unread" && unreadCountOf(view, key as ConversationKey) === 0),
  conversationsOf: (_, key) => [key as ConversationKey],
  rank: ({ view }, { key }) => {
    const newest = newestByKey(recentConversations(view)).get(key as ConversationKey);
    return newest && get(view.messages, newest)?.sentAt;
  },
  empty: () => [
    "Nobody has written here yet.",
    "{compose.stream} writes to a stream|, {compose.direct} to people|.",
  ],
  number: "unread",
  row: ({ view }, placed, isOver) => {
    const key = placed.key as ConversationKey;
    const conversation = conversationOfKey(view, key);
    if (conversation === undefined) return goneTopicRow(key);
    if (isOver) return overRow([{ conversation }], isMuted(view, key) ? "muted" : "done");
    const unread = unreadCountOf(view, key);
    return {
      ...(view.policies.get(key) === 3 && { sign: glyph("followed", "followed") }),
      subject: [{ conversation, token: unread > 0 ? "unread" : "text" }],
      number: unread,
      ...previewOf(view, key, newestByKey(recentConversations(view)).get(key)),
    };
  },
};

export const recentDefinition = withWords(definition, "all conversations", ({ view }, key) =>
  conversationTitle(view, key as ConversationKey),
);

// Known conversations by their newest message, except muted ones.

type RecentRow = {
  readonly key: ConversationKey;
  readonly newest: MessageId;
  readonly isDirect: boolean;
};

/** The maximum per stream, and in total. */
const maxRecent = 200;

const topicsOf = memoizeFor<StreamState, readonly RecentRow[]>();

/** Cached per stream: streams without changes are not sorted again. */
function recentTopics(state: StreamState): readonly RecentRow[] {
  return topicsOf(state, [], () =>
    topicRows(state)
      .filter(({ muted }) => !muted)
      .map(({ key, newest }) => ({ key, newest, isDirect: false }))
      .sort(newestFirst)
      .slice(0, maxRecent),
  );
}

function newestFirst(a: RecentRow, b: RecentRow): number {
  return b.newest - a.newest;
}

const recentOf = memoizePer(
  (states: readonly StreamState[], directs: readonly DirectRow[]): readonly RecentRow[] =>
    [
      ...states.flatMap(recentTopics),
      ...directs.map(({ key, newest }) => ({ key, newest, isDirect: true })),
    ]
      .sort(newestFirst)
      .slice(0, maxRecent),
);

/** Newest first; the same list while nothing in it changes. */
export function recentConversations(view: Replica): readonly RecentRow[] {
  return recentOf(streamStates(view), directsIn(view));
}

// What the user opened or wrote in lately: it ranks first among equal matches.

/** How many places count as recent, and how many topics in which the user wrote. */
const maxRecentPlaces = 20;

/** The latest first, without the open one. */
export function recentNarrows(back: readonly Place[], open: Place): readonly Narrow[] {
  const narrows = new Map<string, Narrow>();
  for (const place of back.toReversed()) {
    if (place.kind !== "narrow" || narrows.size === maxRecentPlaces) continue;
    const key = narrowKey(place.narrow);
    if (!narrows.has(key)) narrows.set(key, place.narrow);
  }
  if (open.kind === "narrow") narrows.delete(narrowKey(open.narrow));
  return [...narrows.values()];
}

/** By their newest messages: when the user wrote in them is not known. */
const topicsWrittenIn = memoizeLast(
  (
    participated: Replica["participated"],
    topics: Replica["topics"],
  ): readonly ConversationKey[] => {
    const newest = (key: ConversationKey) => {
      const streamId = streamOfKey(key);
      return (streamId === undefined ? undefined : topics.get(streamId)?.get(key)?.newest) ?? 0;
    };
    return [...participated]
      .map((key) => ({ key, newest: newest(key) }))
      .sort((a, b) => b.newest - a.newest)
      .slice(0, maxRecentPlaces)
      .map(({ key }) => key);
  },
);

const recentPeople = memoizeLast((directs: Replica["directs"]) => {
  const newest = [...directs.values()].sort((a, b) => b.newest - a.newest).slice(0, 30);
  return newest.flatMap(({ userIds }) => userIds);
});

export type Recency = {
  readonly streams: ReadonlySet<StreamId>;
  readonly topics: ReadonlySet<string>;
  readonly people: ReadonlySet<UserId>;
};

/** `back` and `open` are those of the screen. */
export function recencyOf(view: Replica, back: readonly Place[], open: Place): Recency {
  const opened = recentNarrows(back, open);
  const written = topicsWrittenIn(view.participated, view.topics);
  const openedStreams = opened.flatMap((narrow) => ("streamId" in narrow ? narrow.streamId : []));
  const openedPeople = opened.flatMap((narrow) => (narrow.kind === "direct" ? narrow.userIds : []));
  return {
    streams: new Set([...openedStreams, ...written.flatMap((key) => streamOfKey(key) ?? [])]),
    topics: new Set<string>([...opened.map(narrowKey), ...written]),
    people: new Set([...openedPeople, ...recentPeople(view.directs)]),
  };
}
