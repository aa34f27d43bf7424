/** What is unread in one stream: sums and inbox rows, kept until something in that stream changes. */
import { sameList } from "#base/latest.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Picture } from "#model/picture.ts";
import type { Policy, Stream } from "#model/stream.ts";
import type { UnreadConversation } from "#model/unreads.ts";
import { byStream } from "./by-stream.ts";
import { isTopicMuted } from "./counting.ts";
import { type InboxRow, type InboxSection, personalMentions, topicRow } from "./inbox-row.ts";

export type StreamUnreads = {
  /** Unread messages that count: those of topics that are not muted. */
  readonly counted: number;
  /** Those that wait quietly. */
  readonly quiet: number;
  /** Unread messages that mention the person; wildcards of muted topics left out. */
  readonly mentions: number;
  /** Newest first; of `needs-you`, the oldest first. */
  readonly rows: Readonly<Record<InboxSection, readonly InboxRow[]>>;
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

type Known = {
  readonly topics: Topics;
  readonly policies: Policies | undefined;
  readonly wrote: Wrote | undefined;
  readonly answer: StreamUnreads;
};

const policiesByStream = byStream<Policy>();
const wroteByStream = byStream<ConversationKey>();
/** By the stream as it is now: whatever changes in it begins anew. */
const known = new WeakMap<Stream, Known>();

/** The policies of a stream's topics; undefined when nothing was said of any. */
export function policiesOf({ policies }: Picture, stream: Stream): Policies | undefined {
  return policiesByStream(policies).get(stream.id);
}

export function streamUnreads(picture: Picture, stream: Stream): StreamUnreads {
  const topics = picture.unreads.streams.get(stream.id);
  if (topics === undefined) return nothing;
  const policies = policiesOf(picture, stream);
  const wrote = wroteIn(picture, stream);
  const before = known.get(stream);
  const same = before?.topics === topics && before.policies === policies && before.wrote === wrote;
  if (before !== undefined && same) return before.answer;
  const answer = keptRows(before?.answer, counted(stream, topics, policies, wrote));
  known.set(stream, { topics, policies, wrote, answer });
  return answer;
}

const entriesOf = new WeakMap<
  ReadonlySet<ConversationKey>,
  ReadonlyMap<ConversationKey, ConversationKey>
>();

/** The stream's topics in which the person has written. */
function wroteIn({ participated }: Picture, stream: Stream): Wrote | undefined {
  let entries = entriesOf.get(participated);
  if (entries === undefined) {
    entries = new Map(participated.entries());
    entriesOf.set(participated, entries);
  }
  return wroteByStream(entries).get(stream.id);
}

function counted(
  stream: Stream,
  topics: Topics,
  policies: Policies | undefined,
  wrote: Wrote | undefined,
): StreamUnreads {
  const sums = { counted: 0, quiet: 0, mentions: 0 };
  const rows: Record<InboxSection, InboxRow[]> = {
    "needs-you": [],
    followed: [],
    streams: [],
    bots: [],
  };
  for (const [key, entry] of topics) {
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

/** A section in which nothing changed keeps its list, so that what is made of all streams' lists is not made anew. */
function keptRows(before: StreamUnreads | undefined, after: StreamUnreads): StreamUnreads {
  const old = before?.rows ?? nothing.rows;
  const rows = {
    "needs-you": sameList(old["needs-you"], after.rows["needs-you"]),
    followed: sameList(old.followed, after.rows.followed),
    streams: sameList(old.streams, after.rows.streams),
    bots: sameList(old.bots, after.rows.bots),
  };
  return { ...after, rows };
}
