/** Streams with their topics, and direct conversations, with their unread counts; cached per stream. */

import { idAt } from "#base/id-list.ts";
import { memoizeEach, memoizeFor, memoizePer } from "#base/memoize.ts";
import type { Sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type ConversationKey, isResolved } from "#model/conversation.ts";
import { emptyTopicName } from "#model/empty-topic.ts";
import { others } from "#model/narrow.ts";
import type { KnownDirect, Replica } from "#model/replica.ts";
import type { KnownTopic, Policy, Stream } from "#model/stream.ts";
import type { UnreadConversation } from "#model/unreads.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { type Totals, totals } from "./inbox.ts";
import { isTopicMuted } from "./inbox-row.ts";
import { type StreamState, streamStates } from "./streams.ts";

export type TopicRow = {
  readonly key: ConversationKey;
  readonly streamId: StreamId;
  readonly name: string;
  readonly newest: MessageId;
  readonly unread: number;
  readonly mentions: number;
  readonly policy: Policy;
  /** By its own policy or its stream's: then its unread messages do not count. */
  readonly muted: boolean;
  readonly resolved: boolean;
};

export type StreamRow = {
  readonly stream: Stream;
  /** Unread messages that count. */
  readonly unread: number;
  /** Unread messages of muted topics. */
  readonly quiet: number;
  readonly mentions: number;
  /** Unread ones first, newest first within these, muted ones last; empty if the stream is collapsed. */
  readonly topics: readonly TopicRow[];
  /** Topics known but not shown. */
  readonly more: number;
};

export type DirectRow = {
  readonly key: ConversationKey;
  readonly userIds: Sorted<UserId>;
  /** Everybody but the user. */
  readonly others: readonly UserId[];
  readonly newest: MessageId;
  readonly unread: number;
};

export type Sidebar = {
  readonly streams: readonly StreamRow[];
  /** Newest first. */
  readonly directs: readonly DirectRow[];
  readonly totals: Totals;
};

/** The number of topics that an expanded stream shows. */
export const topicsShown = 10;

/** `collapsed` streams show no topics; a filter expands matches. The same object while nothing in it changed. */
export function sidebar(replica: Replica, collapsed: ReadonlySet<StreamId>, filter = ""): Sidebar {
  const typed = filter.trim().toLowerCase();
  const rows = streamRows(streamStates(replica), collapsed, typed, emptyTopicName(replica));
  const directs = namedRows(directsIn(replica), replica.people, typed);
  return sidebarOf(rows, directs, totals(replica));
}

const streamRows = memoizePer(
  (
    states: readonly StreamState[],
    collapsed: ReadonlySet<StreamId>,
    filter: string,
    unnamed: string,
  ) =>
    states
      .map((state) => streamRow(state, !collapsed.has(state.stream.id), filter, unnamed))
      .filter((row) => row !== undefined),
);

const namedRows = memoizePer(
  (rows: readonly DirectRow[], people: Replica["people"], filter: string) =>
    filter === "" ? rows : rows.filter((row) => isNamed(people, row, filter)),
);

const sidebarOf = memoizePer(
  (streams: readonly StreamRow[], directs: readonly DirectRow[], sums: Totals): Sidebar => ({
    streams,
    directs,
    totals: sums,
  }),
);

/** `unnamed` is the name of the empty topic. Undefined if the filter matches neither the stream nor one of its topics. */
function streamRow(
  state: StreamState,
  open: boolean,
  filter: string,
  unnamed: string,
): StreamRow | undefined {
  if (filter === "") return open ? openRow(state) : closedRow(state);
  const topics = topicRows(state);
  const isNamed = state.stream.name.toLowerCase().includes(filter);
  const matching = isNamed
    ? topics
    : topics.filter(({ name }) => (name || unnamed).toLowerCase().includes(filter));
  return isNamed || matching.length > 0 ? rowWith(state, matching) : undefined;
}

// Of hundreds of streams nearly all are as they were at the key before.
const openRow = memoizeEach((state: StreamState) => knownRow(state, topicRows(state)));
const closedRow = memoizeEach((state: StreamState) => knownRow(state, noTopics));

const noTopics: readonly TopicRow[] = [];
const rowOfStream = memoizeFor<Stream, StreamRow>();

/** The same row for another state of the stream in which this is the same. */
function knownRow(state: StreamState, topics: readonly TopicRow[]): StreamRow {
  return rowOfStream(state.stream, [state.sums, topics], () => rowWith(state, topics));
}

function rowWith({ stream, sums }: StreamState, topics: readonly TopicRow[]): StreamRow {
  const { counted, quiet, mentions } = sums;
  const shown = topics.slice(0, topicsShown);
  return {
    stream,
    unread: counted,
    quiet,
    mentions,
    topics: shown,
    more: topics.length - shown.length,
  };
}

/** All known topics of a stream, in the order in which they are shown. */
export const topicRows = memoizeEach(({ stream, knownTopics, unread, policies }: StreamState) =>
  orderedTopics(stream, knownTopics, unread, policies),
);

function orderedTopics(
  stream: Stream,
  topics: ReadonlyMap<ConversationKey, KnownTopic> = new Map(),
  unread: ReadonlyMap<ConversationKey, UnreadConversation> = new Map(),
  policies: ReadonlyMap<ConversationKey, Policy> = new Map(),
): readonly TopicRow[] {
  const rows = new Map<ConversationKey, TopicRow>();
  const add = (key: ConversationKey, name: string, newest: MessageId) => {
    const entry = unread.get(key);
    const policy = policies.get(key) ?? 0;
    rows.set(key, {
      key,
      streamId: stream.id,
      name,
      newest,
      unread: entry?.ids.length ?? 0,
      mentions: entry?.mentions.length ?? 0,
      policy,
      muted: isTopicMuted(stream, policy),
      resolved: isResolved(name),
    });
  };
  for (const [key, { name, newest }] of topics) add(key, name, newest);
  for (const [key, { conversation, ids }] of unread) {
    const newest = idAt(ids, -1);
    const isNew = !rows.has(key) && newest !== undefined && conversation.kind === "topic";
    if (isNew) add(key, conversation.topic, newest);
  }
  return [...rows.values()].sort((a, b) => rankOf(a) - rankOf(b) || b.newest - a.newest);
}

/** In a muted stream all topics are muted alike, so unread ones come first there too. */
function rankOf({ unread, policy }: TopicRow): number {
  if (policy === 1) return 2;
  return unread > 0 ? 0 : 1;
}

/** All known direct conversations, newest first; the same list while nothing in it changed. */
export function directsIn({ directs, unreads, ownId }: Replica): readonly DirectRow[] {
  return directRows(directs, unreads.directs, ownId);
}

const directRows = memoizePer(
  (
    directs: Replica["directs"],
    unread: Replica["unreads"]["directs"],
    ownId: UserId,
  ): readonly DirectRow[] => {
    const all = new Map(directs);
    for (const [key, { conversation, ids }] of unread) {
      const newest = idAt(ids, -1);
      if (conversation.kind !== "direct" || newest === undefined || all.has(key)) continue;
      all.set(key, { userIds: conversation.userIds, newest });
    }
    return [...all]
      .sort(([, a], [, b]) => b.newest - a.newest)
      .map(([key, direct]) => {
        const count = unread.get(key)?.ids.length ?? 0;
        return rowOfDirect(direct, [ownId, count], () => rowFrom(key, direct, ownId, count));
      });
  },
);

// Of hundreds of conversations, one is another one than before.
const rowOfDirect = memoizeFor<KnownDirect, DirectRow>();

function rowFrom(
  key: ConversationKey,
  { userIds, newest }: KnownDirect,
  ownId: UserId,
  unread: number,
): DirectRow {
  return { key, userIds, others: others(userIds, ownId), newest, unread };
}

function isNamed(people: Replica["people"], row: DirectRow, filter: string): boolean {
  return row.others.some((id) => get(people, id)?.name.toLowerCase().includes(filter));
}
