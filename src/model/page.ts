/**
 * Pages of history, joined to what is known without holes.
 *
 * A page is as old as its request: what events told since is done to its messages again, what was deleted since stays
 * away, and a page of an older epoch is not taken at all.
 */
import { has, insert, remove, sorted } from "#base/sorted.ts";
import { type Batch, drop, get, valuesBetween } from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import type * as wire from "#wire/message.ts";
import { type Conversation, topicKey } from "./conversation.ts";
import { fromWireMessage, reactorOf } from "./from-wire.ts";
import { joined, narrowsOf } from "./histories.ts";
import type { History } from "./history.ts";
import type { Message } from "./message.ts";
import { asReceived, caughtUp, type Fetched, flagOp, moveOf } from "./message-changes.ts";
import { conversationOfMessage, factsOf, withChanged, withHeardMessage } from "./messages.ts";
import { isSubscribed, narrowsGained } from "./moves.ts";
import { type Narrow, type NarrowKey, narrowKey } from "./narrow.ts";
import { confirmedMessage, type Picture } from "./picture.ts";
import { changesSince, type RecentChange } from "./recent.ts";
import { addUnread, removeUnreads } from "./unreads.ts";

/** When a page was asked for. Taken before the request leaves, handed over with its answer. */
export type Asked = {
  readonly epoch: number;
  readonly lastEvent: number;
  readonly newest: number;
};

export function askedNow({ epoch, lastEvent, newestMessage: newest }: Picture): Asked {
  return { epoch, lastEvent, newest };
}

export type Page = {
  /** Rising by ID, without holes; the answer's, decoded. */
  readonly messages: readonly wire.Message[];
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** The answer's: a message's ID, or a number that is above all of them. */
  readonly anchor: number;
};

/**
 * True when the page must be asked for again: the queue was lost since, too much happened, or messages came into the
 * narrow whose place the page cannot tell.
 */
export function isStale(picture: Picture, narrow: Narrow, asked: Asked): boolean {
  if (asked.epoch !== picture.epoch) return true;
  const changes = changesSince(picture.recent, asked.lastEvent);
  const key = narrowKey(narrow);
  return (
    // What an older page says of the marks of messages that were left behind is not true any more.
    changes?.some((change) => change.leftBehind || disturbs(picture, key, change)) ?? true
  );
}

/** Whether the change may have brought a message into the narrow that an older page lacks. */
function disturbs(picture: Picture, key: NarrowKey, { event }: RecentChange): boolean {
  switch (event.type) {
    case "update_message": {
      if (key === "mentions" && (event.flags ?? []).some((flag) => flag.endsWith("mentioned")))
        return true;
      const move = moveOf(event);
      return move !== undefined && narrowsGained(move).includes(key);
    }
    case "update_message_flags":
      if (event.flag === "read" || flagOp(event) === "remove") return false;
      if (key === "starred") return event.flag === "starred";
      return event.messages.some((id) => isGained(picture, key, id));
    case "reaction": {
      const isOwn = event.op === "add" && reactorOf(event) === picture.ownId;
      return isOwn && isGained(picture, key, event.message_id);
    }
    default:
      return false;
  }
}

/** Whether a message that is the person's own from now on was missing in a narrow that shows whatever they received. */
function isGained({ histories, epoch }: Picture, key: NarrowKey, id: MessageId): boolean {
  if (key !== "all" && !key.startsWith("u:")) return false;
  const history = histories.get(key);
  // What stands in the known part can only be added to.
  return history?.epoch !== epoch || !has(history.ids, id);
}

/** The picture with the page's messages, and its part of `narrow`; the same picture when the page is stale. */
export function mergePage(
  picture: Picture,
  narrow: Narrow,
  page: Page,
  asked: Asked,
  batch: Batch,
): Picture {
  if (isStale(picture, narrow, asked)) return picture;
  const changes = changesSince(picture.recent, asked.lastEvent) ?? [];
  const key = narrowKey(narrow);
  const { next, messages } = withAll(picture, page.messages, changes, batch, isPast(narrow));
  const ids = messages.filter((message) => stays(narrow, key, message)).map(({ id }) => id);
  const between = lateIn(next, key, page, changes);
  const history = historyOfPage(next, narrow, page, [...ids, ...between]);
  if (history === undefined) return next;
  return { ...next, histories: new Map(next.histories).set(key, history) };
}

/**
 * The picture with messages that were fetched for their own sake: they fill no list. The same picture when too much
 * happened since they were asked for.
 */
export function mergeMessages(
  picture: Picture,
  messages: readonly wire.Message[],
  asked: Asked,
  batch: Batch,
): Picture {
  if (asked.epoch !== picture.epoch) return picture;
  const changes = changesSince(picture.recent, asked.lastEvent);
  if (changes === undefined || changes.some(({ leftBehind }) => leftBehind)) return picture;
  return withAll(picture, messages, changes, batch, true).next;
}

/** Whether the narrow also shows messages of a stream that were sent before the person came. */
function isPast({ kind }: Narrow): boolean {
  return kind === "stream" || kind === "topic";
}

/** The picture with an answer's messages, and those of them that are still there; `past`: some may be no one's own. */
function withAll(
  picture: Picture,
  answer: readonly wire.Message[],
  changes: readonly RecentChange[],
  batch: Batch,
  past: boolean,
): { readonly next: Picture; readonly messages: readonly Message[] } {
  const messages: Message[] = [];
  let next = picture;
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

/** Messages that events brought late since the page was asked for, where their place is in the page. */
function lateIn(
  picture: Picture,
  key: NarrowKey,
  { messages, foundOldest, foundNewest, anchor }: Page,
  changes: readonly RecentChange[],
): readonly MessageId[] {
  const from = foundOldest ? 0 : (messages[0]?.id ?? anchor);
  const to = foundNewest ? Number.POSITIVE_INFINITY : (messages.at(-1)?.id ?? anchor);
  return changes
    .map(({ event }) => (event.type === "message" ? event.message.id : undefined))
    .filter((id) => id !== undefined && id > from && id < to)
    .flatMap((id) => get(picture.messages, id as MessageId) ?? [])
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
    // The server decides what these hold, and nothing but a deletion changes it.
    case "direct":
    case "all":
    case "directs":
    case "sender":
      return true;
  }
}

/** One fetched message. Its flags are those of the page with what events told since, so they are the newest there are. */
function withFetched(picture: Picture, fetched: Fetched, batch: Batch): Picture {
  const { read } = fetched;
  const before = get(picture.messages, fetched.message.id);
  // Once received, a message stays so: of those that were marked, the server goes on to say that they are history.
  const message = before?.isHistory === false ? asReceived(fetched.message) : fetched.message;
  const conversation: Conversation = conversationOfMessage(message);
  const isThere = conversation.kind === "direct" || isSubscribed(picture, conversation.streamId);
  const unreads =
    read || !isThere
      ? removeUnreads(picture.unreads, [message.id], batch)
      : addUnread(picture.unreads, conversation, message.id, factsOf(picture, message), batch);
  const change = message.starred ? insert<MessageId> : remove<MessageId>;
  const starred = change(picture.starred, message.id);
  const unconfirmed = drop(picture.unconfirmed, message.id, batch);
  const heard = { ...picture, unreads, starred, unconfirmed };
  const next = withHeardMessage(heard, message, batch);
  return before !== undefined && isSame(before, message)
    ? next
    : withChanged(next, before, message, batch);
}

/** Equal messages keep their identity, so that lines drawn from them are kept. */
function isSame(a: Message, b: Message): boolean {
  return (Object.keys(b) as (keyof Message)[]).every(
    (key) =>
      a[key] === b[key] ||
      (typeof a[key] === "object" && JSON.stringify(a[key]) === JSON.stringify(b[key])),
  );
}

/** The part of the narrow that is known after the page; undefined when the page told nothing. */
function historyOfPage(
  picture: Picture,
  narrow: Narrow,
  page: Page,
  ids: readonly MessageId[],
): History | undefined {
  const before = picture.histories.get(narrowKey(narrow));
  const later = page.foundNewest ? arrivedAfter(picture, narrow, page) : [];
  const part: History = {
    narrow,
    ids: sorted([...ids, ...later]),
    oldestKnown: page.foundOldest,
    newestKnown: page.foundNewest,
    epoch: picture.epoch,
  };
  if (before === undefined || before.epoch !== picture.epoch) return part;
  if (part.ids.length === 0) return afterEmptyPage(before, part, page);
  return touches(before, page, part) ? joined(before, part) : part;
}

/** Beyond the anchor there is nothing: so an end of what is known is an end of the narrow. */
function afterEmptyPage(before: History, part: History, page: Page): History {
  if (before.ids.length === 0) return part;
  const [first = 0, last = 0] = [before.ids[0], before.ids.at(-1)];
  const oldestKnown = before.oldestKnown || (page.foundOldest && page.anchor >= first);
  const newestKnown = before.newestKnown || (page.foundNewest && page.anchor <= last);
  return { ...before, oldestKnown, newestKnown };
}

/** Whether the page and what was known overlap, or the page was asked for from inside it. */
function touches(before: History, page: Page, part: History): boolean {
  const [first, last] = [before.ids[0], before.ids.at(-1)];
  if (first === undefined || last === undefined) return false;
  const within = [page.messages[0]?.id, page.messages.at(-1)?.id, part.ids.at(-1)];
  const known = [...within, page.anchor].filter((id) => id !== undefined);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const end = before.newestKnown ? Number.POSITIVE_INFINITY : last;
  return lowest <= end && highest >= first;
}

/** Messages that events brought after the page was made: it says that nothing is newer than its last one. */
function arrivedAfter(picture: Picture, narrow: Narrow, page: Page): readonly MessageId[] {
  const key = narrowKey(narrow);
  const from = Math.max(page.messages.at(-1)?.id ?? 0, picture.newestAtRegister);
  const found: MessageId[] = [];
  for (const message of valuesBetween(picture.messages, from + 1, picture.newestMessage)) {
    // What only an earlier epoch knew was deleted since, or the page would have it.
    if (confirmedMessage(picture, message.id) === undefined) continue;
    if (narrowsOf(message).includes(key)) found.push(message.id);
  }
  return found;
}
