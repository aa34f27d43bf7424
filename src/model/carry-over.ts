/**
 * What is carried over from the previous replica when a queue is lost.
 *
 * Unread marks, stars and settings come from the new register. Messages and histories stay on the screen, but belong to
 * the older epoch until a page of the new one replaces them.
 */
import { emptyTable, get, newBatch, put, type Table, values } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Brand } from "#wire/server.ts";
import type { Register } from "./decode-register.ts";
import { emptyReplica } from "./empty.ts";
import { factsFrom } from "./from-register.ts";
import type { History } from "./history.ts";
import type { Message } from "./message.ts";
import { starred } from "./message-changes.ts";
import { factsOf } from "./messages.ts";
import type { NarrowKey } from "./narrow.ts";
import type { Replica } from "./replica.ts";
import { gone } from "./streams.ts";
import { isUnread, noteUnread } from "./unreads.ts";

/**
 * True when the response cannot be from the realm of `previous`: then nothing of that may be carried over.
 *
 * Detected by a lower highest message ID. On the same server process, that only means that the newest message was
 * deleted.
 */
export function isAnotherRealm(previous: Replica, register: Register, brand: Brand): boolean {
  const before = previous.realm;
  const now = factsFrom(register, brand);
  const ownId = register.user_id ?? previous.ownId;
  if (ownId !== previous.ownId || now.url !== before.url) return true;
  const bothBorn = now.createdAt !== undefined && before.createdAt !== undefined;
  if (bothBorn && now.createdAt !== before.createdAt) return true;
  const fell =
    register.max_message_id !== undefined && register.max_message_id < previous.newestMessage;
  const sameProcess = now.generation !== undefined && now.generation === before.generation;
  return fell && !sameProcess;
}

/** `replica`, fresh from a register, with what is still valid of `previous`. Not to be used if `isAnotherRealm`. */
export function carryOver(replica: Replica, previous: Replica): Replica {
  const hasSettings = replica.settings !== emptyReplica.settings;
  return carryOverMessages(
    {
      ...replica,
      settings: hasSettings ? replica.settings : previous.settings,
      emojiNames: previous.emojiNames,
      namesRevision: previous.namesRevision + 1,
      topics: joinedTopics(previous.topics, replica.topics),
      archived: archivedSince(previous, replica),
      participated: previous.participated,
      participationKnown: previous.participationKnown,
      newestMessage: Math.max(replica.newestMessage, previous.newestMessage),
    },
    previous,
  );
}

/** Streams that the server no longer lists were archived while there was no queue. */
function archivedSince(before: Replica, now: Replica): Replica["archived"] {
  // Before the first register, these are names from an earlier run.
  if (before.epoch === 0) return before.archived;
  const lost = [...values(before.streams)].map((stream) => [stream.id, gone(stream)] as const);
  const all = [...before.archived, ...lost];
  return new Map(all.filter(([id]) => get(now.streams, id) === undefined));
}

type Topics = Replica["topics"];

/** Topics known before are kept: a list from the server may be outdated by now, so none is complete. */
function joinedTopics(before: Topics, now: Topics): Topics {
  const topics = new Map(before);
  for (const [streamId, fresh] of now) {
    const known = new Map(before.get(streamId));
    for (const [key, topic] of fresh) {
      if ((known.get(key)?.newest ?? 0) < topic.newest) known.set(key, topic);
    }
    topics.set(streamId, known);
  }
  return topics;
}

/** Messages in a history or unread are kept, with the server's stars; their histories belong to the old epoch. */
function carryOverMessages(replica: Replica, previous: Replica): Replica {
  const batch = newBatch("register");
  const stars = new Set(replica.starred);
  const known = new Set<MessageId>();
  for (const { ids } of previous.histories.values()) for (const id of ids) known.add(id);
  let { unreads } = replica;
  let messages: Table<MessageId, Message> = emptyTable();
  let carriedOver: Replica["carriedOver"] = emptyTable();
  for (const old of values(previous.messages)) {
    const unread = isUnread(unreads, old.id);
    if (!unread && !known.has(old.id)) continue;
    messages = put(messages, old.id, starred(old, stars.has(old.id)), batch);
    carriedOver = put(carriedOver, old.id, true, batch);
    if (unread) unreads = noteUnread(unreads, old.id, carriedFacts(replica, old), batch);
  }
  const histories = new Map<NarrowKey, History>();
  for (const [key, history] of previous.histories) {
    if (isStillSeen(replica, history)) histories.set(key, { ...history, newestKnown: false });
  }
  return { ...replica, messages, carriedOver, histories, unreads };
}

/** The register response lists which unread messages have mentions; the old message only provides their kind. */
function carriedFacts(replica: Replica, message: Message) {
  const { wildcard, ...facts } = factsOf(replica, message);
  return { ...facts, mentioned: undefined, wildcard };
}

function isStillSeen(replica: Replica, { narrow }: History): boolean {
  const streamId =
    narrow.kind === "topic" || narrow.kind === "stream" ? narrow.streamId : undefined;
  return streamId === undefined || get(replica.streams, streamId) !== undefined;
}
