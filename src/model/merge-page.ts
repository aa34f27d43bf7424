/**
 * Merges pages of history into the known parts without holes.
 *
 * A page is as old as its request: later events are applied to its messages again, deleted messages stay deleted, and a
 * page of an older epoch is rejected.
 */

import { has, insert, remove, sorted } from "#base/sorted.ts";
import { type Batch, drop, get, put, valuesBetween } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import type * as wire from "#wire/message.ts";
import { type Conversation, topicKey } from "./conversation.ts";
import { fromWireMessage, reactorOf } from "./from-wire.ts";
import { type History, joined, narrowsOf, reduced } from "./histories.ts";
import type { Message } from "./message.ts";
import {
  asReceived,
  caughtUp,
  type Fetched,
  flagOp,
  mentionsUser,
  moveOf,
  starred,
} from "./message-changes.ts";
import { conversationOfMessage, factsOf, withChanged, withSeenMessage } from "./messages.ts";
import { type Narrow, type NarrowKey, narrowKey } from "./narrow.ts";
import { changesSince, type RecentChange } from "./recent-events.ts";
import { confirmedMessage, type Replica } from "./replica.ts";
import { withStreamsOf } from "./streams.ts";
import { isSubscribed, narrowsFilled, narrowsGained } from "./topics.ts";
import { addUnread, isUnread, noteUnread, removeUnreads } from "./unreads.ts";

/**
 * How far a replica has come. When a page is requested, captured before the request is sent and passed with its response;
 * when messages are told, what later ones are new to.
 */
export type RequestedAt = {
  readonly epoch: number;
  readonly lastEvent: number;
  readonly newest: number;
};

export function requestedNow({ epoch, lastEvent, newestMessage: newest }: Replica): RequestedAt {
  return { epoch, lastEvent, newest };
}

export type Page = {
  /** Ascending by ID, without holes; decoded from the response. */
  readonly messages: readonly wire.Message[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** From the response: a message ID, or a number above all of them. */
  readonly anchor: number;
};

/** Whether events came since it was asked for, which may change what a search finds. */
type Found = { readonly isOutdated: boolean };

/**
 * True when the page must be fetched again: the queue was lost since, too much happened, or messages came into the
 * narrow at positions that the page cannot tell.
 */
export function isStale(replica: Replica, narrow: Narrow, asked: RequestedAt): boolean {
  if (asked.epoch !== replica.epoch) return true;
  const changes = changesSince(replica.recent, asked.lastEvent);
  const key = narrowKey(narrow);
  return (
    // The flags of messages that were left behind are outdated in an older page.
    changes?.some((change) => change.leftBehind || disturbs(replica, key, change)) ?? true
  );
}

/** Whether the change may have brought a message into the narrow that an older page lacks. */
function disturbs(replica: Replica, key: NarrowKey, { event }: RecentChange): boolean {
  switch (event.type) {
    case "message":
      return narrowsFilled(replica, fromWireMessage(event.message)).includes(key);
    case "update_message": {
      if (key === "mentions" && mentionsUser(event)) return true;
      const move = moveOf(event);
      return move !== undefined && narrowsGained(move).includes(key);
    }
    case "update_message_flags":
      if (event.flag === "read" || flagOp(event) === "remove") return false;
      if (key === "starred") return event.flag === "starred";
      return event.messages.some((id) => isGained(replica, key, id));
    case "reaction": {
      const isOwn = event.op === "add" && reactorOf(event) === replica.ownId;
      return isOwn && isGained(replica, key, event.message_id);
    }
    default:
      return false;
  }
}

/** Whether a message that is now the user's own was missing in a narrow of received messages. */
function isGained({ histories, epoch }: Replica, key: NarrowKey, id: MessageId): boolean {
  if (key !== "all" && !key.startsWith("u:")) return false;
  const history = histories.get(key);
  // Messages within the known part can only be added to.
  return history?.epoch !== epoch || !has(history.ids, id);
}

/** The replica with the page's messages, and its part of `narrow`; the same replica when the page is stale. */
export function mergePage(
  replica: Replica,
  narrow: Narrow,
  page: Page,
  asked: RequestedAt,
  batch: Batch,
): Replica {
  if (isStale(replica, narrow, asked)) return replica;
  const changes = changesSince(replica.recent, asked.lastEvent) ?? [];
  const key = narrowKey(narrow);
  const { next, messages } = withAll(replica, page.messages, changes, batch, isPast(narrow));
  const ids = messages.filter((message) => stays(narrow, key, message)).map(({ id }) => id);
  const between = lateIn(next, key, page, changes);
  const isOutdated = narrow.kind === "search" && asked.lastEvent !== replica.lastEvent;
  const whole = { ...page, isOutdated };
  const history = historyOfPage(next, narrow, whole, [...ids, ...between]);
  if (history === undefined) return next;
  return { ...next, histories: new Map(next.histories).set(key, history) };
}

/**
 * The replica with individually fetched messages, which extend no history. The same replica when too much happened
 * since they were requested.
 */
export function mergeMessages(
  replica: Replica,
  messages: readonly wire.Message[],
  asked: RequestedAt,
  batch: Batch,
): Replica {
  if (asked.epoch !== replica.epoch) return replica;
  const changes = changesSince(replica.recent, asked.lastEvent);
  if (changes === undefined || changes.some(({ leftBehind }) => leftBehind)) return replica;
  return withAll(replica, messages, changes, batch, true).next;
}

/** Whether the narrow also shows messages of a stream that were sent before the user subscribed. */
export function isPast({ kind }: Narrow): boolean {
  return kind === "stream" || kind === "topic" || kind === "search";
}

/**
 * The replica with a response's messages, and those of them that still exist; `past`: some may not be the user's own.
 */
function withAll(
  replica: Replica,
  answer: readonly wire.Message[],
  changes: readonly RecentChange[],
  batch: Batch,
  past: boolean,
): { readonly next: Replica; readonly messages: readonly Message[] } {
  const messages: Message[] = [];
  let next = withStreamsOf(replica, answer);
  for (const raw of answer) {
    const message = past ? fromWireMessage(raw) : asReceived(fromWireMessage(raw));
    const read = raw.flags?.includes("read") ?? false;
    const fetched = caughtUp({ message, read }, changes);
    if (fetched === undefined) continue;
    next = withFetched(next, fetched, batch);
    messages.push(fetched.message);
  }
  const newestMessage = answer.reduce((newest, { id }) => Math.max(newest, id), next.newestMessage);
  return { next: { ...next, newestMessage }, messages };
}

/** Messages that arrived late by event since the page was requested and whose position is within the page. */
function lateIn(
  replica: Replica,
  key: NarrowKey,
  { messages, foundOldest, foundNewest, anchor }: Page,
  changes: readonly RecentChange[],
): readonly MessageId[] {
  const from = foundOldest ? 0 : (messages[0]?.id ?? anchor);
  const to = foundNewest ? Number.POSITIVE_INFINITY : (messages.at(-1)?.id ?? anchor);
  return changes
    .map(({ event }) => (event.type === "message" ? event.message.id : undefined))
    .filter((id) => id !== undefined && id > from && id < to)
    .flatMap((id) => get(replica.messages, id as MessageId) ?? [])
    .filter((message) => narrowsOf(message).includes(key))
    .map(({ id }) => id);
}

/** Whether a message of the page still belongs there after what happened since. */
function stays(narrow: Narrow, key: NarrowKey, message: Message): boolean {
  switch (narrow.kind) {
    case "topic":
      return topicKey(narrow.streamId, narrow.topic) === message.conversation;
    case "stream":
    case "mentions":
    case "starred":
      return narrowsOf(message).includes(key);
    // The server decides what these contain, and only a deletion changes it.
    case "direct":
    case "all":
    case "directs":
    case "sender":
    case "search":
      return true;
  }
}

/** One fetched message. Its flags are the page's with later events applied, so they are the newest. */
function withFetched(replica: Replica, fetched: Fetched, batch: Batch): Replica {
  const { read } = fetched;
  const before = get(replica.messages, fetched.message.id);
  // Once received, a message stays so: the server still reports flagged ones as history.
  const message = before?.isHistory === false ? asReceived(fetched.message) : fetched.message;
  const conversation: Conversation = conversationOfMessage(message);
  const isThere = conversation.kind === "direct" || isSubscribed(replica, conversation.streamId);
  const unreads =
    read || !isThere
      ? removeUnreads(replica.unreads, [message.id], batch)
      : addUnread(replica.unreads, conversation, message.id, factsOf(replica, message), batch);
  const change = message.starred ? insert<MessageId> : remove<MessageId>;
  const starred = change(replica.starred, message.id);
  const carriedOver = drop(replica.carriedOver, message.id, batch);
  const updated = { ...replica, unreads, starred, carriedOver };
  const next = withSeenMessage(updated, message, batch);
  return before !== undefined && isSame(before, message)
    ? next
    : withChanged(next, before, message, batch);
}

/** Equal messages keep their identity, so that lines rendered from them are reused. */
function isSame(a: Message, b: Message): boolean {
  return (Object.keys(b) as (keyof Message)[]).every(
    (key) =>
      a[key] === b[key] ||
      (typeof a[key] === "object" && JSON.stringify(a[key]) === JSON.stringify(b[key])),
  );
}

/** The known part of the narrow after the page; undefined when the page contained nothing. */
function historyOfPage(
  replica: Replica,
  narrow: Narrow,
  page: Page & Found,
  ids: readonly MessageId[],
): History | undefined {
  const before = replica.histories.get(narrowKey(narrow));
  const later = page.foundNewest ? arrivedAfter(replica, narrow, page) : [];
  const part: History = {
    narrow,
    ids: sorted([...ids, ...later]),
    oldestKnown: page.foundOldest,
    newestKnown: page.foundNewest,
    epoch: replica.epoch,
    ...(page.isOutdated && { isOutdated: true }),
  };
  if (before === undefined || before.epoch !== replica.epoch) return part;
  if (part.ids.length === 0) return afterEmptyPage(before, part, page);
  return touches(before, page, part) ? joined(before, part) : part;
}

/** There is nothing beyond the anchor: so an end of the known part is an end of the narrow. */
function afterEmptyPage(before: History, part: History, page: Page): History {
  if (before.ids.length === 0) return part;
  const [first = 0, last = 0] = [before.ids[0], before.ids.at(-1)];
  const oldestKnown = before.oldestKnown || (page.foundOldest && page.anchor >= first);
  const newestKnown = before.newestKnown || (page.foundNewest && page.anchor <= last);
  return { ...before, oldestKnown, newestKnown };
}

/** Whether the page and the known part overlap, or the page was requested from inside it. */
function touches(before: History, page: Page, part: History): boolean {
  const [first, last] = [before.ids[0], before.ids.at(-1)];
  if (first === undefined || last === undefined) return false;
  const within = [page.messages[0]?.id, page.messages.at(-1)?.id, part.ids.at(-1)];
  const ids = [...within, page.anchor].filter((id) => id !== undefined);
  const [lowest, highest] = [Math.min(...ids), Math.max(...ids)];
  const end = before.newestKnown ? Number.POSITIVE_INFINITY : last;
  return lowest <= end && highest >= first;
}

/** Messages that arrived by event after the page was made: it reports that nothing is newer than its last one. */
function arrivedAfter(replica: Replica, narrow: Narrow, page: Page): readonly MessageId[] {
  const key = narrowKey(narrow);
  const from = Math.max(page.messages.at(-1)?.id ?? 0, replica.newestAtRegister);
  const arrived: MessageId[] = [];
  for (const message of valuesBetween(replica.messages, from + 1, replica.newestMessage)) {
    // A message known only from an earlier epoch was deleted since, or the page would contain it.
    if (confirmedMessage(replica, message.id) === undefined) continue;
    if (narrowsOf(message).includes(key)) arrived.push(message.id);
  }
  return arrived;
}

// Data of an older epoch in the replica: what was carried over from a lost queue, and pages of the archive.
// They are shown until a page of the current epoch replaces them, and never taken for what the server says now.

/** The replica with messages of an older epoch, which have the stars and unread marks that the server told since. */
export function withCarriedOver(replica: Replica, older: Iterable<Message>, batch: Batch): Replica {
  let { messages, carriedOver, unreads } = replica;
  for (const old of older) {
    messages = put(messages, old.id, starred(old, has(replica.starred, old.id)), batch);
    carriedOver = put(carriedOver, old.id, true, batch);
    if (isUnread(unreads, old.id))
      unreads = noteUnread(unreads, old.id, carriedFacts(replica, old), batch);
  }
  return { ...replica, messages, carriedOver, unreads };
}

/** The register response lists which unread messages have mentions; the old message only provides their kind. */
function carriedFacts(replica: Replica, message: Message) {
  const { wildcard, ...facts } = factsOf(replica, message);
  return { ...facts, mentioned: undefined, wildcard };
}

/** A page as an archive has it: see `ArchivePage`. */
type ArchivedPage = {
  readonly messages: readonly Message[];
  readonly holes: readonly MessageId[];
  readonly oldestKnown: boolean;
  readonly newestKnown: boolean;
};

/**
 * The replica with a page of the archive, which continues the known part if they touch. If they do not, the page
 * replaces that part, unless it was requested from its end: then there is a hole between.
 */
export function withArchivedPage(
  replica: Replica,
  narrow: Narrow,
  page: ArchivedPage & Partial<Found>,
  side: "around" | "older" | "newer",
  batch: Batch,
): Replica {
  const key = narrowKey(narrow);
  const current = page.messages.flatMap((message) => currentOf(replica, message) ?? []);
  const next = withArchivedMessages(replica, page.messages, batch);
  const whole: History = {
    narrow,
    ids: page.messages.map(({ id }) => id),
    oldestKnown: page.oldestKnown,
    newestKnown: page.newestKnown,
    epoch: replica.epoch - 1,
    ...(page.holes.length > 0 && { holes: page.holes }),
    ...(page.isOutdated === true && { isOutdated: true }),
  };
  const shown = current.filter((message) => stays(narrow, key, message)).map(({ id }) => id);
  const history = continued(replica.histories.get(key), reduced(whole, shown), side);
  if (history === undefined) return next;
  return { ...next, histories: new Map(next.histories).set(key, history) };
}

/** The replica with messages of the archive that it lacks, which extend no history. */
export function withArchivedMessages(
  replica: Replica,
  archived: readonly Message[],
  batch: Batch,
): Replica {
  const missing = archived.filter(({ id }) => get(replica.messages, id) === undefined);
  const current = missing.flatMap((message) => currentOf(replica, message) ?? []);
  return current.length === 0 ? replica : withCarriedOver(replica, current, batch);
}

/** The message as far as it is known now; undefined if it was deleted since the archive was written. */
function currentOf(replica: Replica, archived: Message): Message | undefined {
  const present = get(replica.messages, archived.id);
  if (present !== undefined) return present;
  const message = starred(archived, has(replica.starred, archived.id));
  return caughtUp({ message, read: false }, replica.recent.changes)?.message;
}

/** Returns undefined if nothing is known. */
function continued(
  before: History | undefined,
  page: History,
  side: "around" | "older" | "newer",
): History | undefined {
  const [first, last] = [before?.ids[0], before?.ids.at(-1)];
  if (before === undefined || first === undefined || last === undefined) {
    const isEmpty = page.ids.length === 0 && !(page.oldestKnown && page.newestKnown);
    return isEmpty ? before : page;
  }
  const beyond = page.ids.filter((id) => id < first || id > last);
  const touches = beyond.length < page.ids.length;
  if (!touches && side === "around") return page.ids.length === 0 ? before : page;
  // Within the known part, the page has nothing to tell.
  const ids = page.ids.filter((id) => id < first || id > last || has(before.ids, id));
  const both = joined(before, reduced(page, ids));
  const seam = side === "older" ? beyond.at(-1) : last;
  if (touches || beyond.length === 0 || seam === undefined) return both;
  return { ...both, holes: insert(both.holes ?? [], seam) };
}
