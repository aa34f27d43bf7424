/** A minimal server for testing pages against events: messages in topics of two streams, and a log of events. */

import type { Page } from "#model/merge-page.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Event } from "#wire/events.ts";
import type { Message } from "#wire/message.ts";
import * as make from "./make.ts";

type StoredMessage = {
  readonly id: number;
  readonly streamId: number;
  readonly topic: string;
  readonly content: string;
  readonly flags: readonly string[];
};

export type Action =
  | { readonly kind: "send"; readonly at: number; readonly flags: readonly string[] }
  | { readonly kind: "late"; readonly at: number; readonly flags: readonly string[] }
  | { readonly kind: "edit"; readonly at: number }
  | { readonly kind: "delete"; readonly at: number }
  | { readonly kind: "mention"; readonly at: number; readonly on: boolean }
  | { readonly kind: "star"; readonly at: number; readonly on: boolean }
  | { readonly kind: "read"; readonly at: number; readonly on: boolean }
  | { readonly kind: "move"; readonly at: number; readonly many: number; readonly to: number }
  | { readonly kind: "read all" };

export const places = [
  { streamId: make.general, topic: "one" },
  { streamId: make.general, topic: "two" },
  { streamId: make.backend, topic: "three" },
] as const;

const place = (at: number) => places[at % places.length] ?? places[0];

export type PageRequest = {
  readonly anchor: number | "newest";
  readonly before: number;
  readonly after: number;
};

export type TinyServer = {
  readonly log: Event[];
  readonly perform: (action: Action) => void;
  readonly messages: (narrow: Narrow) => readonly Message[];
  readonly page: (narrow: Narrow, request: PageRequest) => Page;
  /** The part of a register answer about messages. */
  readonly register: () => Readonly<Record<string, unknown>>;
  /** IDs of the messages with or without a flag, ascending. */
  readonly withFlag: (flag: string, on: boolean) => readonly number[];
};

/** IDs increase by two, which leaves gaps for late messages. */
export function tinyServer(size: number): TinyServer {
  const stored = new Map<number, StoredMessage>();
  const log: Event[] = [];
  let newest = 100;
  const emit = (type: Event["type"], keys: Readonly<Record<string, unknown>>) =>
    log.push(make.event(type, { id: log.length, ...keys }));
  const some = (at: number) =>
    [...stored.keys()].sort((a, b) => a - b)[at % Math.max(1, stored.size)];
  const change = (id: number, keys: Partial<StoredMessage>) => {
    const message = stored.get(id);
    if (message !== undefined) stored.set(id, { ...message, ...keys });
  };
  const flag = (id: number, name: string, on: boolean) => {
    const rest = (stored.get(id)?.flags ?? []).filter((each) => each !== name);
    change(id, { flags: on ? [...rest, name] : rest });
  };
  const wire = (message: StoredMessage): Message =>
    make.message({
      id: make.id(message.id),
      stream_id: message.streamId,
      subject: message.topic,
      content: message.content,
      flags: message.flags,
    });

  const send = (id: number, at: number, flags: readonly string[]) => {
    if (stored.has(id)) return;
    stored.set(id, { id, ...place(at), content: `text ${id}`, flags });
    emit("message", { message: wire(stored.get(id) as StoredMessage), flags });
  };
  const edit = (id: number) => {
    const content = `edited ${log.length}`;
    change(id, { content });
    const all = stored.get(id)?.flags ?? [];
    emit("update_message", {
      message_id: id,
      message_ids: [id],
      user_id: make.ada,
      content,
      flags: all,
    });
  };
  const move = (at: number, many: number, to: number) => {
    const first = stored.get(some(at) ?? 0);
    if (first === undefined) return;
    const { streamId, topic } = place(to);
    const ids = [...stored.values()]
      .filter((one) => one.topic === first.topic && one.id >= first.id)
      .slice(0, many)
      .map(({ id }) => id);
    for (const id of ids) change(id, { streamId, topic });
    const flags = stored.get(first.id)?.flags;
    emit("update_message", {
      message_id: first.id,
      message_ids: ids.toReversed(),
      user_id: make.ada,
      flags,
      stream_id: first.streamId,
      orig_subject: first.topic,
      propagate_mode: "change_one",
      ...(topic === first.topic ? {} : { subject: topic }),
      ...(streamId === first.streamId ? {} : { new_stream_id: streamId }),
    });
  };

  const remove = (id: number, { streamId, topic }: StoredMessage) => {
    stored.delete(id);
    const where = { message_type: "stream", stream_id: streamId, topic };
    emit("delete_message", { message_ids: [id], ...where });
  };
  const mark = (
    id: number,
    name: string,
    on: boolean,
    { streamId, topic, flags: old }: StoredMessage,
  ) => {
    if (old.includes(name) === on) return;
    flag(id, name, on);
    const details = { [id]: { type: "stream", stream_id: streamId, topic } };
    const message_details = name === "read" && !on ? { message_details: details } : {};
    const op = on ? "add" : "remove";
    emit("update_message_flags", {
      op,
      flag: name,
      messages: [id],
      all: false,
      ...message_details,
    });
  };
  const readAll = () => {
    for (const id of stored.keys()) flag(id, "read", true);
    emit("update_message_flags", { op: "add", flag: "read", messages: [], all: true });
  };

  const toOne = (
    action: Extract<Action, { kind: "edit" | "delete" | "mention" | "star" | "read" }>,
  ) => {
    const id = some(action.at) ?? 0;
    const message = stored.get(id);
    if (message === undefined) return;
    if (action.kind === "delete") remove(id, message);
    if (action.kind === "star") mark(id, "starred", action.on, message);
    if (action.kind === "read") mark(id, "read", action.on, message);
    if (action.kind === "mention") flag(id, "mentioned", action.on);
    if (action.kind === "mention" || action.kind === "edit") edit(id);
  };
  const perform = (action: Action) => {
    if (action.kind === "send") newest += 2;
    if (action.kind === "send") send(newest, action.at, action.flags);
    else if (action.kind === "late") send(newest - 1, action.at, action.flags);
    else if (action.kind === "move") move(action.at, action.many, action.to);
    else if (action.kind === "read all") readAll();
    else toOne(action);
  };

  const messages = (narrow: Narrow): readonly Message[] =>
    [...stored.values()]
      .filter((one) => shows(narrow, one))
      .sort((a, b) => a.id - b.id)
      .map(wire);

  for (let at = 0; at < size; at += 1) perform({ kind: "send", at, flags: at % 2 ? [] : ["read"] });
  log.length = 0;
  const withFlag = (name: string, on: boolean) =>
    [...stored.values()]
      .filter((one) => one.flags.includes(name) === on)
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  const register = () => {
    const unread = new Set(withFlag("read", false));
    const streams = places.map(({ streamId, topic }) => ({
      stream_id: streamId,
      topic,
      unread_message_ids: [...unread].filter((id) => stored.get(id)?.topic === topic),
    }));
    const mentions = withFlag("mentioned", true).filter((id) => unread.has(id));
    return {
      last_event_id: log.length - 1,
      max_message_id: newest,
      unread_msgs: { count: unread.size, streams, pms: [], huddles: [], mentions },
      starred_messages: withFlag("starred", true),
    };
  };
  return {
    log,
    perform,
    messages,
    page: (narrow, request) => pageOf(messages(narrow), request),
    register,
    withFlag,
  };
}

function shows(narrow: Narrow, message: StoredMessage): boolean {
  if (narrow.kind === "topic") {
    return narrow.streamId === message.streamId && narrow.topic === message.topic;
  }
  if (narrow.kind === "stream") return narrow.streamId === message.streamId;
  if (narrow.kind === "starred") return message.flags.includes("starred");
  if (narrow.kind === "mentions") return message.flags.includes("mentioned");
  return narrow.kind === "all";
}

function pageOf(all: readonly Message[], { anchor, before, after }: PageRequest): Page {
  if (anchor === "newest") {
    const messages = all.slice(-before);
    return { messages, foundOldest: all.length < before, foundNewest: true, anchor: 1e16 };
  }
  const older = before === 0 ? [] : all.filter(({ id }) => id < anchor).slice(-before);
  const newer = all.filter(({ id }) => id > anchor).slice(0, after);
  const itself = all.filter(({ id }) => id === anchor);
  return {
    messages: [...older, ...itself, ...newer],
    foundOldest: before > 0 && older.length < before,
    foundNewest: after > 0 && newer.length < after,
    anchor,
  };
}
