/** Topics of streams as far as they were heard of: their spelling and their newest message. */
import { ownMap, withEntry, withoutEntry } from "#base/owned.ts";
import type { Batch } from "#base/table.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { Topic } from "#wire/stream.ts";
import { type ConversationKey, topicKey } from "./conversation.ts";
import type { Message } from "./message.ts";
import type { NarrowKey } from "./narrow.ts";
import type { Picture } from "./picture.ts";
import type { KnownTopic } from "./stream.ts";
import { streamOfKey, unreadIn } from "./unreads.ts";

type TopicsOf = ReadonlyMap<ConversationKey, KnownTopic>;

function withTopics(picture: Picture, streamId: StreamId, topics: TopicsOf, batch: Batch): Picture {
  return { ...picture, topics: withEntry(picture.topics, streamId, topics, batch) };
}

/** The topic is known, its newest message at least `newest`; a newer message's spelling is the one shown. */
export function withTopic(
  picture: Picture,
  streamId: StreamId,
  topic: KnownTopic,
  batch: Batch,
): Picture {
  const topics: TopicsOf = picture.topics.get(streamId) ?? new Map();
  const key = topicKey(streamId, topic.name);
  const before = topics.get(key);
  if (before !== undefined && before.newest >= topic.newest) return picture;
  return withTopics(picture, streamId, ownMap(topics, batch).set(key, topic), batch);
}

/** The topic as it is spelled now. */
export function withSpelling(
  picture: Picture,
  streamId: StreamId,
  name: string,
  batch: Batch,
): Picture {
  const topics = picture.topics.get(streamId);
  const key = topicKey(streamId, name);
  const topic = topics?.get(key);
  if (topics === undefined || topic === undefined || topic.name === name) return picture;
  return withTopics(picture, streamId, ownMap(topics, batch).set(key, { ...topic, name }), batch);
}

export function withHeardTopic(picture: Picture, message: Message, batch: Batch): Picture {
  if (message.streamId === undefined) return picture;
  const topic = { name: message.topic, newest: message.id };
  return withTopic(picture, message.streamId, topic, batch);
}

/** The server's whole list of a stream's topics, asked for at `asked`; what events told since stays. */
export function withTopicList(
  picture: Picture,
  streamId: StreamId,
  list: readonly Topic[],
  asked: { readonly epoch: number; readonly newest: number },
  batch: Batch,
): Picture {
  if (asked.epoch !== picture.epoch) return picture;
  const topics = new Map<ConversationKey, KnownTopic>();
  for (const { name, max_id: newest } of list) {
    const key = topicKey(streamId, name);
    if ((topics.get(key)?.newest ?? 0) < newest) topics.set(key, { name, newest });
  }
  for (const [key, topic] of picture.topics.get(streamId) ?? []) {
    const listed = topics.get(key);
    if (topic.newest > Math.max(asked.newest, listed?.newest ?? 0)) topics.set(key, topic);
  }
  const topicsComplete = new Set(picture.topicsComplete).add(streamId);
  return { ...withTopics(picture, streamId, topics, batch), topicsComplete };
}

export function withoutTopic(picture: Picture, key: ConversationKey, batch: Batch): Picture {
  const streamId = streamOfKey(key);
  const topics = streamId === undefined ? undefined : picture.topics.get(streamId);
  if (streamId === undefined || !topics?.has(key)) return picture;
  return withTopics(picture, streamId, withoutEntry(topics, key, batch), batch);
}

export function withoutTopicsOf(picture: Picture, streamId: StreamId, batch: Batch): Picture {
  const known = picture.topics.has(streamId) || picture.topicsComplete.has(streamId);
  if (!known) return picture;
  const topicsComplete = new Set(picture.topicsComplete);
  topicsComplete.delete(streamId);
  return { ...picture, topics: withoutEntry(picture.topics, streamId, batch), topicsComplete };
}

/** Those of the conversations whose newest message is among `gone` look for another one, or go. */
export function withoutNewest(
  picture: Picture,
  gone: ReadonlySet<MessageId>,
  keys: Iterable<ConversationKey>,
  batch: Batch,
): Picture {
  let next = picture;
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

/** The newest message of a conversation that is left; not sure where the client knows a part of it only. */
function newestKnownOf(picture: Picture, key: ConversationKey, before: MessageId): Left {
  const history = picture.histories.get(key as string as NarrowKey);
  const last = history?.ids.at(-1);
  if (history?.newestKnown && history.epoch === picture.epoch) {
    if (last !== undefined) return { newest: last, sure: true };
    if (history.oldestKnown) return "none";
  }
  const unread = unreadIn(picture.unreads, key)?.ids.at(-1);
  return { newest: unread ?? before, sure: false };
}

function withNewestDirect(picture: Picture, key: ConversationKey, left: Left, batch: Batch) {
  const entry = picture.directs.get(key);
  if (entry === undefined) return picture;
  if (left === "none") return { ...picture, directs: withoutEntry(picture.directs, key, batch) };
  if (entry.newest === left.newest) return picture;
  const changed = { ...entry, newest: left.newest };
  return { ...picture, directs: withEntry(picture.directs, key, changed, batch) };
}

/** Where it is not sure that the topic still exists, its stream's list is to be asked for again. */
function withNewestIn(
  picture: Picture,
  streamId: StreamId,
  key: ConversationKey,
  left: Left,
  batch: Batch,
): Picture {
  if (left === "none") return withoutTopic(picture, key, batch);
  const topics = picture.topics.get(streamId);
  const topic = topics?.get(key);
  if (topics === undefined || topic === undefined) return picture;
  const newest = { ...topic, newest: left.newest };
  const next = withTopics(picture, streamId, ownMap(topics, batch).set(key, newest), batch);
  if (left.sure || !next.topicsComplete.has(streamId)) return next;
  const topicsComplete = new Set(next.topicsComplete);
  topicsComplete.delete(streamId);
  return { ...next, topicsComplete };
}
