/**
 * What of an earlier picture stays when a queue was lost.
 *
 * Unread marks, stars and settings are the server's anew. Messages and histories stay on the screen, but belong to the
 * older epoch until a page of the new one replaces them.
 */
import { emptyTable, get, newBatch, put, type Table, values } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import type { Brand } from "#wire/server.ts";
import type { Register } from "./decode-register.ts";
import { factsFrom } from "./from-register.ts";
import type { History } from "./history.ts";
import type { Message } from "./message.ts";
import { starred } from "./message-changes.ts";
import { factsOf } from "./messages.ts";
import type { NarrowKey } from "./narrow.ts";
import { nothingKnown } from "./nothing.ts";
import type { Picture } from "./picture.ts";
import { isUnread, noteUnread } from "./unreads.ts";

/**
 * True when the answer cannot come from the realm of `previous`: then nothing of it may be kept.
 *
 * A highest message ID that fell is the sign. On the very server process of before it only means that the newest
 * message was deleted.
 */
export function isAnotherRealm(previous: Picture, register: Register, brand: Brand): boolean {
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

/** `picture`, fresh from a register, with what of `previous` is still true. Not for where `isAnotherRealm`. */
export function withKept(picture: Picture, previous: Picture): Picture {
  const told = picture.settings !== nothingKnown.settings;
  return withKeptMessages(
    {
      ...picture,
      settings: told ? picture.settings : previous.settings,
      namesRevision: previous.namesRevision + 1,
      topics: joinedTopics(previous.topics, picture.topics),
      participated: previous.participated,
      newestMessage: Math.max(picture.newestMessage, previous.newestMessage),
    },
    previous,
  );
}

type Topics = Picture["topics"];

/** Topics from before stay known: a list that the server gave may be old by now, so none is complete. */
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

/** Messages that a history shows or that are unread stay, with the server's stars; their histories are of the old epoch. */
function withKeptMessages(picture: Picture, previous: Picture): Picture {
  const batch = newBatch("register");
  const stars = new Set(picture.starred);
  const known = new Set<MessageId>();
  for (const { ids } of previous.histories.values()) for (const id of ids) known.add(id);
  let { unreads } = picture;
  let messages: Table<MessageId, Message> = emptyTable();
  let unconfirmed: Picture["unconfirmed"] = emptyTable();
  for (const old of values(previous.messages)) {
    const unread = isUnread(unreads, old.id);
    if (!unread && !known.has(old.id)) continue;
    messages = put(messages, old.id, starred(old, stars.has(old.id)), batch);
    unconfirmed = put(unconfirmed, old.id, true, batch);
    if (unread) unreads = noteUnread(unreads, old.id, keptFacts(picture, old), batch);
  }
  const histories = new Map<NarrowKey, History>();
  for (const [key, history] of previous.histories) {
    if (isStillSeen(picture, history)) histories.set(key, { ...history, newestKnown: false });
  }
  return { ...picture, messages, unconfirmed, histories, unreads };
}

/** The server has just said which unread messages mention; the old message says only by what. */
function keptFacts(picture: Picture, message: Message) {
  const { wildcard, ...facts } = factsOf(picture, message);
  return { ...facts, mentioned: undefined, wildcard };
}

function isStillSeen(picture: Picture, { narrow }: History): boolean {
  const streamId =
    narrow.kind === "topic" || narrow.kind === "stream" ? narrow.streamId : undefined;
  return streamId === undefined || get(picture.streams, streamId) !== undefined;
}
