/**
 * Adds messages to, removes them from and joins the known parts of narrows.
 *
 * A history never claims more than is known: it is cut at the position of a message that the client does not have.
 */

import { has, insert, position, type Sorted, sorted, union, without } from "#base/sorted.ts";
import type { Batch } from "#base/table.ts";
import { withEntry, withoutEntry, writableList } from "#base/table.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { Message } from "./message.ts";
import type { Narrow, NarrowKey } from "./narrow.ts";

export type Histories = ReadonlyMap<NarrowKey, History>;

/** Every narrow that contains the message, cached or not. */
export function narrowsOf(message: Message): readonly NarrowKey[] {
  const keys: string[] = [message.conversation];
  keys.push(message.streamId === undefined ? "directs" : `s:${message.streamId}`);
  if (!message.isHistory) keys.push(`u:${message.senderId}`, "all");
  if (message.mentioned || message.wildcardMentioned) keys.push("mentions");
  if (message.starred) keys.push("starred");
  return keys as NarrowKey[];
}

/** `history` with the message inserted; the same history when its position is not in the known part. */
function placed(history: History, id: MessageId, batch: Batch): History {
  const first = history.ids[0];
  const last = history.ids.at(-1);
  if (last === undefined || first === undefined) {
    return history.oldestKnown && history.newestKnown ? { ...history, ids: [id] } : history;
  }
  if (id > last) {
    if (!history.newestKnown) return history;
    const ids = writableList(history.ids, batch);
    ids.push(id);
    return { ...history, ids };
  }
  if (id < first && !history.oldestKnown) return history;
  if (has(history.ids, id)) return history;
  const above = history.ids[position(history.ids, id) - 1];
  const isInHole = history.holes !== undefined && has(history.holes, above ?? 0);
  const placed = { ...history, ids: insert(history.ids, id) };
  return isInHole ? withHoles(placed, insert(history.holes, id)) : placed;
}

function withHoles({ holes: _, ...history }: History, holes: Sorted<MessageId>): History {
  return holes.length === 0 ? history : { ...history, holes };
}

/** The history with only `ids` of its messages: a hole after one that is gone is now after the one above it. */
export function reduced(history: History, ids: Sorted<MessageId>): History {
  if (history.holes === undefined) return { ...history, ids };
  let { oldestKnown, newestKnown } = history;
  const holes = new Set<MessageId>();
  for (const hole of history.holes) {
    const at = position(ids, hole + 1) - 1;
    const above = ids[at];
    if (above === undefined) oldestKnown = false;
    else if (at === ids.length - 1) newestKnown = false;
    else holes.add(above);
  }
  return withHoles({ ...history, ids, oldestKnown, newestKnown }, [...holes]);
}

/** The messages of a history from one index up to another. */
export function partOf(history: History, start: number, end: number): History {
  const { length } = history.ids;
  if (start === 0 && end >= length) return history;
  const part = reduced(history, history.ids.slice(start, end));
  return {
    ...part,
    oldestKnown: part.oldestKnown && start === 0,
    newestKnown: part.newestKnown && end >= length,
  };
}

/** Whether all messages of the narrow are known, of which none are without a history. */
export function isWhole(history: History | undefined): boolean {
  return history?.oldestKnown === true && history.newestKnown && history.holes === undefined;
}

/**
 * `history` cut so that none of `missing` (messages that belong to it and are not known) lies inside; undefined: nothing
 * is left.
 */
function cutAt(history: History, missing: Sorted<MessageId>): History | undefined {
  const lowest = missing[0];
  const highest = missing.at(-1);
  const first = history.ids[0];
  const last = history.ids.at(-1);
  if (lowest === undefined || highest === undefined) return history;
  if (first === undefined || last === undefined) return undefined;
  const outside =
    (highest < first && !history.oldestKnown) || (lowest > last && !history.newestKnown);
  if (outside) return history;
  const { ids } = history;
  const above = partOf(history, position(ids, highest + 1), ids.length);
  if (above.ids.length > 0) return { ...above, oldestKnown: false };
  const below = partOf(history, 0, position(ids, lowest));
  return below.ids.length > 0 ? { ...below, newestKnown: false } : undefined;
}

/** Undefined when nothing is left that defines the known part. */
function withoutIds(history: History, gone: ReadonlySet<MessageId>): History | undefined {
  const ids = without(history.ids, gone);
  if (ids === history.ids) return history;
  return ids.length === 0 && !isWhole(history) ? undefined : reduced(history, ids);
}

function changed(
  histories: Histories,
  key: NarrowKey,
  change: (history: History) => History | undefined,
  batch: Batch,
): Histories {
  const before = histories.get(key);
  if (before === undefined) return histories;
  const after = change(before);
  if (after === before) return histories;
  return after === undefined
    ? withoutEntry(histories, key, batch)
    : withEntry(histories, key, after, batch);
}

/** `histories` with the message in each of `keys` that is cached and where its position is known. */
export function insertIn(
  histories: Histories,
  keys: Iterable<NarrowKey>,
  id: MessageId,
  batch: Batch,
): Histories {
  let all = histories;
  for (const key of keys) all = changed(all, key, (history) => placed(history, id, batch), batch);
  return all;
}

/** `histories` without these messages in each of `keys`. */
export function removeFrom(
  histories: Histories,
  keys: Iterable<NarrowKey>,
  gone: ReadonlySet<MessageId>,
  batch: Batch,
): Histories {
  let all = histories;
  for (const key of [...keys])
    all = changed(all, key, (history) => withoutIds(history, gone), batch);
  return all;
}

/** Cuts the narrow of `key` at the positions of unknown messages. */
export function cutIn(
  histories: Histories,
  key: NarrowKey,
  holes: Iterable<MessageId>,
  batch: Batch,
): Histories {
  return changed(histories, key, (history) => cutAt(history, sorted(holes)), batch);
}

/** Cuts each of `keys` before a message, since others may be missing anywhere before it. */
export function cutBefore(
  histories: Histories,
  keys: Iterable<NarrowKey>,
  id: MessageId,
  batch: Batch,
): Histories {
  const cut = (history: History) => {
    const left = partOf(history, position(history.ids, id), history.ids.length);
    return left.ids.length === 0 ? undefined : { ...left, oldestKnown: false };
  };
  let all = histories;
  for (const key of keys) all = changed(all, key, cut, batch);
  return all;
}

type IsConcerned = (history: History, key: NarrowKey) => boolean;

/** The histories that are concerned no longer claim to contain the newest message. */
export function openEnded(histories: Histories, isConcerned: IsConcerned, batch: Batch): Histories {
  return changedWhere(
    histories,
    (history, key) => history.newestKnown && isConcerned(history, key),
    { newestKnown: false },
    batch,
  );
}

/** The histories that are concerned may have been found by what is not so any more. */
export function outdated(histories: Histories, isConcerned: IsConcerned, batch: Batch): Histories {
  return changedWhere(
    histories,
    (history, key) => history.isOutdated !== true && isConcerned(history, key),
    { isOutdated: true },
    batch,
  );
}

function changedWhere(
  histories: Histories,
  isConcerned: IsConcerned,
  change: Partial<History>,
  batch: Batch,
): Histories {
  let all = histories;
  for (const [key, history] of histories)
    if (isConcerned(history, key)) all = withEntry(all, key, { ...history, ...change }, batch);
  return all;
}

/** Whether the narrow is a stream or one of its topics. */
export function isWithin(key: NarrowKey, streamId: StreamId): boolean {
  return key === `s:${streamId}` || key.startsWith(`t:${streamId}:`);
}

/** Drops the histories of a stream and its topics. */
export function withoutStream(histories: Histories, streamId: StreamId, batch: Batch): Histories {
  let all = histories;
  for (const key of [...histories.keys()]) {
    if (isWithin(key, streamId)) all = withoutEntry(all, key, batch);
  }
  return all;
}

/** Joins two parts that touch; each end takes the marks of the part that reaches farther. */
export function joined(a: History, b: History): History {
  const [aFirst = 0, bFirst = 0] = [a.ids[0], b.ids[0]];
  const [aLast = 0, bLast = 0] = [a.ids.at(-1), b.ids.at(-1)];
  const oldest = aFirst === bFirst ? a.oldestKnown || b.oldestKnown : older(a, b).oldestKnown;
  const newest = aLast === bLast ? a.newestKnown || b.newestKnown : newer(a, b).newestKnown;
  const ids = union(a.ids, b.ids);
  const isOutdated = a.isOutdated ?? b.isOutdated;
  const both = {
    ...b,
    ids,
    oldestKnown: oldest,
    newestKnown: newest,
    ...(isOutdated && { isOutdated }),
  };
  return withHoles(both, sorted([...holesIn(a, ids), ...holesIn(b, ids)]));
}

/** The holes of a part among more messages: what another part has there fills a hole only from one side. */
function holesIn(part: History, ids: Sorted<MessageId>): readonly MessageId[] {
  return (part.holes ?? []).flatMap((hole) => {
    const below = part.ids[position(part.ids, hole + 1)];
    const above = below === undefined ? undefined : ids[position(ids, below) - 1];
    return above === undefined ? [hole] : [hole, above];
  });
}

function older(a: History, b: History): History {
  return (a.ids[0] ?? Number.POSITIVE_INFINITY) < (b.ids[0] ?? Number.POSITIVE_INFINITY) ? a : b;
}

function newer(a: History, b: History): History {
  return (a.ids.at(-1) ?? 0) > (b.ids.at(-1) ?? 0) ? a : b;
}

/**
 * The part of a narrow that the client knows: an interval, which has holes only if it is of an older epoch. The two flags
 * tell whether there is more beyond it.
 */
export type History = {
  readonly narrow: Narrow;
  readonly ids: Sorted<MessageId>;
  /** True: nothing older exists. */
  readonly oldestKnown: boolean;
  /** True: nothing newer exists except what events will bring, so new messages are appended. */
  readonly newestKnown: boolean;
  /**
   * The register under which it was fetched. A history of an older epoch is shown until a page replaces it, and never
   * joined.
   */
  readonly epoch: number;
  /**
   * Messages after which others may be missing, ascending; never the last one. Only in histories of older epochs; absent:
   * there are none.
   */
  readonly holes?: Sorted<MessageId>;
  /** Of a search: what it would find now may be something else, so it is asked again when it is opened anew. */
  readonly isOutdated?: true;
};

/** Whether the position of the message is within the known part. */
export function covers({ ids, oldestKnown, newestKnown }: History, id: MessageId): boolean {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return oldestKnown && newestKnown;
  if (id < first) return oldestKnown;
  return id <= last || newestKnown;
}
