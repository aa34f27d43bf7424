/** Changes flags of messages, such as read and starred, with all consequences. */
import { noSuchMessage, Refusal } from "#realm/failures.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import { type OwnFlag, ownFlags } from "#realm/state/changes.ts";
import { unreadDetail } from "#realm/state/flags.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";
import { isOwn, mayRead, personalOf, streamOf } from "#realm/state/state.ts";
import { since } from "#wire/levels.ts";
import { workThrough } from "./time-budget.ts";

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

export type FlagOp = "add" | "remove";

export function readOp(op: string): FlagOp {
  if (op === "add" || op === "remove") return op;
  throw new Refusal(`Invalid message flag operation: '${op}'`);
}

export function readFlag(flag: string): OwnFlag {
  const own = ownFlags.find((known) => known === flag);
  if (own !== undefined) return own;
  const kind = fixedFlags.includes(flag) ? "Flag not editable" : "Invalid flag";
  throw new Refusal(`${kind}: '${flag}'`);
}

export type FlagRequest = { readonly op: FlagOp; readonly flag: OwnFlag };

/** Sets or removes a flag, and announces which messages changed, even if none did; returns their number. */
export function changeFlags(
  server: Server,
  person: Person,
  ids: readonly number[],
  request: FlagRequest,
): number {
  const personal = personalOf(server.state, person.id);
  const messages = [...new Set(ids)].flatMap((id) => server.state.messages.byId.get(id) ?? []);
  if (request.flag !== "read") takeUp(server, person, ids, request.op);
  const changed = messages.filter((message) => wouldChange(server, personal, message, request));
  const changedIds = changed.map(({ id }) => id).sort((a, b) => a - b);
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
    if (message === undefined || !mayRead(server.state, person, message)) throw noSuchMessage();
    foreign.push(id);
  }
  if (op === "add") addToHistory(server, person.id, foreign);
}

/** Adds messages that the person never received to their history, as `historical`. */
export function addToHistory(server: Server, userId: number, ids: readonly number[]): void {
  if (ids.length > 0) commit(server, { kind: "history taken", userId, ids });
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
export function readAll(server: Server, person: Person): boolean {
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
