/** Messages that are to be sent later: made, changed, taken back. */
import { Refusal } from "#realm/failures.ts";
import { announceTo, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Scheduled } from "#realm/state/personal.ts";
import { othersOf, personalOf } from "#realm/state/state.ts";
import { scheduledView } from "#realm/views/scheduled.ts";
import { armDelivery } from "./deliver-scheduled.ts";
import { countsOwnAsRead } from "./own-client.ts";
import { readyForPeople, readyForStream } from "./send.ts";
import { normalTopic } from "./text.ts";

export type ScheduleRequest = {
  readonly type: "stream" | "direct";
  /** As it came: a stream's ID, or the IDs of people as JSON. */
  readonly to: string;
  readonly topic: string | undefined;
  readonly content: string;
  /** UNIX seconds. */
  readonly at: number;
  /** Undefined: as the program is used to, but for notes to oneself. */
  readonly readBySender: boolean | undefined;
  readonly client: string;
};

type Drawn = Pick<Scheduled, "type" | "to" | "topic" | "content">;

/** Throws unless it could be sent as things are now. */
function read(
  server: Server,
  person: Person,
  { type, to, topic, content }: Pick<ScheduleRequest, "type" | "to" | "topic" | "content">,
): Drawn {
  if (type === "stream") {
    const ready = readyForStream(server, person, { to, topic, content });
    return { type, to: ready.stream.id, topic: ready.topic, content: ready.content };
  }
  const ready = readyForPeople(server, { to, topic: undefined, content });
  const ids = ready.people.map(({ id }) => id).sort((a, b) => a - b);
  return { type: "private", to: othersOf(ids, person.id), topic: "", content: ready.content };
}

function notInFuture(): Refusal {
  return new Refusal("Scheduled delivery time must be in the future.");
}

function requireFuture(server: Server, at: number): void {
  if (at <= now(server)) throw notInFuture();
}

/** Gives the new ID. */
export function schedule(server: Server, person: Person, request: ScheduleRequest): number {
  requireFuture(server, request.at);
  const { at, client } = request;
  const id = server.state.newest.scheduled + 1;
  const drawn = read(server, person, request);
  const isNote = typeof drawn.to !== "number" && drawn.to.every((one) => one === person.id);
  const readBySender = request.readBySender ?? (!isNote && countsOwnAsRead(server.brand, client));
  const written = { id, ...drawn, at, readBySender, client, failed: false };
  save(server, person, written);
  announceTo(server, person.id, "scheduled_messages", {
    op: "add",
    scheduled_messages: [scheduledView(server, written)],
  });
  return id;
}

function save(server: Server, person: Person, scheduled: Scheduled): void {
  commit(server, { kind: "scheduled saved", userId: person.id, scheduled });
  armDelivery(server);
}

function noSuchScheduled(): Refusal {
  return new Refusal("Scheduled message does not exist", { status: 404 });
}

export type ScheduleChange = Pick<ScheduleRequest, "client"> & {
  readonly [Part in "type" | "to" | "topic" | "content" | "at"]: ScheduleRequest[Part] | undefined;
};

export function changeScheduled(
  server: Server,
  person: Person,
  id: number,
  change: ScheduleChange,
): void {
  requireSense(change);
  if (change.at !== undefined) requireFuture(server, change.at);
  const personal = personalOf(server.state, person.id);
  const before = personal.scheduled.find((one) => one.id === id);
  if (before === undefined) {
    if (personal.delivered.has(id)) throw new Refusal("Scheduled message was already sent");
    throw noSuchScheduled();
  }
  // Of one that failed the time is over.
  if (before.failed && change.at === undefined) throw notInFuture();
  const at = change.at ?? before.at;
  const { client } = change;
  const next = { ...before, ...changed(server, person, before, change), at, client, failed: false };
  save(server, person, next);
  announceTo(server, person.id, "scheduled_messages", {
    op: "update",
    scheduled_message: scheduledView(server, next),
  });
}

/** Throws when such a change makes no sense, of whatever message. */
function requireSense({ type, to, topic, content, at }: ScheduleChange): void {
  if ([type, to, topic, content, at].every((part) => part === undefined)) {
    throw new Refusal("Nothing to change");
  }
  if (type !== undefined && to === undefined) {
    throw new Refusal("Recipient required when updating type of scheduled message.");
  }
  if (type === "stream" && topic === undefined) {
    throw new Refusal("Topic required when updating scheduled message type to channel.");
  }
}

/** What is written anew: it is asked again whether it may be sent only when its text or its addressee changes. */
function changed(
  server: Server,
  person: Person,
  before: Scheduled,
  { type, to, topic, content }: ScheduleChange,
): Partial<Drawn> {
  if (type === undefined && to === undefined && content === undefined) {
    return before.type === "private" || topic === undefined ? {} : { topic: normalTopic(topic) };
  }
  return read(server, person, {
    type: type ?? (before.type === "stream" ? "stream" : "direct"),
    to: to ?? JSON.stringify(before.to),
    topic: topic ?? before.topic,
    content: content ?? before.content,
  });
}

/** One that was sent meanwhile can be deleted, too: once. */
export function deleteScheduled(server: Server, person: Person, id: number): void {
  const { scheduled, delivered } = personalOf(server.state, person.id);
  if (!(delivered.has(id) || scheduled.some((one) => one.id === id))) throw noSuchScheduled();
  commit(server, { kind: "scheduled gone", userId: person.id, scheduledId: id, isSent: false });
  announceTo(server, person.id, "scheduled_messages", { op: "remove", scheduled_message_id: id });
}
