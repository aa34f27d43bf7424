/** Messages that are to be sent later: made, changed, taken back. */
import { Refusal } from "#realm/failures.ts";
import { announceTo, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Scheduled } from "#realm/state/personal.ts";
import { othersOf, personalOf } from "#realm/state/state.ts";
import { scheduledView } from "#realm/views/scheduled.ts";
import { armDelivery } from "./deliver-scheduled.ts";
import { readyForPeople, readyForStream } from "./send.ts";

export type Addressed = {
  readonly type: "stream" | "direct";
  readonly to: number | readonly (number | string)[];
};

export type ScheduleWish = Addressed & {
  readonly topic: string | undefined;
  readonly content: string;
  /** UNIX seconds. */
  readonly at: number;
  readonly readBySender: boolean;
  readonly client: string;
};

type Drawn = Pick<Scheduled, "type" | "to" | "topic" | "content">;

/** Throws unless it could be sent as things are now. */
function read(
  server: Server,
  person: Person,
  wish: Addressed & { topic: string | undefined; content: string },
): Drawn {
  const { to, topic, content } = wish;
  if (wish.type === "stream") {
    if (typeof to !== "number") throw new Refusal("Invalid data type for channel ID");
    const ready = readyForStream(server, person, { to: String(to), topic, content });
    return { type: "stream", to: ready.stream.id, topic: ready.topic, content: ready.content };
  }
  const list = typeof to === "number" ? undefined : to;
  if (list === undefined || list.some((one) => typeof one !== "number")) {
    throw new Refusal("Recipient list may only contain user IDs");
  }
  const ready = readyForPeople(server, person, {
    to: JSON.stringify(list),
    topic: undefined,
    content,
  });
  const ids = [...new Set(ready.people.map(({ id }) => id))];
  const others = othersOf(ids, person.id).toSorted((a, b) => a - b);
  return { type: "private", to: others, topic: "", content: ready.content };
}

function requireFuture(server: Server, at: number): void {
  if (at > now(server)) return;
  throw new Refusal("Scheduled delivery time must be in the future.");
}

/** Gives the new ID. */
export function schedule(server: Server, person: Person, wish: ScheduleWish): number {
  requireFuture(server, wish.at);
  const { at, readBySender, client } = wish;
  const id = server.state.newest.scheduled + 1;
  const written = { id, ...read(server, person, wish), at, readBySender, client, failed: false };
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

export type ScheduleChange = {
  readonly type: "stream" | "direct" | undefined;
  readonly to: Addressed["to"] | undefined;
  readonly topic: string | undefined;
  readonly content: string | undefined;
  readonly at: number | undefined;
};

export function changeScheduled(
  server: Server,
  person: Person,
  id: number,
  change: ScheduleChange,
) {
  requireSomething(change);
  const personal = personalOf(server.state, person.id);
  const before = personal.scheduled.find((one) => one.id === id);
  if (before === undefined) {
    if (personal.delivered.has(id)) throw new Refusal("Scheduled message was already sent");
    throw noSuchScheduled();
  }
  const at = change.at ?? before.at;
  requireFuture(server, at);
  const next = { ...before, ...read(server, person, merged(before, change)), at, failed: false };
  save(server, person, next);
  announceTo(server, person.id, "scheduled_messages", {
    op: "update",
    scheduled_message: scheduledView(server, next),
  });
}

function requireSomething({ type, to, topic, content, at }: ScheduleChange): void {
  if ([type, to, topic, content, at].every((part) => part === undefined)) {
    throw new Refusal("Nothing to change");
  }
  if (type !== undefined && to === undefined) {
    throw new Refusal("Recipient required when updating type of scheduled message.");
  }
}

function merged(before: Scheduled, { type, to, topic, content }: ScheduleChange) {
  const was = before.type === "stream" ? "stream" : "direct";
  const next = type ?? was;
  if (next === "stream" && was === "direct" && topic === undefined) {
    throw new Refusal("Topic required when updating scheduled message type to channel.");
  }
  return {
    type: next,
    to: to ?? before.to,
    topic: topic ?? before.topic,
    content: content ?? before.content,
  };
}

export function deleteScheduled(server: Server, person: Person, id: number): void {
  const personal = personalOf(server.state, person.id);
  // One that was sent meanwhile is gone already, and nobody minds.
  if (personal.delivered.has(id)) return;
  if (!personal.scheduled.some((one) => one.id === id)) throw noSuchScheduled();
  const gone = {
    kind: "scheduled gone",
    userId: person.id,
    scheduledId: id,
    isSent: false,
  } as const;
  commit(server, gone);
  announceTo(server, person.id, "scheduled_messages", { op: "remove", scheduled_message_id: id });
}
