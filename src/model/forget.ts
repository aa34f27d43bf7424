/**
 * Memory has bounds: messages far from everything that is open leave it, the newest stay.
 *
 * What is forgotten was only fetched: unread marks, topics and stars stay, and the histories say that they reach less
 * far, so that a page is asked for where somebody goes there again.
 */
import { position } from "#base/sorted.ts";
import {
  type Batch,
  drop,
  emptyTable,
  get,
  ids,
  put,
  type Table,
  values,
  valuesBetween,
} from "#base/table.ts";
import type { MessageId } from "#wire/ids.ts";
import type { History } from "./history.ts";
import type { Message } from "./message.ts";
import type { NarrowKey } from "./narrow.ts";
import type { Picture } from "./picture.ts";

export type Keep = {
  /** Messages beyond which the oldest half is forgotten. */
  readonly most: number;
  /** Open narrows with the message at which each is read; undefined: at its end. */
  readonly open: ReadonlyMap<NarrowKey, MessageId | undefined>;
};

export const keepDefaults = { most: 20_000 } as const;

/** Messages on either side of the place where somebody reads. */
const neighbours = 300;

/** The same picture while there is room. */
export function forget(picture: Picture, { most, open }: Keep, batch: Batch): Picture {
  if (picture.messages.size <= most) return picture;
  const from = oldestOfNewest(picture, Math.floor(most / 2));
  const histories = new Map<NarrowKey, History>();
  for (const [key, history] of picture.histories) {
    const left = open.has(key) ? around(history, open.get(key), from) : newest(history, from);
    if (left.ids.length > 0 || left === history) histories.set(key, left);
  }
  const messages = remaining(picture, histories, from, batch);
  let { unconfirmed } = picture;
  for (const id of [...ids(unconfirmed)]) {
    if (get(messages, id) === undefined) unconfirmed = drop(unconfirmed, id, batch);
  }
  return { ...picture, histories, messages, unconfirmed };
}

/** The newest messages, and those that some history still shows. */
function remaining(
  { messages: all, newestMessage }: Picture,
  histories: ReadonlyMap<NarrowKey, History>,
  from: number,
  batch: Batch,
): Table<MessageId, Message> {
  const kept = [...valuesBetween(all, from, newestMessage)];
  for (const { ids } of histories.values()) {
    for (const id of ids.slice(0, position(ids, from))) {
      const message = get(all, id);
      if (message !== undefined) kept.push(message);
    }
  }
  return kept.reduce(
    (messages, message) => put(messages, message.id, message, batch),
    emptyTable<MessageId, Message>(),
  );
}

/** The ID from which on the newest `count` messages lie. */
function oldestOfNewest({ messages }: Picture, count: number): number {
  const ids: number[] = [];
  for (const { id } of values(messages)) ids.push(id);
  return ids.sort((a, b) => b - a)[count - 1] ?? 0;
}

function part(history: History, start: number, end: number): History {
  const ids = history.ids.slice(start, end);
  if (ids.length === history.ids.length) return history;
  return {
    ...history,
    ids,
    oldestKnown: history.oldestKnown && start === 0,
    newestKnown: history.newestKnown && end >= history.ids.length,
  };
}

function newest(history: History, from: number): History {
  const start = history.ids.findIndex((id) => id >= from);
  return part(history, start < 0 ? history.ids.length : start, history.ids.length);
}

/** The neighbourhood of the reader; with the newest messages where both touch. */
function around(history: History, at: MessageId | undefined, from: number): History {
  const { length } = history.ids;
  const found = at === undefined ? length : history.ids.findIndex((id) => id >= at);
  const middle = found < 0 ? length : found;
  const start = Math.max(0, middle - neighbours);
  const end = Math.min(length, middle + neighbours + 1);
  const suffix = history.ids.findIndex((id) => id >= from);
  const touches = suffix >= 0 && suffix <= end;
  return touches ? part(history, Math.min(start, suffix), length) : part(history, start, end);
}
