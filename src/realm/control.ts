/** The realm's strings: faults, expiry, levels and floods, for tests and for whoever drives a realm from outside. */
import { below } from "#base/random.ts";
import { brandKeys } from "#realm/routes/queue.ts";
import { isGuest, type Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import type { Fault, Flood } from "#wire/control.ts";
import { setBilling } from "./actions/people.ts";
import { setRealmSetting } from "./actions/realm-settings.ts";
import { send } from "./actions/send.ts";
import { subscribe, unsubscribe } from "./actions/subscriptions.ts";
import { type Faults, plan } from "./faults.ts";
import { announceToAll, closeQueue, type Server } from "./server.ts";

/** What the realm did wrong: exceptions that it answered with "Internal server error". */
export type Caught = {
  count: number;
  /** The newest with its stack; undefined while there was none. */
  newest: string | undefined;
};

export type Flooded = { readonly sent: number; readonly firstId: number; readonly lastId: number };

export type Control = {
  /** The secret part of the control URL's path. */
  readonly token: string;
  /** The next requests that match meet this. */
  readonly fault: (fault: Fault) => void;
  readonly clearFaults: () => void;
  /** Every queue is gone, or those of one person; gives how many. */
  readonly expireQueues: (userId?: number) => number;
  /** The server was restarted at this level. */
  readonly setLevel: (level: number) => void;
  /** Changes a setting of the realm, without its prefix. */
  readonly setRealm: (property: string, value: unknown) => void;
  /** Has somebody look after what the organization pays, or no longer: no request does that. */
  readonly setBilling: (userId: number, isBillingAdmin: boolean) => void;
  /** The next time that somebody marks everything read, time runs out half-way. */
  readonly outOfTime: () => void;
  /** Puts somebody into a stream, and takes them out. */
  readonly subscribe: (userId: number, streamId: number) => void;
  readonly unsubscribe: (userId: number, streamId: number) => void;
  /** Messages at a steady pace, from people other than the first account. */
  readonly flood: (flood: Flood) => Promise<Flooded>;
  /** Counts up for as long as the realm lives. */
  readonly caught: Caught;
  /** For tests that look inside. */
  readonly server: Server;
};

export function controlOf(server: Server, faults: Faults): Control {
  return {
    token: Array.from({ length: 24 }, () => below(server.random, 36).toString(36)).join(""),
    fault: (fault) => plan(faults, fault),
    clearFaults: () => void faults.planned.splice(0),
    expireQueues: (userId) => expireQueues(server, userId),
    setLevel: (level) => setLevel(server, level),
    setRealm: (property, value) => setRealmSetting(server, property, value),
    setBilling: (userId, isBillingAdmin) => setBilling(server, userId, isBillingAdmin),
    outOfTime: () => {
      server.runsOutOfTime = true;
    },
    subscribe: (userId, streamId) => subscribe(server, ...both(server, userId, streamId)),
    unsubscribe: (userId, streamId) => unsubscribe(server, ...both(server, userId, streamId)),
    flood: (flood) => pour(server, flood),
    caught: { count: 0, newest: undefined },
    server,
  };
}

function both(server: Server, userId: number, streamId: number): [Person, Stream] {
  const person = server.state.people.byId.get(userId);
  const stream = server.state.streams.byId.get(streamId);
  if (person === undefined || stream === undefined) {
    throw new RangeError("No such person or stream.");
  }
  return [person, stream];
}

function expireQueues(server: Server, userId: number | undefined): number {
  const gone = [...server.queues.values()].filter(
    (queue) => userId === undefined || queue.userId === userId,
  );
  for (const queue of gone) closeQueue(server, queue);
  return gone.length;
}

function setLevel(server: Server, level: number): void {
  server.level = level;
  server.generation += 1;
  tellRestart(server);
}

/** Whoever has a queue learns that the server is another one now. */
export function tellRestart(server: Server): void {
  announceToAll(server, "restart", {
    ...brandKeys(server),
    server_generation: server.generation,
  });
}

const words =
  "the build is green again and nobody knows why so please look at it before noon".split(" ");

/** Twenty helpings a second: small enough that a poll between two of them is answered soon. */
const helpingMs = 50;

async function pour(server: Server, flood: Flood): Promise<Flooded> {
  const { clock, state } = server;
  const total = Math.floor(flood.perSecond * flood.seconds);
  const first = state.messages.newest + 1;
  const begin = clock.elapsed();
  const pool = poolOf(server);
  let sent = 0;
  while (pool !== undefined && sent < total && !server.stopped.aborted) {
    await clock.sleep(helpingMs, server.stopped).catch(() => undefined);
    const due = Math.min(total, ((clock.elapsed() - begin) / 1000) * flood.perSecond);
    for (; sent < due; sent += 1) drop(server, pool, flood.streamShare, sent);
  }
  return { sent, firstId: first, lastId: state.messages.newest };
}

type Pool = {
  readonly you: Person;
  readonly senders: readonly Person[];
  readonly streams: readonly Stream[];
};

/** Who talks, and where: some of each, so that a flood has both busy and quiet places. */
function poolOf(server: Server): Pool | undefined {
  const { people, streams } = server.state;
  const you = people.byId.get(server.you);
  if (you === undefined) return undefined;
  const senders = [...people.byId.values()]
    .filter((person) => !person.isSystem && person.isActive && !isGuest(person) && person !== you)
    .slice(0, 40);
  const open = [...streams.byId.values()].filter(
    (stream) => !stream.inviteOnly && stream.postPolicy === 1 && stream.subscribers.has(you.id),
  );
  return { you, senders: senders.length === 0 ? [you] : senders, streams: open.slice(0, 12) };
}

/** One message of a flood. */
function drop(server: Server, { you, senders, streams }: Pool, streamShare: number, index: number) {
  const sender = senders[index % senders.length] ?? you;
  const content = `${words.slice(index % 7, (index % 7) + 3 + (index % 6)).join(" ")} (${index})`;
  const stream = server.random() < streamShare ? streams[index % streams.length] : undefined;
  const common = { content, client: "website", readBySender: true, echo: undefined };
  if (stream === undefined) {
    send(server, sender, { ...common, type: "direct", to: `[${you.id}]`, topic: undefined });
  } else {
    const topic = `flood ${index % 8}`;
    send(server, sender, { ...common, type: "stream", to: String(stream.id), topic });
  }
}
