/** Event queues: what each client has yet to be told, under IDs that only rise. */
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
  readonly allPublicStreams: boolean;
  /** Pairs of operator and operand; concerns `message` events only. */
  readonly narrow: readonly (readonly [string, string])[];
  /** Undefined: the client declared none. */
  readonly capabilities: Capabilities | undefined;
};

export type Queue = {
  readonly id: string;
  readonly userId: number;
  readonly wishes: QueueOptions;
  readonly lifespanMs: number;
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

export type QueueChange =
  | {
      readonly kind: "queue opened";
      readonly id: string;
      readonly userId: number;
      readonly wishes: QueueOptions;
      readonly lifespanMs: number;
    }
  /** `replaces` is the ID of the pending event that was merged into this one. */
  | {
      readonly kind: "queue told";
      readonly id: string;
      readonly event: Event;
      readonly replaces: number | undefined;
    }
  | { readonly kind: "queue acknowledged"; readonly id: string; readonly upTo: number }
  /** A queue that was brought back: everything up to `pruned` had been acknowledged. */
  | { readonly kind: "queue resumed"; readonly id: string; readonly pruned: number }
  | { readonly kind: "queue closed"; readonly id: string };

export function openQueue(
  opening: Extract<QueueChange, { readonly kind: "queue opened" }>,
  elapsed: number,
): Queue {
  const { id, userId, wishes, lifespanMs } = opening;
  return {
    id,
    userId,
    wishes,
    lifespanMs,
    events: [],
    nextId: 0,
    pruned: -1,
    mergeable: new Map(),
    wake: undefined,
    idleSince: elapsed,
  };
}

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
export function enqueue(
  queue: Queue,
  body: EventBody,
  skip: number,
): Extract<QueueChange, { readonly kind: "queue told" }> {
  const id = queue.nextId + skip;
  const key = mergeKey(body);
  const earlier = key === undefined ? undefined : queue.mergeable.get(key);
  const messages =
    earlier === undefined
      ? undefined
      : [...idList(earlier["messages"]), ...idList(body["messages"])];
  const event: Event = { ...body, ...(messages === undefined ? {} : { messages }), id };
  if (key !== undefined) queue.mergeable.set(key, event);
  const change = { kind: "queue told", id: queue.id, event, replaces: earlier?.id } as const;
  record(queue, change);
  return change;
}

function idList(value: unknown): readonly number[] {
  return Array.isArray(value) ? value : [];
}

/** Carries out a "queue told": the same on the day itself and when a state file is read. */
export function record(
  queue: Queue,
  { event, replaces }: Extract<QueueChange, { readonly kind: "queue told" }>,
): void {
  if (replaces !== undefined) queue.events = queue.events.filter(({ id }) => id !== replaces);
  queue.events.push(event);
  queue.nextId = event.id + 1;
}

/** Goes on after `pruned`, as a queue that was brought back does. */
export function resume(queue: Queue, pruned: number): void {
  queue.pruned = pruned;
  queue.nextId = pruned + 1;
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

export function isExpired(queue: Queue, elapsed: number): boolean {
  return queue.wake === undefined && elapsed - queue.idleSince > queue.lifespanMs;
}
