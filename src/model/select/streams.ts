/**
 * Streams for lists: their order, their unread counts and inbox rows, and names of their settings. Cached until
 * something in that stream changes.
 */

import { counted } from "#base/counted.ts";
import { memoizeEach, memoizePer, sameList } from "#base/memoize.ts";
import { get, type Table, values } from "#base/table.ts";
import { wordList } from "#base/word-list.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Permitted } from "#model/permitted.ts";
import type { Realm, Replica } from "#model/replica.ts";
import type { KnownTopic, Policy, Stream } from "#model/stream.ts";
import { streamOfKey, type UnreadConversation, type Unreads } from "#model/unreads.ts";
import { choiceTitle } from "#wire/checks.ts";
import { streamSettings } from "#wire/endpoints/streams.ts";
import type { GroupId, StreamId, UserId } from "#wire/ids.ts";
import { type Filed, filedStreams } from "./folders.ts";
import {
  type InboxRow,
  isTopicMuted,
  personalMentions,
  topicRow,
  type UnreadSection,
} from "./inbox-row.ts";

export type StreamUnreads = {
  /** Unread messages that count: those of topics that are not muted. */
  readonly counted: number;
  /** Unread messages of muted topics. */
  readonly quiet: number;
  /** Unread messages that mention the user, except wildcard mentions in muted topics. */
  readonly mentions: number;
  /** Newest first; in `needs-you`, oldest first. */
  readonly rows: Readonly<Record<UnreadSection, readonly InboxRow[]>>;
};

/** Without deactivated people; undefined if they were not requested. */
export function activeSubscribers(
  { people }: Pick<Replica, "people">,
  { subscribers }: Stream,
): readonly UserId[] | undefined {
  return subscribers?.filter((id) => get(people, id)?.isActive !== false);
}

/** Undefined if it is not known. */
export function subscriberCountOf(
  replica: Pick<Replica, "people">,
  stream: Stream,
): number | undefined {
  return stream.subscriberCount ?? activeSubscribers(replica, stream)?.length;
}

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
  readonly knownTopics: ReadonlyMap<ConversationKey, KnownTopic> | undefined;
  readonly unread: Topics | undefined;
  readonly policies: Policies | undefined;
  readonly wrote: Wrote | undefined;
  readonly sums: StreamUnreads;
};

const policiesByStream = memoizeEach((_: Realm) => byStream<Policy>());
const wroteByStream = memoizeEach((_: Realm) => byStream<ConversationKey>());
/** Keyed by the stream's current object: any change of it starts a new entry. */
const states = new WeakMap<Stream, StreamState>();

/** All streams in order. Checks each once, and only when one of them changed. */
export function streamStates(replica: Replica): readonly StreamState[] {
  const { realm, topics, unreads, policies, participated } = replica;
  const streams = orderedStreams(replica);
  return statesOf(realm, streams, topics, unreads.streams, policies, participated);
}

/** In the order of the inbox, which shows folders by a setting of its own. */
export function inboxStates(replica: Replica): readonly StreamState[] {
  const states = streamStates(replica);
  const order = orderedStreams(replica, "inbox");
  return order === orderedStreams(replica) ? states : statesInOrder(states, order);
}

const statesInOrder = memoizePer(
  (states: readonly StreamState[], order: readonly Stream[]): readonly StreamState[] => {
    const known = new Map(states.map((state) => [state.stream, state]));
    return order.flatMap((stream) => known.get(stream) ?? []);
  },
);

const statesOf = memoizePer(
  (
    realm: Realm,
    streams: readonly Stream[],
    topics: Replica["topics"],
    unread: Unreads["streams"],
    policies: Replica["policies"],
    participated: Replica["participated"],
  ): readonly StreamState[] => {
    const sortedPolicies = policiesByStream(realm)(policies);
    const wrote = wroteByStream(realm)(participated);
    return streams.map((stream) => {
      const { id } = stream;
      const [knownTopics, policies] = [topics.get(id), sortedPolicies.get(id)];
      return stateOf(stream, knownTopics, unread.get(id), policies, wrote.get(id));
    });
  },
);

/** The same object while nothing in the stream changed; nothing is made for the hundreds of which this is true. */
function stateOf(
  stream: Stream,
  knownTopics: StreamState["knownTopics"],
  unread: StreamState["unread"],
  policies: StreamState["policies"],
  wrote: StreamState["wrote"],
): StreamState {
  const before = states.get(stream);
  const counts =
    before?.unread === unread && before?.policies === policies && before?.wrote === wrote;
  if (before !== undefined && counts && before.knownTopics === knownTopics) return before;
  const now = { stream, knownTopics, unread, policies, wrote };
  const sameSums = counts ? before?.sums : undefined;
  const state = { ...now, sums: sameSums ?? reuseRows(before?.sums, countsOf(now)) };
  states.set(stream, state);
  return state;
}

function countsOf({ stream, unread, policies, wrote }: Omit<StreamState, "sums">): StreamUnreads {
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

// Groups data keyed by conversation by stream, so that a change concerns one stream and not four hundred.

type ByStream<V> = ReadonlyMap<StreamId, ReadonlyMap<ConversationKey, V>>;

/** A map, or a set as a map of its elements to themselves. */
type Keyed<V> = { readonly entries: () => Iterable<readonly [ConversationKey, V]> };

/** Creates a memoized grouping function. A stream without changes keeps its map. */
function byStream<V>(): (all: Keyed<V>) => ByStream<V> {
  let last: unknown;
  let groups: ByStream<V> = new Map();
  return (all) => {
    if (all === last) return groups;
    last = all;
    groups = reuseEqual(groups, sortedOut(all.entries()));
    return groups;
  };
}

function sortedOut<V>(all: Iterable<readonly [ConversationKey, V]>): ByStream<V> {
  const groups = new Map<StreamId, Map<ConversationKey, V>>();
  for (const [key, value] of all) {
    const streamId = streamOfKey(key);
    if (streamId === undefined) continue;
    const group = groups.get(streamId);
    if (group === undefined) groups.set(streamId, new Map([[key, value]]));
    else group.set(key, value);
  }
  return groups;
}

function reuseEqual<V>(before: ByStream<V>, after: ByStream<V>): ByStream<V> {
  const groups = new Map<StreamId, ReadonlyMap<ConversationKey, V>>();
  for (const [streamId, group] of after) {
    const old = before.get(streamId);
    groups.set(streamId, old !== undefined && isEqual(old, group) ? old : group);
  }
  return groups;
}

function isEqual<V>(a: ReadonlyMap<ConversationKey, V>, b: ReadonlyMap<ConversationKey, V>) {
  if (a.size !== b.size) return false;
  for (const [key, value] of b) if (a.get(key) !== value) return false;
  return true;
}

// The subscribed streams in the order of the sidebar and the inbox.

type Ordering = Parameters<typeof filedStreams>[0];

/** Pinned first, then by folder; in each, muted last, then by name: the same on every machine, regardless of locale. */
export function orderedStreams(
  view: Ordering,
  where: "sidebar" | "inbox" = "sidebar",
): readonly Stream[] {
  return ordersOf(view.streams)(filedStreams(view, where));
}

const ordersOf = memoizeEach((streams: Table<StreamId, Stream>) =>
  memoizeEach((filed: Filed): readonly Stream[] =>
    [...values(streams)]
      .filter((stream) => stream.subscription !== undefined)
      .map((stream) => ({
        stream,
        folder: filed.get(stream.id)?.rank ?? 0,
        rank: rankOf(stream),
        name: stream.name.toLowerCase(),
      }))
      .sort(
        (a, b) =>
          compare(a.folder, b.folder) ||
          a.rank - b.rank ||
          compare(a.name, b.name) ||
          a.stream.id - b.stream.id,
      )
      .map(({ stream }) => stream),
  ),
);

function rankOf({ subscription }: Stream): number {
  if (subscription?.muted === true) return 2;
  return subscription?.pinned === true ? 0 : 1;
}

function compare<T extends number | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// Names of stream settings for display.

export type Privacy = "public" | "web-public" | "private" | "private-history";

export const privacyTitles: Readonly<Record<Privacy, string>> = {
  public: "Public, history for everybody",
  "web-public": "Web-public, no account needed",
  private: "Private, history since joining",
  "private-history": "Private, shared history",
};

export function privacyOf({
  isPrivate,
  isWebPublic,
  historyPublic,
}: Pick<Stream, "isPrivate" | "isWebPublic" | "historyPublic">): Privacy {
  if (isWebPublic) return "web-public";
  if (!isPrivate) return "public";
  return historyPublic ? "private-history" : "private";
}

/** Who may post: `Everybody`. */
export function postPolicyTitle(policy: number): string {
  return choiceTitle(streamSettings.stream_post_policy, policy) ?? `policy ${policy}`;
}

/** It is empty if the server does not tell. */
export function retentionTitle({ retentionDays: days }: Pick<Stream, "retentionDays">): string {
  if (days === undefined) return "";
  if (days === null) return "Default";
  if (days < 0) return "Forever";
  return counted(days, "day");
}

/** Everybody who is permitted: `Moderators and Ana Ruiz`, `Nobody`; "unknown" if the server does not tell. */
export function permittedTitle(
  { groups, people }: Pick<Replica, "groups" | "people">,
  permitted: Permitted | undefined,
): string {
  if (permitted === undefined) return "unknown";
  const names = namesOf({ people }, permitted, (id) => groupTitle({ groups }, id));
  return names.length === 0 ? "Nobody" : wordList(names, "and");
}

/** The same inside a sentence, where roles are words like others: `moderators and Ana Ruiz`. */
export function permittedWords(
  { groups, people }: Pick<Replica, "groups" | "people">,
  permitted: Permitted,
): string {
  const inSentence = (id: GroupId) => {
    const title = groupTitle({ groups }, id);
    return get(groups, id)?.isSystem === true ? title.toLowerCase() : title;
  };
  return wordList(namesOf({ people }, permitted, inSentence), "and");
}

function namesOf(
  { people }: Pick<Replica, "people">,
  permitted: Permitted,
  nameOf: (id: GroupId) => string,
): readonly string[] {
  return [
    ...permitted.groups.map(nameOf),
    ...permitted.people.map((id) => get(people, id)?.name ?? "unknown"),
  ];
}

/** The display name of a group: system groups have technical names such as `role:moderators`. */
export function groupTitle({ groups }: Pick<Replica, "groups">, id: GroupId | undefined): string {
  const group = id === undefined ? undefined : get(groups, id);
  if (group === undefined) return "unknown";
  return group.isSystem ? systemGroupTitle(group.name) : group.name;
}

export function systemGroupTitle(name: string): string {
  const words = name
    .replace(/^(?:role:|@role:)/, "")
    .replaceAll("_", " ")
    .replace("everyone", "everybody");
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll("fullmembers", "full members");
}
