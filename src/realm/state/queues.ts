/** Event queues: what each client has yet to be told, under IDs that only rise. */
import { limits } from "#wire/limits.ts";
import type { Capabilities } from "#wire/register.ts";

/** An event before a queue has numbered it. */
export type EventBody = { readonly type: string; readonly [key: string]: unknown };
export type Event = EventBody & { readonly id: number };

/** What a client asked for when it registered. */
export type QueueOptions = {
  /** Undefined: every type. */
  readonly eventTypes: readonly string[] | undefined;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly includeSubscribers: boolean;
  /** Undefined: the client declared none. */
  readonly capabilities: Capabilities | undefined;
};

export type Queue = {
  readonly id: string;
  readonly userId: number;
  readonly wishes: QueueOptions;
  /** Ascending by ID; handed out, kept until acknowledged. */
  events: Event[];
  nextId: number;
  /** The ID of the newest event that was acknowledged; -1 at first. */
  pruned: number;
  /** Flag events since the last answer, by operation and flag: later ones are merged into them. */
  readonly mergeable: Map<string, Event>;
  /** Ends the poll that waits, with what is pending. */
  wake: (() => void) | undefined;
  /** `clock.elapsed()` when the last poll ended. */
  idleSince: number;
};

/** Heartbeats come whatever was asked for; else the type must be among the wishes. */
export function wants(queue: Queue, type: string): boolean {
  const { eventTypes } = queue.wishes;
  return type === "heartbeat" || eventTypes === undefined || eventTypes.includes(type);
}

function mergeKey(event: EventBody): string | undefined {
  if (event.type !== "update_message_flags" || event["all"] === true) return undefined;
  if (event["flag"] === "read" && event["op"] === "remove") return undefined;
  return `${event["op"]} ${event["flag"]}`;
}

/**
 * Puts an event into the queue; `skip` leaves that many IDs out.
 * An equal flag change that nobody has seen yet is merged with it, at the place of the newer one.
 */
export function enqueue(queue: Queue, body: EventBody, skip: number): void {
  const id = queue.nextId + skip;
  const key = mergeKey(body);
  const earlier = key === undefined ? undefined : queue.mergeable.get(key);
  const messages = earlier && [...idList(earlier["messages"]), ...idList(body["messages"])];
  const event: Event = { ...body, ...(messages && { messages }), id };
  if (key !== undefined) queue.mergeable.set(key, event);
  if (earlier !== undefined) queue.events = queue.events.filter((one) => one !== earlier);
  queue.events.push(event);
  queue.nextId = id + 1;
}

function idList(value: unknown): readonly number[] {
  return Array.isArray(value) ? value : [];
}

/** Forgets everything up to `upTo`, and remembers the newest that was there. */
export function prune(queue: Queue, upTo: number): void {
  const first = queue.events.findIndex(({ id }) => id > upTo);
  const gone = first === -1 ? queue.events.length : first;
  if (gone === 0) return;
  queue.pruned = queue.events[gone - 1]?.id ?? queue.pruned;
  queue.events = queue.events.slice(gone);
}

/** What is pending; from now on it is no longer changed. */
export function pending(queue: Queue): readonly Event[] {
  queue.mergeable.clear();
  return queue.events;
}

/** Whether nobody has asked for so long that it is given up. */
export function isExpired(queue: Queue, elapsed: number): boolean {
  return queue.wake === undefined && elapsed - queue.idleSince > limits.queueIdleSeconds * 1000;
}
