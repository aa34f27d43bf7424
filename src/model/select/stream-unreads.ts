/** Unread counts and inbox rows of each stream, cached until something in that stream changes. */
import { memoizeLast, sameList } from "#base/memoize-last.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { KnownTopic, Policy, Stream } from "#model/stream.ts";
import type { UnreadConversation, Unreads } from "#model/unreads.ts";
import { byStream } from "./by-stream.ts";
import { isTopicMuted } from "./counting.ts";
import { type InboxRow, personalMentions, topicRow, type UnreadSection } from "./inbox-row.ts";
import { orderedStreams } from "./ordered-streams.ts";

export type StreamUnreads = {
  /** Unread messages that count: those of topics that are not muted. */
  readonly counted: number;
  /** Unread messages of muted topics. */
  readonly quiet: number;
  /** Unread messages that mention the person, except wildcard mentions in muted topics. */
  readonly mentions: number;
  /** Newest first; in `needs-you`, oldest first. */
  readonly rows: Readonly<Record<UnreadSection, readonly InboxRow[]>>;
};

type Topics = ReadonlyMap<ConversationKey, UnreadConversation>;
type Policies = ReadonlyMap<ConversationKey, Policy>;
type Wrote = ReadonlyMap<ConversationKey, ConversationKey>;

const none: readonly InboxRow[] = [];
const nothing: StreamUnreads = {
  counted: 0,
  quiet: 0,
  mentions: 0,
  rows: { "needs-you": none, followed: none, streams: none, bots: none },
};

/** A subscribed stream with everything that lists are derived from. */
export type StreamState = {
  readonly stream: Stream;
  readonly known: ReadonlyMap<ConversationKey, KnownTopic> | undefined;
  readonly unread: Topics | undefined;
  readonly policies: Policies | undefined;
  readonly wrote: Wrote | undefined;
  readonly sums: StreamUnreads;
};

const policiesByStream = byStream<Policy>();
const wroteByStream = byStream<ConversationKey>();
/** Keyed by the stream's current object: any change of it starts a new entry. */
const states = new WeakMap<Stream, StreamState>();

/** All streams in order. Checks each once, and only when one of them changed. */
export function streamStates(replica: Replica): readonly StreamState[] {
  const { streams, topics, unreads, policies, participated } = replica;
  return statesOf(streams, topics, unreads.streams, policies, participated);
}

const statesOf = memoizeLast(
  (
    streams: Replica["streams"],
    topics: Replica["topics"],
    unread: Unreads["streams"],
    policies: Replica["policies"],
    participated: Replica["participated"],
  ): readonly StreamState[] => {
    const sortedPolicies = policiesByStream(policies);
    const wrote = wroteByStream(new Map(participated.entries()));
    return orderedStreams(streams).map((stream) =>
      stateOf({
        stream,
        known: topics.get(stream.id),
        unread: unread.get(stream.id),
        policies: sortedPolicies.get(stream.id),
        wrote: wrote.get(stream.id),
      }),
    );
  },
);

/** The same object while nothing in the stream changed. */
function stateOf(now: Omit<StreamState, "sums">): StreamState {
  const before = states.get(now.stream);
  const counts =
    before?.unread === now.unread &&
    before?.policies === now.policies &&
    before?.wrote === now.wrote;
  if (before !== undefined && counts && before.known === now.known) return before;
  const sameSums = counts ? before?.sums : undefined;
  const state = { ...now, sums: sameSums ?? reuseRows(before?.sums, counted(now)) };
  states.set(now.stream, state);
  return state;
}

function counted({ stream, unread, policies, wrote }: Omit<StreamState, "sums">): StreamUnreads {
  if (unread === undefined) return nothing;
  const sums = { counted: 0, quiet: 0, mentions: 0 };
  const rows: Record<UnreadSection, InboxRow[]> = {
    "needs-you": [],
    followed: [],
    streams: [],
    bots: [],
  };
  for (const [key, entry] of unread) {
    const policy = policies?.get(key) ?? 0;
    const muted = isTopicMuted(stream, policy);
    sums[muted ? "quiet" : "counted"] += entry.ids.length;
    sums.mentions += muted ? personalMentions(entry) : entry.mentions.length;
    const row = topicRow(key, entry, { stream, policy, wrote: wrote?.has(key) ?? false });
    if (row !== undefined) rows[row.section].push(row);
  }
  for (const [section, list] of Object.entries(rows)) {
    list.sort(section === "needs-you" ? oldestFirst : newestFirst);
  }
  return { ...sums, rows };
}

export function oldestFirst(a: InboxRow, b: InboxRow): number {
  return a.firstUnread - b.firstUnread;
}

export function newestFirst(a: InboxRow, b: InboxRow): number {
  return b.newestUnread - a.newestUnread;
}

/** A section without changes keeps its list, so that what is derived from all streams' lists is not recomputed. */
function reuseRows(before: StreamUnreads | undefined, after: StreamUnreads): StreamUnreads {
  const old = before?.rows ?? nothing.rows;
  const rows = {
    "needs-you": sameList(old["needs-you"], after.rows["needs-you"]),
    followed: sameList(old.followed, after.rows.followed),
    streams: sameList(old.streams, after.rows.streams),
    bots: sameList(old.bots, after.rows.bots),
  };
  return { ...after, rows };
}
