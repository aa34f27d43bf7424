/**
 * Bounds memory: evicts messages far from every open narrow, and keeps the newest.
 *
 * Evicted messages were only fetched: unread marks, topics and stars stay, and the histories are shortened, so that a
 * page is fetched when the user returns there.
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
import { type History, partOf } from "./histories.ts";
import type { Message } from "./message.ts";
import type { NarrowKey } from "./narrow.ts";
import { openEnds } from "./open-ends/open-ends.ts";
import type { Replica } from "./replica.ts";

export type EvictionRules = {
  /** Above this many messages, the oldest half is evicted. */
  readonly most: number;
  /** Open narrows with the message at the reading position; undefined: at its end. */
  readonly open: ReadonlyMap<NarrowKey, MessageId | undefined>;
};

export const evictionDefaults = { most: 20_000 } as const;

/** Messages retained on either side of the reading position. */
const neighbours = 300;

/** The same replica while below the limit. */
export function evict(replica: Replica, { most, open }: EvictionRules, batch: Batch): Replica {
  if (replica.messages.size <= most) return replica;
  const from = oldestOfNewest(replica, Math.floor(most / 2));
  const histories = new Map<NarrowKey, History>();
  for (const [key, history] of replica.histories) {
    const left = open.has(key) ? around(history, open.get(key), from) : newest(history, from);
    if (left.ids.length > 0 || left === history) histories.set(key, left);
  }
  const messages = remaining(replica, histories, from, batch);
  let { carriedOver } = replica;
  for (const id of [...ids(carriedOver)]) {
    if (get(messages, id) === undefined) carriedOver = drop(carriedOver, id, batch);
  }
  return { ...replica, histories, messages, carriedOver };
}

function messageIn(all: Table<MessageId, Message>, id: MessageId): readonly Message[] {
  const message = get(all, id);
  return message === undefined ? [] : [message];
}

/** The newest messages, those that a history still shows, what is open, and what the user is to be reminded of. */
function remaining(
  replica: Replica,
  histories: ReadonlyMap<NarrowKey, History>,
  from: number,
  batch: Batch,
): Table<MessageId, Message> {
  const { messages: all, newestMessage } = replica;
  const retained = [...valuesBetween(all, from, newestMessage)];
  for (const { ids } of histories.values()) {
    for (const id of ids.slice(0, position(ids, from))) {
      const message = get(all, id);
      if (message !== undefined) retained.push(message);
    }
  }
  for (const { ids, answers } of openEnds(replica))
    for (const id of [...ids, ...answers]) if (id < from) retained.push(...messageIn(all, id));
  for (const { reminder_target_message_id: id } of replica.reminders.values())
    if (id < from) retained.push(...messageIn(all, id));
  return retained.reduce(
    (messages, message) => put(messages, message.id, message, batch),
    emptyTable<MessageId, Message>(),
  );
}

/** The ID of the oldest of the newest `count` messages. */
function oldestOfNewest({ messages }: Replica, count: number): number {
  const ids: number[] = [];
  for (const { id } of values(messages)) ids.push(id);
  return ids.sort((a, b) => b - a)[count - 1] ?? 0;
}

function newest(history: History, from: number): History {
  const start = history.ids.findIndex((id) => id >= from);
  return partOf(history, start < 0 ? history.ids.length : start, history.ids.length);
}

/** The neighbourhood of the reading position, joined with the newest messages if they touch. */
function around(history: History, at: MessageId | undefined, from: number): History {
  const { length } = history.ids;
  const index = at === undefined ? length : history.ids.findIndex((id) => id >= at);
  const middle = index < 0 ? length : index;
  const start = Math.max(0, middle - neighbours);
  const end = Math.min(length, middle + neighbours + 1);
  const suffix = history.ids.findIndex((id) => id >= from);
  const touches = suffix >= 0 && suffix <= end;
  return touches ? partOf(history, Math.min(start, suffix), length) : partOf(history, start, end);
}
