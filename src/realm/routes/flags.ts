/** Flags of messages, such as read and starred, with all consequences. */

import { sorted } from "#base/sorted.ts";
import { addToHistory, visibleStream } from "#realm/actions/access.ts";
import { topicMeant } from "#realm/empty-topic.ts";
import { noSuchMessage, Refusal } from "#realm/failures.ts";
import { readNarrow } from "#realm/narrow/conditions.ts";
import { pageOf, readAnchor, readyNarrow } from "#realm/narrow/narrow.ts";
import { mayRead } from "#realm/permissions.ts";
import { type Answer, action, completion, route } from "#realm/route.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import { type OwnFlag, ownFlags } from "#realm/state/apply.ts";
import { idsOfTopic, type Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";
import { isOwn, personalOf, streamOf, unreadDetail } from "#realm/state/state.ts";
import * as wire from "#wire/endpoints/flags.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";

export const routes = [
  route([wire.updateFlags, { raw: ["op"] }], ({ server, person, values, text }) => {
    const request = flagRequest(server.level, text("op"), values.flag);
    changeFlags(server, person, values.messages, request);
    // Always the list of the request: only the event tells what changed.
    return { messages: values.messages, ...ignored(server, person, values.messages, request) };
  }),
  route([wire.updateFlagsOfNarrow, { raw: ["op", "anchor"] }], (asked) => {
    const { server, person, values, text } = asked;
    const terms = readNarrow(values.narrow, server.level);
    const narrow = readyNarrow(server, person, terms);
    const { ids, found_oldest, found_newest } = pageOf(server, narrow, {
      ...values,
      anchor: readAnchor(text("anchor") ?? "", server.level),
      ...clamped(values.num_before, values.num_after),
    });
    const request = flagRequest(server.level, text("op"), values.flag);
    const updated = changeFlags(server, person, ids, request);
    return {
      processed_count: ids.length,
      updated_count: updated,
      first_processed_id: ids[0] ?? null,
      last_processed_id: ids.at(-1) ?? null,
      found_oldest,
      found_newest,
      ...ignored(server, person, ids, request),
    };
  }),
  route(wire.markAllAsRead, ({ server, person }) =>
    completion(server.level, readAll(server, person), since.partiallyCompleted),
  ),
  action(wire.markStreamAsRead, ({ server, person, values }) => {
    const stream = visibleStream(server, person, values.stream_id);
    readThese(server, person, server.state.messages.ofStream.get(stream.id) ?? []);
  }),
  action(wire.markTopicAsRead, ({ server, person, values }) => {
    const stream = visibleStream(server, person, values.stream_id);
    const topic = topicMeant(server, values.topic_name);
    // LEVEL(334): the empty topic is ignored before it.
    if (topic === "" && server.level < since.emptyTopics) return;
    const ids = idsOfTopic(server.state.messages, stream.id, topic);
    if (!ids.some((id) => belongsTo(server, person, id))) {
      throw new Refusal(`No such topic '${values.topic_name}'`);
    }
    readThese(server, person, ids);
  }),
];

/** LEVEL(121): before it, messages could not be marked unread. */
function flagRequest(level: number, op: string | undefined, flag: string): FlagRequest {
  // An invalid flag is reported before an invalid operation.
  const request = { flag: readFlag(flag), op: readOp(op ?? "") };
  const marksUnread = request.flag === "read" && request.op === "remove";
  if (marksUnread && level < since.markUnread) throw new Refusal("Flag not editable: 'read'");
  return request;
}

function belongsTo(server: Server, person: Person, id: number): boolean {
  const message = server.state.messages.byId.get(id);
  return message !== undefined && isOwn(server.state, personalOf(server.state, person.id), message);
}

function readThese(server: Server, person: Person, ids: readonly number[]): void {
  const { unread } = personalOf(server.state, person.id);
  const open = ids.filter((id) => unread.has(id));
  markRead(server, person, open);
}

/** Limits a page to the maximum of one request; if both sides exceed it, each gets half. */
function clamped(before: number, after: number) {
  const most = limits.messagesPerRequest;
  const olderCount = Math.min(before, Math.max(most - after, Math.floor(most / 2)));
  return { num_before: olderCount, num_after: Math.min(after, most - olderCount) };
}

// Changes flags of messages, such as read and starred, with all consequences.

/** Flags that cannot be set by clients. */
const fixedFlags = [
  "mentioned",
  "wildcard_mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "has_alert_word",
  "historical",
  "group_mentioned",
];

type FlagOp = "add" | "remove";

function readOp(op: string): FlagOp {
  if (op === "add" || op === "remove") return op;
  throw new Refusal(`Invalid message flag operation: '${op}'`);
}

function readFlag(flag: string): OwnFlag {
  const own = ownFlags.find((known) => known === flag);
  if (own !== undefined) return own;
  const kind = fixedFlags.includes(flag) ? "Flag not editable" : "Invalid flag";
  throw new Refusal(`${kind}: '${flag}'`);
}

type FlagRequest = { readonly op: FlagOp; readonly flag: OwnFlag };

/** The streams whose messages cannot become unread, because the person is not subscribed. */
function ignored(
  server: Server,
  person: Person,
  ids: readonly number[],
  { op, flag }: FlagRequest,
): Answer {
  if (server.level < since.ignoredStreams) return {};
  const streams = ids.flatMap((id) => {
    const message = server.state.messages.byId.get(id);
    const stream = message && streamOf(server.state, message);
    return stream === undefined || stream.subscribers.has(person.id) ? [] : [stream.id];
  });
  const isIgnored = flag === "read" && op === "remove";
  return { ignored_because_not_subscribed_channels: isIgnored ? [...new Set(streams)] : [] };
}

/** Sets or removes a flag, and announces which messages changed, even if none did; returns their number. */
function changeFlags(
  server: Server,
  person: Person,
  ids: readonly number[],
  request: FlagRequest,
): number {
  const personal = personalOf(server.state, person.id);
  const messages = [...new Set(ids)].flatMap((id) => server.state.messages.byId.get(id) ?? []);
  if (request.flag !== "read") takeUp(server, person, ids, request.op);
  const changed = messages.filter((message) => wouldChange(server, personal, message, request));
  const changedIds = sorted(changed.map(({ id }) => id));
  if (changed.length > 0)
    commit(server, { kind: "flag changed", userId: person.id, ...request, ids: changedIds });
  tellFlags(server, personal, request, changed);
  return changed.length;
}

/** Marks messages read as a side effect; announces nothing if none was unread. */
export function markRead(server: Server, person: Person, ids: readonly number[]): void {
  if (ids.length > 0) changeFlags(server, person, ids, { op: "add", flag: "read" });
}

/** Starring a message of a stream's history adds it to the person's own history. */
function takeUp(server: Server, person: Person, ids: readonly number[], op: FlagOp): void {
  const personal = personalOf(server.state, person.id);
  const foreign: number[] = [];
  for (const id of ids) {
    const message = server.state.messages.byId.get(id);
    // Received messages can be flagged even after access to the stream was lost.
    if (message !== undefined && isOwn(server.state, personal, message)) continue;
    if (message === undefined || !mayRead(server, person, message)) throw noSuchMessage();
    foreign.push(id);
  }
  if (op === "add") addToHistory(server, person.id, foreign);
}

function holds(personal: Personal, flag: OwnFlag, id: number): boolean {
  return flag === "read" ? !personal.unread.has(id) : personal[flag].has(id);
}

function wouldChange(
  server: Server,
  personal: Personal,
  message: Message,
  { op, flag }: FlagRequest,
): boolean {
  if (!isOwn(server.state, personal, message)) return false;
  if (holds(personal, flag, message.id) === (op === "add")) return false;
  const stream = streamOf(server.state, message);
  if (flag !== "read" || op === "add" || stream === undefined) return true;
  // Messages in unsubscribed streams cannot become unread again.
  return stream.subscribers.has(personal.userId);
}

/** The keys of a flag event, except the messages. */
function flagEvent(server: Server, { op, flag }: FlagRequest, all: boolean) {
  return {
    ...(server.level >= since.flagOp ? { op } : {}),
    operation: op,
    flag,
    all,
  };
}

function tellFlags(
  server: Server,
  personal: Personal,
  request: FlagRequest,
  changed: readonly Message[],
): void {
  const unread = request.flag === "read" && request.op === "remove";
  const details = Object.fromEntries(
    changed.map((message) => [String(message.id), unreadDetail(personal, message)]),
  );
  announceTo(server, personal.userId, "update_message_flags", {
    ...flagEvent(server, request, false),
    messages: changed.map(({ id }) => id),
    ...(unread && server.level >= since.markUnread && { message_details: details }),
  });
}

/** Marks everything read, newest first; false if time ran out. LEVEL(153): without a time limit before it. */
function readAll(server: Server, person: Person): boolean {
  const personal = personalOf(server.state, person.id);
  const request = { op: "add", flag: "read" } as const;
  const ids = [...personal.unread].sort((a, b) => b - a);
  const mark = (batch: readonly number[]) => {
    const change = { kind: "flag changed", userId: person.id, ...request } as const;
    commit(server, { ...change, ids: batch.toReversed() });
  };
  const isBatched = server.level >= since.partiallyCompleted;
  const done = isBatched ? workThrough(server, ids, mark) : ids.length;
  if (done < ids.length) {
    const { byId } = server.state.messages;
    const read = ids.slice(0, done).flatMap((id) => byId.get(id) ?? []);
    tellFlags(server, personal, request, read.toReversed());
    return false;
  }
  commit(server, { kind: "all read", userId: person.id });
  const event = flagEvent(server, request, true);
  announceTo(server, person.id, "update_message_flags", { ...event, messages: [] });
  return true;
}

/**
 * Processes `all` in order; returns how many were done within the time limit of a request (protocol reference 6.5): all of
 * them, or half if a test has made the time run out.
 */
export function workThrough<T>(
  server: Server,
  all: readonly T[],
  work: (batch: readonly T[]) => void,
): number {
  const done = server.runsOutOfTime ? Math.ceil(all.length / 2) : all.length;
  server.runsOutOfTime = false;
  if (done > 0) work(all.slice(0, done));
  return done;
}
