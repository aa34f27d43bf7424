/** Queues: registering, polling one poll at a time, and deleting. */
import { badQueue, Refusal } from "#realm/failures.ts";
import { keysAt } from "#realm/levels.ts";
import { stateView } from "#realm/register/answer.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { addQueue, closeQueue, findQueue, pushEvent, type Server } from "#realm/server.ts";
import { pending, prune, type Queue, type QueueOptions } from "#realm/state/queues.ts";
import { deleteQueue, getEvents, register } from "#wire/endpoints/queue.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { versionAt } from "#wire/releases.ts";

type Registering = RouteRequest<typeof register.parameters>;

/** Not implemented: clients always receive all of the user's events, and no others. */
const unsupported = ["narrow", "all_public_streams", "queue_lifespan_secs"];

export const routes = [
  route([register, { unsupported }], (request) => {
    const { server, person, personal, values, origin } = request;
    const options = optionsOf(request);
    const fetched = values.fetch_event_types ?? values.event_types;
    const types = fetched === undefined ? undefined : new Set(fetched);
    const state = keysAt(server.level, stateView({ server, person, personal, options, types }));
    const queue = addQueue(server, person.id, options);
    return {
      queue_id: queue.id,
      last_event_id: -1,
      ...brandKeys(server),
      ...(server.level >= since.queueTimeouts && {
        idle_queue_timeout_secs: options.idleSeconds,
      }),
      ...state,
      ...("realm_uri" in state
        ? keysAt(server.level, { realm_url: origin, realm_uri: origin })
        : {}),
    };
  }),
  route([getEvents, { unsupported }], async (request) => {
    const { server, person, values, gone } = request;
    const { queue_id: id, dont_block: atOnce = false } = values;
    const options = optionsOf(request);
    const isDocumented = server.level <= documentLevel;
    // In the document, a poll may wait without a queue, and every response contains the queue; not on newer servers.
    if (id === undefined && !atOnce && !isDocumented)
      throw new Refusal("Missing 'queue_id' argument");
    const queue = id === undefined ? addQueue(server, person.id, options) : readUpTo(request, id);
    const { found, woken } = await poll(server, queue, atOnce, gone);
    const isNamed = id === undefined || isDocumented || woken || server.variation.namesQueue();
    return { events: found, ...(isNamed ? { queue_id: queue.id } : {}) };
  }),
  action(deleteQueue, ({ server, person, values }) =>
    closeQueue(server, requireQueue(server, values.queue_id, person.id)),
  ),
];

/** What phones may ask for by name. */
const mobileSeconds = 604_800;

function idleSeconds({ server, values }: Registering): number {
  const { idle_queue_timeout: asked = limits.queueIdleSeconds } = values;
  if (server.level < since.queueTimeouts) return limits.queueIdleSeconds;
  return asked === "mobile" ? mobileSeconds : Math.min(asked, mobileSeconds);
}

function optionsOf(request: Registering): QueueOptions {
  const { values } = request;
  return {
    eventTypes: values.event_types,
    applyMarkdown: values.apply_markdown ?? false,
    clientGravatar: values.client_gravatar ?? true,
    slimPresence: values.slim_presence ?? false,
    includeSubscribers: (values.include_subscribers ?? false) !== false,
    capabilities: values.client_capabilities,
    idleSeconds: idleSeconds(request),
  };
}

/** The brand-specific keys. Before level 1 there was no feature level. */
export function brandKeys({ brand, level }: Server) {
  const version = versionAt(level);
  return {
    [`${brand}_version`]: version,
    [`${brand}_merge_base`]: version,
    ...(level >= since.levelReported ? { [`${brand}_feature_level`]: level } : {}),
  };
}

function requireQueue(server: Server, id: string, userId: number): Queue {
  const queue = findQueue(server, id, userId);
  if (queue === undefined) throw badQueue(id);
  return queue;
}

/** The queue with that ID, without acknowledged events. */
function readUpTo(request: RouteRequest<typeof getEvents.parameters>, id: string): Queue {
  const { server, person, values } = request;
  const { last_event_id: last } = values;
  // Optional in the document; then nothing is acknowledged.
  if (last === undefined && server.level > documentLevel) {
    throw new Refusal("Missing 'last_event_id' argument");
  }
  const queue = requireQueue(server, id, person.id);
  if (last === undefined) return queue;
  if (last < queue.pruned) {
    throw new Refusal(`An event newer than ${last} has already been pruned!`);
  }
  prune(queue, last);
  if (last !== queue.pruned) throw new Refusal(`Event ${last} was not in this queue`);
  return queue;
}

// Long-polls a queue: one poll at a time, kept alive by heartbeats.

/**
 * The pending events: immediately if there are any or `atOnce` is set; else when an event arrives, when another poll
 * replaces this one, when the queue is closed, or when the client disconnects (`gone`).
 * `woken`: the poll had to wait.
 */
async function poll(server: Server, queue: Queue, atOnce: boolean, gone: AbortSignal) {
  queue.wake?.();
  if (atOnce || queue.events.length > 0) {
    queue.idleSince = server.clock.elapsed();
    return { found: pending(queue), woken: false };
  }
  await waitFor(server, queue, gone);
  return { found: pending(queue), woken: true };
}

function waitFor(server: Server, queue: Queue, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const spread = 1 + server.random() * 0.2;
    const stopHeart = server.clock.after(server.heartbeatMs * spread, () =>
      pushEvent(server, queue, { type: "heartbeat" }),
    );
    const end = () => {
      stopHeart();
      gone.removeEventListener("abort", end);
      server.stopped.removeEventListener("abort", end);
      if (queue.wake === end) queue.wake = undefined;
      queue.idleSince = server.clock.elapsed();
      resolve();
    };
    queue.wake = end;
    gone.addEventListener("abort", end, { once: true });
    server.stopped.addEventListener("abort", end, { once: true });
    if (gone.aborted || server.stopped.aborted) end();
  });
}
