/** Topics of streams: their spelling, their newest message, the user's policies, and moving messages between them. */
import { idAt } from "#base/id-list.ts";
import { sorted, without } from "#base/sorted.ts";
import { type Batch, get, put, values, withEntry, withoutEntry } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { Topic } from "#wire/stream.ts";
import { type ConversationKey, topicKey } from "./conversation.ts";
import { topicOf } from "./from-wire.ts";
import { cutIn, type Histories, insertIn, removeFrom } from "./histories.ts";
import type { Message } from "./message.ts";
import { deletedIds, type Move, moveOf, updated, withoutAccess } from "./message-changes.ts";
import type { NarrowKey } from "./narrow.ts";
import type { Person } from "./person.ts";
import { changesSince } from "./recent-events.ts";
import { confirmedMessage, type Replica } from "./replica.ts";
import type { KnownTopic, Policy, Stream } from "./stream.ts";
import { moveUnreads, removeUnreads, streamOfKey, unreadIn } from "./unreads.ts";

type RequestedAt = {
  readonly epoch: number;
  readonly lastEvent: number;
  readonly newest: number;
};

type TopicsOf = ReadonlyMap<ConversationKey, KnownTopic>;

function withTopics(replica: Replica, streamId: StreamId, topics: TopicsOf, batch: Batch): Replica {
  return { ...replica, topics: withEntry(replica.topics, streamId, topics, batch) };
}

/** Adds the topic with its newest message at least `newest`; the spelling of the newer message is shown. */
function withTopic(replica: Replica, streamId: StreamId, topic: KnownTopic, batch: Batch): Replica {
  const topics: TopicsOf = replica.topics.get(streamId) ?? new Map();
  const key = topicKey(streamId, topic.name);
  const before = topics.get(key);
  if (before !== undefined && before.newest >= topic.newest) return replica;
  return withTopics(replica, streamId, withEntry(topics, key, topic, batch), batch);
}

/** The topic in its current spelling. */
function withTopicName(replica: Replica, streamId: StreamId, name: string, batch: Batch): Replica {
  const topics = replica.topics.get(streamId);
  const key = topicKey(streamId, name);
  const topic = topics?.get(key);
  if (topics === undefined || topic === undefined || topic.name === name) return replica;
  return withTopics(replica, streamId, withEntry(topics, key, { ...topic, name }, batch), batch);
}

/** The newest known message of the topic; undefined if none is. */
export function newestIn(
  { topics }: Replica,
  { streamId, topic }: Move["from"],
): MessageId | undefined {
  return topics.get(streamId)?.get(topicKey(streamId, topic))?.newest;
}

export function withSeenTopic(replica: Replica, message: Message, batch: Batch): Replica {
  if (message.streamId === undefined) return replica;
  const topic = { name: message.topic, newest: message.id };
  return withTopic(replica, message.streamId, topic, batch);
}

/**
 * The server's list of a stream's topics, requested at `asked`; later events take precedence: of topics from and to which
 * messages were moved since, it tells nothing. It is incomplete if one of its messages was deleted since.
 */
export function withTopicList(
  replica: Replica,
  streamId: StreamId,
  list: readonly Topic[],
  asked: RequestedAt,
  batch: Batch,
): Replica {
  if (asked.epoch !== replica.epoch) return replica;
  const topics = new Map<ConversationKey, KnownTopic>();
  for (const { name, max_id: newest } of list) {
    const key = topicKey(streamId, name);
    if ((topics.get(key)?.newest ?? 0) < newest) topics.set(key, { name, newest });
  }
  const moved = movedSince(replica, asked);
  for (const key of moved) topics.delete(key);
  for (const [key, topic] of replica.topics.get(streamId) ?? []) {
    const listed = topics.get(key);
    if (moved.has(key) || topic.newest > Math.max(asked.newest, listed?.newest ?? 0))
      topics.set(key, topic);
  }
  const next = withTopics(replica, streamId, topics, batch);
  const newest = list.map(({ max_id: id }) => id);
  if (areDeleted(replica, newest, asked)) return next;
  return { ...next, topicsComplete: new Set(next.topicsComplete).add(streamId) };
}

/** The topics from and to which messages were moved since. */
function movedSince({ recent }: Replica, asked: RequestedAt): ReadonlySet<ConversationKey> {
  const moves = (changesSince(recent, asked.lastEvent) ?? []).flatMap(
    ({ event }) => (event.type === "update_message" && moveOf(event)) || [],
  );
  return new Set(
    moves.flatMap(({ from, to }) => [from, to].map((one) => topicKey(one.streamId, one.topic))),
  );
}

/** Whether one of the messages was deleted since, or may have been. */
function areDeleted(replica: Replica, ids: readonly number[], asked: RequestedAt): boolean {
  const newest = new Set(ids);
  const changes = changesSince(replica.recent, asked.lastEvent);
  if (changes === undefined) return true;
  return changes.some(
    ({ event }) =>
      event.type === "delete_message" && deletedIds(event).some((id) => newest.has(id)),
  );
}

export function withoutTopic(replica: Replica, key: ConversationKey, batch: Batch): Replica {
  const streamId = streamOfKey(key);
  const topics = streamId === undefined ? undefined : replica.topics.get(streamId);
  if (streamId === undefined || !topics?.has(key)) return replica;
  return withTopics(replica, streamId, withoutEntry(topics, key, batch), batch);
}

export function withoutTopicsOf(replica: Replica, streamId: StreamId, batch: Batch): Replica {
  const isListed = replica.topics.has(streamId) || replica.topicsComplete.has(streamId);
  if (!isListed) return replica;
  const topicsComplete = new Set(replica.topicsComplete);
  topicsComplete.delete(streamId);
  return { ...replica, topics: withoutEntry(replica.topics, streamId, batch), topicsComplete };
}

/** Conversations whose newest message is among `gone` get another one, or are removed. */
export function withoutNewest(
  replica: Replica,
  gone: ReadonlySet<MessageId>,
  keys: Iterable<ConversationKey>,
  batch: Batch,
): Replica {
  let next = replica;
  for (const key of keys) {
    const streamId = streamOfKey(key);
    const topics = streamId === undefined ? next.directs : next.topics.get(streamId);
    const newest = topics?.get(key)?.newest;
    if (newest === undefined || !gone.has(newest)) continue;
    const left = newestKnownOf(next, key, newest);
    next =
      streamId === undefined
        ? withNewestDirect(next, key, left, batch)
        : withNewestIn(next, streamId, key, left, batch);
  }
  return next;
}

type Left = { readonly newest: MessageId; readonly sure: boolean } | "none";

/** The newest remaining message of a conversation; uncertain if the client knows only part of it. */
function newestKnownOf(replica: Replica, key: ConversationKey, before: MessageId): Left {
  const history = replica.histories.get(key as string as NarrowKey);
  const last = history?.ids.at(-1);
  if (history?.newestKnown && history.epoch === replica.epoch) {
    if (last !== undefined) return { newest: last, sure: true };
    if (history.oldestKnown) return "none";
  }
  const unread = unreadIn(replica.unreads, key)?.ids;
  return { newest: (unread && idAt(unread, -1)) ?? before, sure: false };
}

function withNewestDirect(replica: Replica, key: ConversationKey, left: Left, batch: Batch) {
  const entry = replica.directs.get(key);
  if (entry === undefined) return replica;
  if (left === "none") return { ...replica, directs: withoutEntry(replica.directs, key, batch) };
  const { userIds } = entry;
  const { newest } = left;
  const changed =
    newest === entry.newest ? { ...entry, mayBeEmpty: true as const } : { userIds, newest };
  return { ...replica, directs: withEntry(replica.directs, key, changed, batch) };
}

/**
 * The server's newest message of a direct conversation that may be empty, requested at `asked`; undefined: it has none.
 * The same replica if the answer is outdated.
 */
export function withDirectNewest(
  replica: Replica,
  key: ConversationKey,
  newest: MessageId | undefined,
  asked: RequestedAt,
  batch: Batch,
): Replica {
  const entry = replica.directs.get(key);
  if (asked.epoch !== replica.epoch || entry?.mayBeEmpty === undefined) return replica;
  if (areDeleted(replica, newest === undefined ? [] : [newest], asked)) return replica;
  const { userIds } = entry;
  const directs =
    newest === undefined
      ? withoutEntry(replica.directs, key, batch)
      : withEntry(replica.directs, key, { userIds, newest }, batch);
  return { ...replica, directs };
}

/** If the topic may no longer exist, its stream's list must be fetched again. */
function withNewestIn(
  replica: Replica,
  streamId: StreamId,
  key: ConversationKey,
  left: Left,
  batch: Batch,
): Replica {
  if (left === "none") return withoutTopic(replica, key, batch);
  const topics = replica.topics.get(streamId);
  const topic = topics?.get(key);
  if (topics === undefined || topic === undefined) return replica;
  const newest = { ...topic, newest: left.newest };
  const next = withTopics(replica, streamId, withEntry(topics, key, newest, batch), batch);
  if (left.sure || !next.topicsComplete.has(streamId)) return next;
  const topicsComplete = new Set(next.topicsComplete);
  topicsComplete.delete(streamId);
  return { ...next, topicsComplete };
}

// The user's topic policies: muted, unmuted, followed.

/** A value of a newer server counts as no policy. */
export function policyOf(value: number): Policy {
  return value === 1 || value === 2 || value === 3 ? value : 0;
}

export function onUserTopic(replica: Replica, event: EventOf<"user_topic">, batch: Batch): Replica {
  const key = topicKey(event.stream_id, event.topic_name);
  const policy = policyOf(event.visibility_policy);
  if (policy === (replica.policies.get(key) ?? 0)) return replica;
  const policies =
    policy === 0
      ? withoutEntry(replica.policies, key, batch)
      : withEntry(replica.policies, key, policy, batch);
  return { ...replica, policies };
}

/**
 * LEVEL(134): before it, the only event about topics. Newer servers send it in addition to `user_topic` to clients that
 * request everything; there it is redundant.
 */
export function onMutedTopics(replica: Replica, event: EventOf<"muted_topics">): Replica {
  if (replica.realm.featureLevel >= since.userTopics) return replica;
  return { ...replica, policies: mutedTopics(event.muted_topics, values(replica.streams)) };
}

/** The legacy list identifies streams by name; unknown ones are left out. */
export function mutedTopics(
  list: readonly unknown[],
  streams: Iterable<Stream>,
): ReadonlyMap<ConversationKey, Policy> {
  const byName = new Map<unknown, StreamId>();
  for (const stream of streams) byName.set(stream.name, stream.id);
  const policies = new Map<ConversationKey, Policy>();
  for (const pair of list) {
    if (!Array.isArray(pair)) continue;
    const [name, topic] = pair as unknown[];
    const streamId = byName.get(name);
    if (streamId !== undefined) policies.set(topicKey(streamId, String(topic)), 1);
  }
  return policies;
}

// Moves messages to another topic or stream, with all related state.
// An event names messages that the client may never have fetched: their unread marks move, and the target's history is
// cut at their positions. Policies move by separate events, which come first.

type Update = EventOf<"update_message">;

export function isSubscribed(replica: Replica, streamId: StreamId): boolean {
  const { streams, archived } = replica;
  return (get(streams, streamId) ?? archived.get(streamId))?.subscription !== undefined;
}

export function onMove(replica: Replica, event: Update, batch: Batch): Replica {
  const move = moveOf(event);
  if (move === undefined) return replica;
  const known = move.ids.map((id) => get(replica.messages, id)).filter((one) => one !== undefined);
  const confirmed = move.ids.filter((id) => confirmedMessage(replica, id) !== undefined);
  const messages = known.reduce(
    (all, message) => put(all, message.id, updated(message, event), batch),
    replica.messages,
  );
  const histories = movedHistories(replica.histories, move, known, confirmed, batch);
  // The server drops the unread marks of messages that are moved where the user is not subscribed.
  const unreads = isSubscribed(replica, move.to.streamId)
    ? moveUnreads(replica.unreads, move.ids, topicOf(move.to.streamId, move.to.topic), batch)
    : removeUnreads(replica.unreads, move.ids, batch);
  const moved = { ...replica, messages, histories, unreads };
  const left = leavesBehind(replica, move) ? withoutOwn(moved, move.ids, batch) : moved;
  return withParticipation(withMovedTopic(left, event, move, batch), event, move);
}

/** Whether the user is in the source of a move but not in its target: then the messages are no longer theirs. */
export function leavesBehind(replica: Replica, { from, to }: Move): boolean {
  const isElsewhere = from.streamId !== to.streamId && !isSubscribed(replica, to.streamId);
  return isElsewhere && isSubscribed(replica, from.streamId);
}

/** Removes the flags of the messages, and the messages from lists of what the user received. */
function withoutOwn(replica: Replica, ids: readonly MessageId[], batch: Batch): Replica {
  const gone = new Set(ids);
  const keys = [...replica.histories.keys()].filter((key) =>
    /^(?:all|starred|mentions|u:.*)$/.test(key),
  );
  const messages = ids.reduce((all, id) => {
    const message = get(all, id);
    return message === undefined ? all : put(all, id, withoutAccess(message), batch);
  }, replica.messages);
  return {
    ...replica,
    messages,
    starred: without(replica.starred, gone),
    histories: removeFrom(replica.histories, keys, gone, batch),
  };
}

/** Whether it is the server's own bot, which has no owner: it tells of what people did with topics. */
export function isNoticeBot(sender: Person | undefined): boolean {
  return sender?.isBot === true && sender.botOwnerId === undefined;
}

/** The stream of a topic that a notice links to: by its name, or by its ID if the name has signs of Markdown. */
const linkedStream = /#\*\*([^*>\n]+)>|\]\(#narrow\/(?:stream|channel)\/(\d+)-/;

/**
 * The narrows into which messages may have been moved from a stream that the user is not in: of that no event tells, only
 * a notice of the server's own bot. Which messages it does not tell.
 */
export function narrowsFilled(
  { people, streams }: Replica,
  { senderId, streamId, conversation, content }: Message,
): readonly NarrowKey[] {
  const isNotice = streamId !== undefined && isNoticeBot(get(people, senderId));
  const [link, name, id] = (isNotice && linkedStream.exec(content)) || [];
  if (link === undefined) return [];
  for (const stream of values(streams)) {
    const isLinked = name === undefined ? stream.id === Number(id) : stream.name === name;
    if (isLinked && stream.subscription !== undefined) return [];
  }
  return [conversation, `s:${streamId}`] as readonly string[] as readonly NarrowKey[];
}

/** The narrows that contain the messages after the move, and may not have contained them before. */
export function narrowsGained({ from, to }: Move): readonly NarrowKey[] {
  const toKey = topicKey(to.streamId, to.topic);
  const gained: string[] = toKey === topicKey(from.streamId, from.topic) ? [] : [toKey];
  if (from.streamId !== to.streamId) gained.push(`s:${to.streamId}`);
  return gained as NarrowKey[];
}

/**
 * A page may already reflect a later move, so messages leave their actual places and not those that the event names.
 */
function movedHistories(
  histories: Histories,
  move: Move,
  moved: readonly Message[],
  confirmed: readonly MessageId[],
  batch: Batch,
): Histories {
  const stays = new Set<string>([
    topicKey(move.to.streamId, move.to.topic),
    `s:${move.to.streamId}`,
  ]);
  const left = new Set(
    moved.flatMap(({ conversation, streamId }) => [conversation as string, `s:${streamId}`]),
  );
  const lost = [...left].filter((key) => !stays.has(key)) as NarrowKey[];
  let all = removeFrom(histories, lost, new Set(moved.map(({ id }) => id)), batch);
  const ids = new Set(confirmed);
  const holes = move.ids.filter((id) => !ids.has(id));
  for (const key of narrowsGained(move)) all = cutIn(all, key, holes, batch);
  for (const id of sorted(ids)) all = insertIn(all, stays as Set<NarrowKey>, id, batch);
  return all;
}

function withMovedTopic(replica: Replica, event: Update, move: Move, batch: Batch): Replica {
  const { from, to } = move;
  const [fromKey, toKey] = [topicKey(from.streamId, from.topic), topicKey(to.streamId, to.topic)];
  const newest = sorted(move.ids).at(-1);
  if (newest === undefined) return replica;
  const next = withTopic(replica, to.streamId, { name: to.topic, newest }, batch);
  if (fromKey === toKey) return withTopicName(next, to.streamId, to.topic, batch);
  if (event.propagate_mode === "change_all") return withoutTopic(next, fromKey, batch);
  return withoutNewest(next, new Set(move.ids), [fromKey], batch);
}

/** Having written in a topic carries over to its target. */
function withParticipation(replica: Replica, event: Update, { ids, from, to }: Move): Replica {
  const [fromKey, toKey] = [topicKey(from.streamId, from.topic), topicKey(to.streamId, to.topic)];
  if (fromKey === toKey || !replica.participated.has(fromKey)) return replica;
  const whole = event.propagate_mode === "change_all";
  const isOwn = ids.some((id) => get(replica.messages, id)?.senderId === replica.ownId);
  if (!whole && !isOwn) return replica;
  const participated = new Set(replica.participated).add(toKey);
  if (whole) participated.delete(fromKey);
  return { ...replica, participated };
}
