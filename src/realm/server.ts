/** The realm at work: its state, its queues, and the ports to time, chance and disk that everything here is handed. */
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { below, type Random } from "#base/random.ts";
import { apply } from "#realm/state/apply.ts";
import type { Change } from "#realm/state/changes.ts";
import type { Message } from "#realm/state/messages.ts";
import {
  type EventBody,
  enqueue,
  isExpired,
  type Queue,
  type QueueOptions,
  wants,
} from "#realm/state/queues.ts";
import type { ReadEmoji, State } from "#realm/state/state.ts";
import type { RateLimits } from "./rates.ts";
import type { ReadTopic, Render } from "./rendering.ts";
import type { Variation } from "./variation.ts";

export type Mail = {
  readonly to: string;
  /** The administrator's words; empty for a mail without any. */
  readonly comment: string;
};

export type Presence = {
  readonly active: number;
  readonly idle: number;
  /** Rises with every change of anybody's; absent: it is as it was when the realm began. */
  readonly step?: number;
};

export type Server = {
  readonly state: State;
  readonly queues: Map<string, Queue>;
  readonly clock: Clock;
  readonly random: Random;
  /** The account that the realm was drawn for. */
  readonly you: number;
  /** The word in `<brand>_feature_level`. */
  readonly brand: string;
  /** Feature level; a test may raise it. */
  level: number;
  /** Differs from one start to the next. */
  generation: number;
  /** A register lists no more unread messages than this: the oldest are left out. */
  maxUnreadListed: number;
  /** Whether the next marking of everything as read stops half-way. */
  runsOutOfTime: boolean;
  /** What the realm wrote to people who can no longer sign in. */
  readonly mails: Mail[];
  /** Links to files that need no credentials, by the secret in them; `until` is of `clock.elapsed()`. Not kept. */
  readonly fileLinks: Map<string, { readonly fileId: number; readonly until: number }>;
  /** Whether somebody looks for due messages at the next full minute. */
  readonly delivery: { isArmed: boolean };
  /** Keeps changes over a restart, all or none, before they are carried out. Throws a `Refusal`. */
  keep: (changes: readonly Change[]) => void;
  readonly variation: Variation;
  readonly rates: RateLimits;
  /** UNIX seconds by user ID; not kept. */
  readonly presences: Map<number, Presence>;
  readonly render: Render;
  /** Where the realm was reached last, without a slash at the end. */
  url: string;
  /** Of every kind that is in use: the realm's own come first. */
  readonly emoji: ReadEmoji;
  /** The links of a topic's name. */
  readonly topicLinks: ReadTopic;
  readonly log: Log;
  /** Milliseconds between two heartbeats of a waiting poll: this much and up to a fifth more. */
  readonly heartbeatMs: number;
  /** Called after every message, in the order of their IDs. */
  readonly onMessage: Set<(message: Message) => void>;
  /** Ends when the realm stops. */
  readonly stopped: AbortSignal;
};

/** UNIX seconds. */
export function now(server: Server): number {
  return Math.floor(server.clock.now() / 1000);
}

/** Carries changes out, once they are kept together. Throws a `Refusal` if they cannot be kept. */
export function commit(server: Server, ...changes: readonly Change[]): void {
  server.keep(changes);
  for (const change of changes) apply(server.state, change);
}

/** Opens a queue; its ID looks like those of real servers and is no secret here. */
export function addQueue(server: Server, userId: number, wishes: QueueOptions): Queue {
  const queue: Queue = {
    id: freshId(server.random),
    userId,
    wishes,
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

/** The queue of that ID if it belongs to the person and lives. */
export function findQueue(server: Server, id: string, userId: number): Queue | undefined {
  const queue = server.queues.get(id);
  if (queue === undefined || queue.userId !== userId) return undefined;
  if (!isExpired(queue, server.clock.elapsed())) return queue;
  closeQueue(server, queue);
  return undefined;
}

type Body = Omit<EventBody, "type">;

/**
 * Tells something to every queue of the people whom it concerns: the same to all of them, or what `body` makes of each
 * queue; undefined when that one is to hear nothing.
 */
export function announce(
  server: Server,
  type: string,
  concerns: (userId: number, queue: Queue) => boolean,
  body: Body | ((queue: Queue) => Body | undefined),
): void {
  const elapsed = server.clock.elapsed();
  for (const queue of server.queues.values()) {
    // Nobody will ask for what an expired queue is told.
    if (isExpired(queue, elapsed)) closeQueue(server, queue);
    const hears =
      server.queues.has(queue.id) && wants(queue, type) && concerns(queue.userId, queue);
    if (!hears) continue;
    const own = typeof body === "function" ? body(queue) : body;
    if (own !== undefined) pushEvent(server, queue, { type, ...own });
  }
}

/** Tells something to every queue of one person. */
export function announceTo(server: Server, userId: number, type: string, body: Body): void {
  announce(server, type, (id) => id === userId, body);
}

/** Tells something to every queue there is. */
export function announceToAll(server: Server, type: string, body: Body): void {
  announce(server, type, everybody, body);
}

/** Whom most things concern; see `announce`. */
export const everybody = () => true;

/** Puts one event into one queue and ends its poll. */
export function pushEvent(server: Server, queue: Queue, body: EventBody): void {
  enqueue(queue, body, server.variation.idGap());
  server.variation.disturb(queue, (event) => enqueue(queue, event, 0));
  const { wake } = queue;
  if (wake === undefined) return;
  const lateness = server.variation.eventDelayMs();
  if (lateness > 0) server.clock.after(lateness, wake);
  // A turn later, so that everything that one request caused comes in one answer.
  else queueMicrotask(wake);
}
