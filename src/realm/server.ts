/** The running realm, passed to all actions: its state, queues and rates, and the ports for time, randomness and disk. */

import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { below, pick, type Random, seeded } from "#base/random.ts";
import type { Change } from "#realm/state/apply.ts";
import { apply } from "#realm/state/apply.ts";
import type { PartialUpload } from "#realm/state/files.ts";
import type { Message } from "#realm/state/messages.ts";
import {
  type EventBody,
  enqueue,
  isExpired,
  type Queue,
  type QueueOptions,
  wants,
} from "#realm/state/queues.ts";
import type { State } from "#realm/state/state.ts";
import type { EventType } from "#wire/event-types.ts";
import { withTopicNames } from "./empty-topic.ts";
import type { ReadTopic, Render } from "./html.ts";
import type { SignIn } from "./sign-in-ways.ts";

type Mail = {
  readonly to: string;
  /** The administrator's message; may be empty. */
  readonly comment: string;
};

export type Presence = {
  readonly active: number;
  readonly idle: number;
  /** Increases with every change of any presence; it is absent until the first one. */
  readonly step?: number;
};

export type Server = {
  readonly state: State;
  readonly queues: Map<string, Queue>;
  readonly clock: Clock;
  readonly random: Random;
  /** The ID of the main account. */
  readonly you: number;
  /** The prefix in `<brand>_feature_level`. */
  readonly brand: string;
  /** Feature level; a test may raise it. */
  level: number;
  /** Differs from one start to the next. */
  generation: number;
  /** The maximum number of unread messages in a register response: the oldest are omitted. */
  maxUnreadListed: number;
  /** Whether the next marking of everything as read runs out of time half-way. */
  runsOutOfTime: boolean;
  /** Mails to deactivated people. */
  readonly mails: Mail[];
  /** Uploads that are not whole yet, by the ends of their paths. Not persisted. */
  readonly uploads: Map<string, PartialUpload>;
  /** Temporary links to files, by their secret; `until` is in `clock.elapsed()`. Not persisted. */
  readonly fileLinks: Map<string, { readonly fileId: number; readonly until: number }>;
  /** Whether the timer for due messages is set. */
  readonly delivery: { isArmed: boolean };
  /** Persists changes atomically, before they are applied. Throws a `Refusal`. */
  keep: (changes: readonly Change[]) => void;
  readonly variation: Variation;
  readonly rates: RateLimits;
  readonly signIn: SignIn;
  /** By user ID; not persisted. */
  readonly presences: Map<number, Presence>;
  readonly render: Render;
  /** The URL at which the realm was last reached, without a trailing slash. */
  url: string;
  /** Looks up active emoji of all kinds: custom ones first. */
  readonly emoji: (name: string) => { readonly code: string; readonly type: string } | undefined;
  /** Finds the links in a topic. */
  readonly topicLinks: ReadTopic;
  readonly log: Log;
  /** The minimum milliseconds between two heartbeats of a waiting poll; up to a fifth is added. */
  readonly heartbeatMs: number;
  /** Called after every message, in order of ID. */
  readonly onMessage: Set<(message: Message) => void>;
  /** Aborted when the realm stops. */
  readonly stopped: AbortSignal;
};

/** UNIX seconds. */
export function now(server: Server): number {
  return Math.floor(server.clock.now() / 1000);
}

/** Persists changes, then applies them. Throws a `Refusal` if they cannot be persisted. */
export function commit(server: Server, ...changes: readonly Change[]): void {
  server.keep(changes);
  for (const change of changes) apply(server.state, change);
}

/** Creates a queue; its ID looks like those of real servers, but is not secret. */
export function addQueue(server: Server, userId: number, options: QueueOptions): Queue {
  const queue: Queue = {
    id: freshId(server.random),
    userId,
    options,
    events: [],
    nextId: 0,
    pruned: -1,
    mergeable: new Map(),
    wake: undefined,
    idleSince: server.clock.elapsed(),
  };
  server.queues.set(queue.id, queue);
  return queue;
}

function freshId(random: Random): string {
  const digits = Array.from({ length: 32 }, () => below(random, 16).toString(16)).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function closeQueue(server: Server, queue: Queue): void {
  if (!server.queues.delete(queue.id)) return;
  queue.wake?.();
}

/** The queue with that ID, if it belongs to the person and has not expired. */
export function findQueue(server: Server, id: string, userId: number): Queue | undefined {
  const queue = server.queues.get(id);
  if (queue === undefined || queue.userId !== userId) return undefined;
  if (!isExpired(queue, server.clock.elapsed())) return queue;
  closeQueue(server, queue);
  return undefined;
}

type Body = Omit<EventBody, "type">;

/**
 * Sends an event to all queues of the people concerned: the same to all, or the result of `body` for each queue;
 * undefined: no event for that queue.
 */
export function announce(
  server: Server,
  type: EventType,
  concerns: (userId: number, queue: Queue) => boolean,
  body: Body | ((queue: Queue) => Body | undefined),
): void {
  const elapsed = server.clock.elapsed();
  for (const queue of server.queues.values()) {
    // Nobody will poll an expired queue again.
    if (isExpired(queue, elapsed)) closeQueue(server, queue);
    const receives =
      server.queues.has(queue.id) && wants(queue, type) && concerns(queue.userId, queue);
    if (!receives) continue;
    const queueBody = typeof body === "function" ? body(queue) : body;
    if (queueBody !== undefined)
      pushEvent(server, queue, withTopicNames(server, queue.options, { type, ...queueBody }));
  }
}

/** Sends an event to all queues of a person. */
export function announceTo(server: Server, userId: number, type: EventType, body: Body): void {
  announce(server, type, (id) => id === userId, body);
}

/** Sends an event to all queues. */
export function announceToAll(server: Server, type: EventType, body: Body): void {
  announce(server, type, everybody, body);
}

/** The usual recipients for `announce`. */
export const everybody = () => true;

/** Adds an event to a queue and wakes its poll. */
export function pushEvent(server: Server, queue: Queue, body: EventBody): void {
  enqueue(queue, body, server.variation.idGap());
  server.variation.disturb(queue, (event) => enqueue(queue, event, 0));
  const { wake } = queue;
  if (wake === undefined) return;
  const lateness = server.variation.eventDelayMs();
  if (lateness > 0) server.clock.after(lateness, wake);
  // Deferred, so that all events of one request are in one response.
  else queueMicrotask(wake);
}

// Varies pseudo-randomly what the protocol leaves open, so that clients cannot rely on it.
// Without variation, the realm behaves like an idle real server.

export const noVariation = {
  /** The number of IDs skipped before the next event of a queue. */
  idGap: (): number => 0,
  /** The number of IDs skipped before the next message. */
  messageGap: (): number => 0,
  /** The delay before a waiting poll wakes: then the response to the causing request comes first. */
  eventDelayMs: (): number => 0,
  /** The delay of a response: then its event comes first. */
  answerDelayMs: (): number => 0,
  /** Whether a poll's response contains the optional queue ID. */
  namesQueue: (): boolean => false,
  /** Adds events of unknown types. */
  disturb: (_queue: Queue, _tell: (event: EventBody) => void): void => undefined,
  /** Adds unknown fields. */
  addNoise: (_answer: Record<string, unknown>): void => undefined,
};

type Variation = Readonly<typeof noVariation>;

const unknownEvents: readonly EventBody[] = [
  { type: "device", op: "add", device: { id: 1, name: "t", keys: ["c"] } },
  { type: "weather_report", sky: "overcast", wind: [3, "northwest"] },
  { type: "realm", op: "update", property: "unheard_of", value: { direct_members: [] } },
];

export function variation(seed: number): Variation {
  const random = seeded(seed);
  const rarely = (share: number) => random() < share;
  return {
    idGap: () => (rarely(0.2) ? 1 + below(random, 5) : 0),
    messageGap: () => (rarely(0.3) ? 1 + below(random, 40) : 0),
    eventDelayMs: () => (rarely(0.4) ? 1 + below(random, 400) : 0),
    answerDelayMs: () => slow(random),
    namesQueue: () => rarely(0.5),
    disturb: (queue, tell) => {
      if (queue.options.eventTypes === undefined && rarely(0.1)) tell(pick(random, unknownEvents));
    },
    addNoise: (answer) => {
      if (rarely(0.2)) answer["unheard_of"] = { since: 400, words: ["a", null, 3] };
    },
  };
}

/** Most delays are short, a few take seconds. */
function slow(random: Random): number {
  const luck = random();
  if (luck < 0.6) return 0;
  return luck < 0.95 ? below(random, 300) : 500 + below(random, 3_000);
}

// Rate limits per person in a sliding minute, so that clients are tested with the limits of real servers.

/** The rate limiter; it returns undefined if limits are off. */
type RateLimits = ReturnType<typeof rateLimits>;
export type Allowance = NonNullable<ReturnType<RateLimits>>;

const limit = 200;
const windowMs = 60_000;

export function rateLimits(clock: Clock, enabled: boolean) {
  const buckets = new Map<string, readonly number[]>();
  return (bucket: string) => {
    if (!enabled) return undefined;
    const elapsed = clock.elapsed();
    const recent = (buckets.get(bucket) ?? []).filter((at) => at > elapsed - windowMs);
    const allowed = recent.length < limit;
    const counted = allowed ? [...recent, elapsed] : recent;
    buckets.set(bucket, counted);
    const [first = elapsed, last = elapsed] = [counted[0], counted.at(-1)];
    return {
      allowed,
      limit,
      remaining: limit - counted.length,
      /** UNIX seconds at which the window is empty again. */
      reset: Math.ceil((clock.now() + (last + windowMs - elapsed)) / 1000),
      /** Seconds until the next request is allowed; 0 if this one is. */
      retryAfter: allowed ? 0 : (first + windowMs - elapsed) / 1000,
    };
  };
}
