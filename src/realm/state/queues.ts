/** Event queues: pending events of each client, with ascending IDs. */
import type { Capabilities } from "#wire/register.ts";

/** An event before a queue assigns its ID. */
export type EventBody = { readonly type: string; readonly [key: string]: unknown };
export type Event = EventBody & { readonly id: number };

/** The options of a client's register request. */
export type QueueOptions = {
  /** If undefined, every type is sent. */
  readonly eventTypes: readonly string[] | undefined;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly slimPresence: boolean;
  readonly includeSubscribers: boolean;
  /** It is undefined if the client declared none. */
  readonly capabilities: Capabilities | undefined;
  /** How long it lives unpolled. */
  readonly idleSeconds: number;
};

export type Queue = {
  readonly id: string;
  readonly userId: number;
  readonly options: QueueOptions;
  /** Ascending by ID; kept until acknowledged. */
  events: Event[];
  nextId: number;
  /** The ID of the newest acknowledged event; -1 initially. */
  pruned: number;
  /** Flag events since the last answer, by operation and flag: later ones are merged into them. */
  readonly mergeable: Map<string, Event>;
  /** Answers the waiting poll. */
  wake: (() => void) | undefined;
  /** `clock.elapsed()` when the last poll ended. */
  idleSince: number;
};

/** Whether the queue receives events of that type. Heartbeats are always sent. */
export function wants(queue: Queue, type: string): boolean {
  const { eventTypes } = queue.options;
  return type === "heartbeat" || eventTypes === undefined || eventTypes.includes(type);
}

function mergeKey(event: EventBody): string | undefined {
  if (event.type !== "update_message_flags" || event["all"] === true) return undefined;
  if (event["flag"] === "read" && event["op"] === "remove") return undefined;
  return `${event["op"]} ${event["flag"]}`;
}

/**
 * Adds an event to the queue; `skip` omits that many IDs. An undelivered change of the same flag is merged into it, at
 * the position of the newer one.
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

/** Drops acknowledged events, up to `upTo`. */
export function prune(queue: Queue, upTo: number): void {
  const first = queue.events.findIndex(({ id }) => id > upTo);
  const gone = first === -1 ? queue.events.length : first;
  if (gone === 0) return;
  queue.pruned = queue.events[gone - 1]?.id ?? queue.pruned;
  queue.events = queue.events.slice(gone);
}

/** The pending events, which are no longer modified from now on: what comes before they are sent is not among them. */
export function pending(queue: Queue): readonly Event[] {
  queue.mergeable.clear();
  return [...queue.events];
}

/** Whether the queue was not polled for too long. */
export function isExpired(queue: Queue, elapsed: number): boolean {
  return queue.wake === undefined && elapsed - queue.idleSince > queue.options.idleSeconds * 1000;
}
