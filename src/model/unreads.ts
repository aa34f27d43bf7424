/**
 * Which messages the user has not read, by conversation.
 *
 * A conversation with nothing unread has no entry, so "is anything unread?" is "is the map empty?". The register
 * response is limited to recent messages: while `older` is true, absence means "read, or too old to know".
 */

import {
  emptyIdList,
  hasId,
  type IdList,
  idsOf,
  insertId,
  removeId,
  withIds,
  withoutIds,
} from "#base/id-list.ts";
import { sorted } from "#base/sorted.ts";
import {
  type Batch,
  drop,
  emptyTable,
  get,
  newBatch,
  put,
  type Table,
  withEntry,
  withoutEntry,
  writableMap,
} from "#base/table.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { type Conversation, type ConversationKey, conversationKey } from "./conversation.ts";

type Lists = {
  /** Never empty. */
  readonly ids: IdList<MessageId>;
  /** Those of `ids` that mention the user (including wildcard mentions). */
  readonly mentions: IdList<MessageId>;
  /** Those of `mentions` known to mention by wildcard only: the register response does not tell. */
  readonly wildcards: IdList<MessageId>;
  /** Those of `ids` known to contain an alert word. */
  readonly alerted: IdList<MessageId>;
  /** Those of `ids` known to be from bots. */
  readonly byBots: IdList<MessageId>;
};

function eachList(list: (name: keyof Lists) => IdList<MessageId>): Lists {
  return {
    ids: list("ids"),
    mentions: list("mentions"),
    wildcards: list("wildcards"),
    alerted: list("alerted"),
    byBots: list("byBots"),
  };
}

export type UnreadConversation = Lists & {
  readonly key: ConversationKey;
  readonly conversation: Conversation;
};

type Group = ReadonlyMap<ConversationKey, UnreadConversation>;

export type Unreads = {
  /** Topics, grouped by stream so that a change copies only one stream's entry. */
  readonly streams: ReadonlyMap<StreamId, Group>;
  readonly directs: Group;
  /** The conversation of each unread message. */
  readonly where: Table<MessageId, ConversationKey>;
  readonly older: boolean;
  /** While `older` is true: of this message and all after it, absence means "read". */
  readonly listedFrom: MessageId;
};

export const noUnreads: Unreads = {
  streams: new Map(),
  directs: new Map(),
  where: emptyTable(),
  older: false,
  listedFrom: 0 as MessageId,
};

/** What is known of an unread message besides its conversation; undefined if that is not known. */
export type UnreadFacts = {
  readonly mentioned?: boolean | undefined;
  readonly wildcard?: boolean | undefined;
  readonly alerted?: boolean | undefined;
  readonly byBot?: boolean | undefined;
};

export function isUnread(unreads: Unreads, id: MessageId): boolean {
  return get(unreads.where, id) !== undefined;
}

/** The stream of a topic's key; undefined for direct conversations. */
export function streamOfKey(key: ConversationKey): StreamId | undefined {
  return key.startsWith("t:") ? (Number(key.slice(2, key.indexOf(":", 2))) as StreamId) : undefined;
}

/** Undefined when nothing in it is unread. */
export function unreadIn(unreads: Unreads, key: ConversationKey): UnreadConversation | undefined {
  const streamId = streamOfKey(key);
  const group = streamId === undefined ? unreads.directs : unreads.streams.get(streamId);
  return group?.get(key);
}

function withConversation(
  unreads: Unreads,
  key: ConversationKey,
  entry: UnreadConversation | undefined,
  batch: Batch,
): Unreads {
  const change = (group: Group) =>
    entry === undefined ? withoutEntry(group, key, batch) : withEntry(group, key, entry, batch);
  const streamId = streamOfKey(key);
  if (streamId === undefined) return { ...unreads, directs: change(unreads.directs) };
  const group = change(unreads.streams.get(streamId) ?? new Map());
  const streams = writableMap(unreads.streams, batch);
  if (group.size === 0) streams.delete(streamId);
  else streams.set(streamId, group);
  return { ...unreads, streams };
}

/** Adds the ID if `fact` is true, removes it if false; undefined changes nothing. */
function noted(ids: IdList<MessageId>, id: MessageId, fact: boolean | undefined) {
  if (fact === undefined) return ids;
  return fact ? insertId(ids, id) : removeId(ids, id);
}

/** `entry` with facts about one of its messages; the same entry when they are not new. */
function withFacts(entry: UnreadConversation, id: MessageId, facts: UnreadFacts) {
  const mentions = noted(entry.mentions, id, facts.mentioned);
  const wildcards = noted(entry.wildcards, id, hasId(mentions, id) ? facts.wildcard : false);
  const alerted = noted(entry.alerted, id, facts.alerted);
  const byBots = noted(entry.byBots, id, facts.byBot);
  const same =
    mentions === entry.mentions &&
    wildcards === entry.wildcards &&
    alerted === entry.alerted &&
    byBots === entry.byBots;
  return same ? entry : { ...entry, mentions, wildcards, alerted, byBots };
}

/** `unreads` with the message in `conversation`; one that is unread elsewhere moves. */
export function addUnread(
  unreads: Unreads,
  conversation: Conversation,
  id: MessageId,
  facts: UnreadFacts,
  batch: Batch,
): Unreads {
  const key = conversationKey(conversation);
  const before = get(unreads.where, id);
  const left =
    before === undefined || before === key ? unreads : removeUnreads(unreads, [id], batch);
  const entry = unreadIn(left, key) ?? emptyEntry(conversation, key);
  const ids = insertId(entry.ids, id);
  const after = withFacts(ids === entry.ids ? entry : { ...entry, ids }, id, facts);
  if (after === entry) return left;
  const placed = withConversation(left, key, after, batch);
  if (before === key) return placed;
  // The entry's key rather than the equal one made above: thousands of messages share one string.
  return { ...placed, where: put(placed.where, id, entry.key, batch) };
}

function emptyEntry(conversation: Conversation, key: ConversationKey): UnreadConversation {
  return { key, conversation, ...eachList(() => emptyIdList) };
}

/** Records facts about a message that may be unread; the same object when they are not new. */
export function noteUnread(
  unreads: Unreads,
  id: MessageId,
  facts: UnreadFacts,
  batch: Batch,
): Unreads {
  const key = get(unreads.where, id);
  const entry = key === undefined ? undefined : unreadIn(unreads, key);
  if (key === undefined || entry === undefined) return unreads;
  const after = withFacts(entry, id, facts);
  return after === entry ? unreads : withConversation(unreads, key, after, batch);
}

/** Groups `ids` by the conversations in which they are unread; read ones are left out. */
function unreadByConversation(unreads: Unreads, ids: Iterable<MessageId>) {
  const groups = new Map<ConversationKey, Set<MessageId>>();
  for (const id of ids) {
    const key = get(unreads.where, id);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, new Set([id]));
    else group.add(id);
  }
  return groups;
}

function entryWithout(entry: UnreadConversation, gone: ReadonlySet<MessageId>) {
  const left = { ...entry, ...eachList((name) => withoutIds(entry[name], gone)) };
  return left.ids.length === 0 ? undefined : left;
}

/** `unreads` without these messages; the same object when all of them are read. */
export function removeUnreads(unreads: Unreads, ids: Iterable<MessageId>, batch: Batch): Unreads {
  let left = unreads;
  for (const [key, gone] of unreadByConversation(unreads, ids)) {
    const entry = unreadIn(left, key);
    if (entry === undefined) continue;
    left = withConversation(left, key, entryWithout(entry, gone), batch);
    let { where } = left;
    for (const id of gone) where = drop(where, id, batch);
    left = { ...left, where };
  }
  return left;
}

/** Moves those of `ids` that are unread to `to`, with all facts about them. */
export function moveUnreads(
  unreads: Unreads,
  ids: Iterable<MessageId>,
  to: Conversation,
  batch: Batch,
): Unreads {
  const key = conversationKey(to);
  let moved = unreads;
  for (const [from, some] of unreadByConversation(unreads, ids)) {
    const source = unreadIn(moved, from);
    if (from === key || source === undefined) continue;
    moved = withConversation(moved, from, entryWithout(source, some), batch);
    const target = unreadIn(moved, key) ?? emptyEntry(to, key);
    moved = withConversation(moved, key, joined(target, source, some), batch);
    let { where } = moved;
    for (const id of some) where = put(where, id, target.key, batch);
    moved = { ...moved, where };
  }
  return withRenamedCase(moved, to, batch);
}

/** `target` with those messages of `source` that are among `some`. */
function joined(
  target: UnreadConversation,
  source: UnreadConversation,
  some: ReadonlySet<MessageId>,
): UnreadConversation {
  const lists = eachList((name) => {
    const moved = idsOf(source[name]).filter((id) => some.has(id));
    return withIds(target[name], moved);
  });
  return { ...target, ...lists };
}

/** The latest spelling of a topic is shown. */
function withRenamedCase(unreads: Unreads, to: Conversation, batch: Batch): Unreads {
  const key = conversationKey(to);
  const entry = unreadIn(unreads, key);
  if (entry?.conversation.kind !== "topic" || to.kind !== "topic") return unreads;
  if (entry.conversation.topic === to.topic) return unreads;
  return withConversation(unreads, key, { ...entry, conversation: to }, batch);
}

/** How many messages are unread in all topics of the stream, muted or not. */
export function unreadInStream({ streams }: Unreads, streamId: StreamId): number {
  let count = 0;
  for (const { ids } of streams.get(streamId)?.values() ?? []) count += ids.length;
  return count;
}

/** Removes all unread messages of the stream. */
export function dropStreamUnreads(unreads: Unreads, streamId: StreamId, batch: Batch): Unreads {
  const group = unreads.streams.get(streamId);
  if (group === undefined) return unreads;
  let { where } = unreads;
  for (const entry of group.values()) {
    for (const id of idsOf(entry.ids)) where = drop(where, id, batch);
  }
  return { ...unreads, where, streams: withoutEntry(unreads.streams, streamId, batch) };
}

/** Conversations after which building the index may pause: far below a millisecond. */
const slice = 64;

/** Builds the index from whole lists: entries that share a key are merged. The caller may pause at every yield. */
export function* unreadsFrom(
  conversations: Iterable<{
    readonly conversation: Conversation;
    readonly ids: readonly MessageId[];
  }>,
  mentions: ReadonlySet<MessageId>,
  older: boolean,
): Generator<undefined, Unreads> {
  const batch = newBatch("unreads");
  const streams = new Map<StreamId, Map<ConversationKey, UnreadConversation>>();
  const directs = new Map<ConversationKey, UnreadConversation>();
  let where: Unreads["where"] = emptyTable();
  let count = 0;
  // Beyond all messages, and saved as it is.
  let listedFrom = Number.MAX_SAFE_INTEGER;
  for (const { conversation, ids } of conversations) {
    if (ids.length === 0) continue;
    for (const id of ids) listedFrom = Math.min(listedFrom, id);
    const key = conversationKey(conversation);
    const group = conversation.kind === "topic" ? groupOf(streams, conversation.streamId) : directs;
    const entry = group.get(key) ?? emptyEntry(conversation, key);
    const mentioned = mentions.size === 0 ? [] : ids.filter((id) => mentions.has(id));
    group.set(key, {
      ...entry,
      ids: withIds(entry.ids, sorted(ids)),
      mentions: withIds(entry.mentions, sorted(mentioned)),
    });
    for (const id of ids) where = put(where, id, entry.key, batch);
    count += 1;
    if (count % slice === 0) yield;
  }
  return { streams, directs, where, older, listedFrom: (older ? listedFrom : 0) as MessageId };
}

function groupOf<V>(streams: Map<StreamId, Map<ConversationKey, V>>, streamId: StreamId) {
  const existing = streams.get(streamId);
  if (existing !== undefined) return existing;
  const group = new Map<ConversationKey, V>();
  streams.set(streamId, group);
  return group;
}
