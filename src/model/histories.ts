/**
 * Adds messages to, removes them from and joins the known parts of narrows.
 *
 * A history never claims more than is known: it is cut at the position of a message that the client does not have.
 */
import { withEntry, withoutEntry, writableList } from "#base/copy-on-write.ts";
import { has, insert, type Sorted, sorted, union, without } from "#base/sorted.ts";
import type { Batch } from "#base/table.ts";
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
  return has(history.ids, id) ? history : { ...history, ids: insert(history.ids, id) };
}

/**
 * `history` cut so that none of `holes` (messages that belong to it and are not known) lies inside; undefined: nothing
 * is left.
 */
function cutAt(history: History, holes: Sorted<MessageId>): History | undefined {
  const lowest = holes[0];
  const highest = holes.at(-1);
  const first = history.ids[0];
  const last = history.ids.at(-1);
  if (lowest === undefined || highest === undefined) return history;
  if (first === undefined || last === undefined) return undefined;
  const outside =
    (highest < first && !history.oldestKnown) || (lowest > last && !history.newestKnown);
  if (outside) return history;
  const above = history.ids.filter((id) => id > highest);
  if (above.length > 0) return { ...history, ids: above, oldestKnown: false };
  const below = history.ids.filter((id) => id < lowest);
  return below.length > 0 ? { ...history, ids: below, newestKnown: false } : undefined;
}

/** Undefined when nothing is left that defines the known part. */
function taken(history: History, gone: ReadonlySet<MessageId>): History | undefined {
  const ids = without(history.ids, gone);
  if (ids === history.ids) return history;
  const whole = history.oldestKnown && history.newestKnown;
  return ids.length === 0 && !whole ? undefined : { ...history, ids };
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
  for (const key of [...keys]) all = changed(all, key, (history) => taken(history, gone), batch);
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

/** Drops the histories of a stream and its topics. */
export function withoutStream(histories: Histories, streamId: StreamId, batch: Batch): Histories {
  let all = histories;
  for (const key of [...histories.keys()]) {
    const own = key === `s:${streamId}` || key.startsWith(`t:${streamId}:`);
    if (own) all = withoutEntry(all, key, batch);
  }
  return all;
}

/** Joins two parts that touch; each end takes the marks of the part that reaches farther. */
export function joined(a: History, b: History): History {
  const [aFirst = 0, bFirst = 0] = [a.ids[0], b.ids[0]];
  const [aLast = 0, bLast = 0] = [a.ids.at(-1), b.ids.at(-1)];
  const oldest = aFirst === bFirst ? a.oldestKnown || b.oldestKnown : older(a, b).oldestKnown;
  const newest = aLast === bLast ? a.newestKnown || b.newestKnown : newer(a, b).newestKnown;
  return { ...b, ids: union(a.ids, b.ids), oldestKnown: oldest, newestKnown: newest };
}

function older(a: History, b: History): History {
  return (a.ids[0] ?? Number.POSITIVE_INFINITY) < (b.ids[0] ?? Number.POSITIVE_INFINITY) ? a : b;
}

function newer(a: History, b: History): History {
  return (a.ids.at(-1) ?? 0) > (b.ids.at(-1) ?? 0) ? a : b;
}

// The part of a narrow that the client knows: an interval without holes.
//
// Between `ids[0]` and `ids.at(-1)` nothing is missing. The two flags tell whether there is more beyond them.

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
};
