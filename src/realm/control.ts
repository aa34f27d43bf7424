/** What tests control in a running realm, and the faults that they inject into the next matching requests. */

import * as z from "zod";
import { ownProperty } from "#base/own-property.ts";
import { below } from "#base/random.ts";
import { announcePerson, personNumbered } from "#realm/actions/access.ts";
import { send } from "#realm/actions/send.ts";
import { isRealmRule, setRealmPermission } from "#realm/permissions.ts";
import { brandKeys } from "#realm/routes/queue.ts";
import { subscribeAll, unsubscribe } from "#realm/routes/subscriptions.ts";
import { mebibyte } from "#realm/state/files.ts";
import { isGuest, type Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { streamId, userId } from "#wire/ids.ts";
import { holdsAt, newestLevel, since } from "#wire/levels.ts";
import { groupSetting } from "#wire/permission.ts";
import { badGateway, failure, tooManyRequests, unavailable } from "./answers.ts";
import { ConnectionCut } from "./failures.ts";
import { readBody } from "./parameters.ts";
import { announceToAll, closeQueue, commit, type Server } from "./server.ts";
import { signInWays } from "./sign-in-ways.ts";

/** Exceptions that were answered with "Internal server error". */
type Caught = {
  count: number;
  /** The latest with its stack; undefined if there was none. */
  newest: string | undefined;
};

type Flooded = { readonly sent: number; readonly firstId: number; readonly lastId: number };

/** The control interface. */
export type Control = ReturnType<typeof controlOf>;

export function controlOf(server: Server, faults: Faults) {
  const caught: Caught = { count: 0, newest: undefined };
  return {
    /** The secret part of the control URL's path. */
    token: Array.from({ length: 24 }, () => below(server.random, 36).toString(36)).join(""),
    /** Injects a fault into the next matching requests. */
    fault: (fault: Fault) => void faults.push({ fault, left: fault.times ?? 1 }),
    clearFaults: () => void faults.splice(0),
    /** Drops all queues, or those of one person; returns their number. */
    expireQueues: (userId?: number) => expired(server, userId),
    /** Simulates a restart at this level. */
    setLevel: (level: number) => setLevel(server, level),
    /** Changes a setting of the realm, without its prefix. */
    setRealm: (property: string, value: unknown) => setRealmSetting(server, property, value),
    /** Changes whether somebody is a billing administrator, which no request can do. */
    setBilling: (one: z.input<typeof billing>) => setBilling(server, one),
    /** Changes how people sign in, and whether anybody can. */
    setSignIn: (changes: z.output<typeof signIn>) => void Object.assign(server.signIn, changes),
    /** Makes the next marking of everything as read run out of time half-way. */
    outOfTime: () => {
      server.runsOutOfTime = true;
    },
    /** Subscribes somebody. */
    subscribe: (one: Membership) => {
      const [person, stream] = both(server, one);
      subscribeAll(server, [person], stream);
    },
    /** Unsubscribes somebody. */
    unsubscribe: (one: Membership) => unsubscribe(server, ...both(server, one)),
    /** Messages at a steady pace, from people other than the first account. */
    flood: (flood: Flood) => pour(server, flood),
    /** The errors since the start. */
    caught,
    /** For tests that inspect the state. */
    server,
  };
}

function both(server: Server, { userId, streamId }: Membership): [Person, Stream] {
  const stream = server.state.streams.byId.get(streamId);
  if (stream === undefined) throw new RangeError("No such stream.");
  return [personNumbered(server, userId), stream];
}

function expired(server: Server, userId: number | undefined): number {
  const gone = [...server.queues.values()].filter(
    (queue) => userId === undefined || queue.userId === userId,
  );
  for (const queue of gone) closeQueue(server, queue);
  return gone.length;
}

/** Announces a restart to all queues. */
function setLevel(server: Server, level: number): void {
  server.level = level;
  server.generation += 1;
  const { generation: server_generation } = server;
  announceToAll(server, "restart", { ...brandKeys(server), server_generation });
}

/** Settings of the realm that are announced by an `update_dict` event. */
const updateDictSettings: ReadonlySet<string> = new Set([
  "allow_message_editing",
  "edit_topic_policy",
  "message_content_edit_limit_seconds",
]);

function setRealmSetting(server: Server, property: string, value: unknown): void {
  if (isRealmRule(property)) {
    setRealmPermission(server, property, groupSetting.parse(value));
    return;
  }
  for (const [name, next] of togetherWith(server, property, value)) {
    commit(server, { kind: "realm set", property: name, value: next });
    const event = updateDictSettings.has(name)
      ? { op: "update_dict", property: "default", data: { [name]: next } }
      : { op: "update", property: name, value: next };
    announceToAll(server, "realm", event);
  }
}

/** LEVEL(392): whether topics are mandatory is said in two ways from then on. */
function togetherWith({ level }: Server, property: string, value: unknown) {
  const isAbout = property === "mandatory_topics" || property === "topics_policy";
  if (!isAbout || level < since.topicsPolicy) return [[property, value]] as const;
  const isMandatory = value === true || value === "disable_empty_topic";
  const policy = isMandatory ? "disable_empty_topic" : "allow_empty_topic";
  return [
    ["topics_policy", policy],
    ["mandatory_topics", isMandatory],
  ] as const;
}

function setBilling(server: Server, { userId, isBillingAdmin }: z.input<typeof billing>): void {
  const person = personNumbered(server, userId);
  commit(server, { kind: "person changed", personId: person.id, facts: { isBillingAdmin } });
  if (!holdsAt(server.level, "billing")) return;
  announcePerson(server, { user_id: person.id, is_billing_admin: isBillingAdmin });
}

const words =
  "the build is green again and nobody knows why so please look at it before noon".split(" ");

/** Twenty batches a second: small enough that a poll between two of them is answered soon. */
const batchMs = 50;

async function pour(server: Server, flood: Flood): Promise<Flooded> {
  const { clock, state } = server;
  const total = Math.floor(flood.perSecond * flood.seconds);
  const first = state.messages.newest + 1;
  const begin = clock.elapsed();
  const drop = floodSender(server, flood.streamShare);
  let sent = 0;
  while (drop !== undefined && sent < total && !server.stopped.aborted) {
    await clock.sleep(batchMs, server.stopped).catch(() => undefined);
    const due = Math.min(total, ((clock.elapsed() - begin) / 1000) * flood.perSecond);
    for (; sent < due; sent += 1) drop(sent);
  }
  return { sent, firstId: first, lastId: state.messages.newest };
}

/** Creates a function that sends one message of a flood, to a mix of busy and quiet conversations. */
function floodSender(server: Server, streamShare: number): ((index: number) => void) | undefined {
  const { people, streams } = server.state;
  const you = people.byId.get(server.you);
  if (you === undefined) return undefined;
  const senders = [...people.byId.values()]
    .filter((person) => !person.isSystem && person.isActive && !isGuest(person) && person !== you)
    .slice(0, 40);
  const open = [...streams.byId.values()]
    .filter((one) => !one.inviteOnly && one.postPolicy === 1 && one.subscribers.has(you.id))
    .slice(0, 12);
  return (index) => {
    const text = words.slice(index % 7, (index % 7) + 3 + (index % 6)).join(" ");
    const stream = server.random() < streamShare ? open[index % open.length] : undefined;
    const address =
      stream === undefined
        ? ({ type: "direct", to: `[${you.id}]`, topic: undefined } as const)
        : ({ type: "stream", to: String(stream.id), topic: `flood ${index % 8}` } as const);
    const content = `${text} (${index})`;
    const sender = senders[index % senders.length] ?? you;
    send(server, sender, { ...address, content, client: "website", readBySender: true });
  };
}

// Injects faults between client and server into the next matching requests.

/** Pending faults, each with the number of requests it still affects. */
export type Faults = { readonly fault: Fault; left: number }[];

/** The fault for this request, whose count is decremented. */
export function faultsOf(faults: Faults, method: string, url: string): Fault | undefined {
  const path = new URL(url).pathname.replace("/api/v1", "");
  const pending = faults.find(
    ({ fault, left }) =>
      left > 0 &&
      (fault.method === undefined || fault.method === method) &&
      (fault.path === undefined || path.startsWith(fault.path)),
  );
  if (pending === undefined) return undefined;
  pending.left -= 1;
  if (pending.left === 0) faults.splice(faults.indexOf(pending), 1);
  return pending.fault;
}

/** The response to a request with that fault, or its replacement. */
export async function faultyAnswer(
  server: Server,
  fault: Fault | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  switch (fault?.kind) {
    case undefined:
      return answer();
    case "drop before":
      throw new ConnectionCut();
    case "drop after":
      await answer();
      throw new ConnectionCut();
    case "bad gateway":
      return badGateway();
    case "unavailable":
      return unavailable(fault.retryAfter);
    case "rate limit":
      return failure(tooManyRequests(fault.retryAfter ?? 1), server.level, server.brand);
    case "hang":
      await server.clock.sleep(fault.delayMs ?? 1_000);
      return answer();
    case "delay": {
      const response = await answer();
      await server.clock.sleep(fault.delayMs ?? 1_000);
      return response;
    }
    case "truncate":
      return halved(await answer());
  }
}

async function halved(response: Response): Promise<Response> {
  const body = await response.text();
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(body.slice(0, Math.floor(body.length / 2)), {
    status: response.status,
    headers,
  });
}

// The control URL, which real servers do not have: JSON commands posted to a secret path.

/** A fault injected into the next matching requests. */
export const fault = z.object({
  /**
   * `delay`: delays the answer. `hang`: delays the work. `drop before` and `drop after`: closes the connection before
   * or after the work. `rate limit`: answers 429. `bad gateway`: answers with a proxy's HTML. `unavailable`: with
   * its 503, and `Retry-After` if `retryAfter` is given. `truncate`: sends half an answer.
   */
  kind: z.enum([
    "delay",
    "hang",
    "drop before",
    "drop after",
    "rate limit",
    "bad gateway",
    "unavailable",
    "truncate",
  ]),
  /** Any when absent. */
  method: z.string().optional(),
  /** A path prefix below `/api/v1`; any by default. */
  path: z.string().optional(),
  /** How many requests it affects; 1 by default. */
  times: z.int().min(1).optional(),
  /** 1,000 when absent. */
  delayMs: z.number().min(0).optional(),
  /** Seconds; a rate limit asks for 1 when absent. */
  retryAfter: z.number().min(0).optional(),
});
export type Fault = z.input<typeof fault>;

/** Messages at a steady pace from other people. */
const flood = z.object({
  perSecond: z.number().positive(),
  seconds: z.number().positive(),
  /** The share of messages in streams; the rest are direct messages to the realm's main account. */
  streamShare: z.number().min(0).max(1),
});
type Flood = z.output<typeof flood>;

const expireQueues = z.object({ userId: userId.optional() });
const raiseLevel = z.object({ level: z.int().min(0).max(newestLevel) });
const realmSetting = z.object({ property: z.string(), value: z.unknown() });
const billing = z.object({ userId, isBillingAdmin: z.boolean() });
const signIn = z.strictObject({
  ways: z.array(z.enum(signInWays)).optional(),
  realm: z.enum(["active", "deactivated", "absent"]).optional(),
  resets: z.array(userId).optional(),
});
const membership = z.object({ userId, streamId });
type Membership = z.input<typeof membership>;

/** Commands by name; each takes the request body. */
const commands: Readonly<Record<string, (control: Control, body: unknown) => unknown>> = {
  fault: (control, body) => control.fault(fault.parse(body)),
  "clear-faults": (control) => control.clearFaults(),
  "expire-queues": (control, body) => ({
    expired: control.expireQueues(expireQueues.parse(body).userId),
  }),
  "out-of-time": (control) => control.outOfTime(),
  level: (control, body) => control.setLevel(raiseLevel.parse(body).level),
  realm: (control, body) => {
    const { property, value } = realmSetting.parse(body);
    control.setRealm(property, value);
  },
  "sign-in": (control, body) => control.setSignIn(signIn.parse(body)),
  subscribe: (control, body) => control.subscribe(membership.parse(body)),
  unsubscribe: (control, body) => control.unsubscribe(membership.parse(body)),
  billing: (control, body) => control.setBilling(billing.parse(body)),
  flood: (control, body) => control.flood(flood.parse(body)),
  mails: ({ server }) => ({ mails: server.mails }),
  caught: ({ caught }) => caught,
};

/** Responds when the command is complete: for a flood, after its last message. */
export async function answerControl(
  control: Control,
  name: string,
  request: Request,
): Promise<Response> {
  const command = ownProperty(commands, name);
  if (command === undefined || request.method !== "POST") {
    return Response.json(
      { error: "No such command.", commands: Object.keys(commands) },
      { status: 404 },
    );
  }
  const text = new TextDecoder().decode(await readBody(request, mebibyte));
  try {
    const done = await command(control, text === "" ? {} : JSON.parse(text));
    return Response.json({ ok: true, ...(typeof done === "object" ? done : {}) });
  } catch (problem) {
    return Response.json({ error: String(problem) }, { status: 400 });
  }
}
