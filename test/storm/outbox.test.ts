/** For any order of answers, events, timeouts, crashes and retries, each send has one row. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Address } from "#journal/intent.ts";
import { type Client, type LineState, startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { type FaultKind, faultKinds } from "../support/faults.ts";
import { startRealm } from "../support/realm.ts";
import { runs } from "../support/runs.ts";
import { people } from "../support/small-blueprint.ts";
import { deploy, elsewhere, inDeploy, withBo } from "../support/small-client.ts";
import { full } from "../support/storage.ts";
import { anyLevel } from "../support/versions.ts";

type Step =
  | { readonly kind: "say"; readonly where: number; readonly text: string }
  | {
      readonly kind: "fault";
      readonly fault: FaultKind;
      readonly on: number;
      readonly ms: number;
    }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "expire" | "cut" | "mend" | "answer" | "crash" | "full" | "room" }
  | { readonly kind: "line"; readonly state: LineState };

const addresses: readonly Address[] = [deploy, withBo, elsewhere];
const requests = [
  { method: "POST", path: "/messages" },
  { method: "GET", path: "/events" },
  { method: "GET", path: "/messages" },
  { method: "POST", path: "/register" },
] as const;

const say = fc.record({
  kind: fc.constant("say" as const),
  where: fc.nat(addresses.length - 1),
  text: fc.constantFrom("same", "other"),
});
const pass = fc.record({
  kind: fc.constant("pass" as const),
  ms: fc.oneof(fc.nat(500), fc.nat(30_000)),
});
const fault = fc.record({
  kind: fc.constant("fault" as const),
  fault: fc.constantFrom(...faultKinds),
  on: fc.oneof(fc.constant(0), fc.nat(requests.length - 1)),
  ms: fc.nat(25_000),
});
const event = fc.record({
  kind: fc.constantFrom("expire", "cut", "mend", "answer", "crash", "full", "room"),
});
const line = fc.record({
  kind: fc.constant("line" as const),
  state: fc.constantFrom<LineState>("well", "silent", "deaf"),
});
const step = fc.oneof(
  { weight: 4, arbitrary: say },
  { weight: 3, arbitrary: pass },
  { weight: 3, arbitrary: fault },
  { weight: 2, arbitrary: event },
  { weight: 1, arbitrary: line },
) as fc.Arbitrary<Step>;

async function start(variation: number | undefined, level: number) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, variation, level });
  let client = startClient({ clock, realm });
  let starts = 1;
  await clock.pass("5 s");
  client.open(deploy);
  await clock.pass("5 s");
  return {
    clock,
    realm,
    bo: as(people.bo),
    client: () => client,
    crash: async () => {
      // A crash on a full disk loses what was only in memory, which no client can avoid.
      client.disk.fail(undefined);
      await clock.pass("6 s");
      client.disk.crash();
      client.network.plug(false);
      starts += 1;
      client = startClient({ clock, realm, disk: client.disk, name: `start ${starts}` });
      client.open(deploy);
      await clock.pass(100);
    },
  };
}

type World = Awaited<ReturnType<typeof start>>;

async function take(world: World, one: Step): Promise<void> {
  const { clock, realm, bo } = world;
  switch (one.kind) {
    case "say":
      world.client().send(addresses[one.where] ?? deploy, one.text);
      return;
    case "fault":
      realm.control.fault({
        kind: one.fault,
        delayMs: one.ms,
        retryAfter: 1,
        ...requests[one.on],
      });
      return;
    case "pass":
      return clock.pass(one.ms);
    case "expire":
      realm.control.expireQueues();
      return;
    case "cut":
      return world.client().network.plug(false);
    case "mend":
      return world.client().network.plug(true);
    case "line":
      return world.client().network.line(one.state);
    case "answer":
      // Variation and faults affect Bo, too; whether his message arrives does not matter here.
      void bo.say(inDeploy, "an answer").catch(() => undefined);
      return;
    case "full":
    case "room":
      return world.client().disk.fail(one.kind === "full" ? full : undefined);
    case "crash":
      return world.crash();
  }
}

/** The user's own rows of a conversation. */
function ownRows(client: Client, address: Address): readonly string[] {
  return client.rows(address).filter((row) => /^(?:same|other)\b/.test(row));
}

/** The number of the user's messages that the server has in a conversation. */
function stored(world: World, address: Address): number {
  const { messages } = world.realm.control.server.state;
  const streamId = address.kind === "topic" ? address.streamId : undefined;
  return [...messages.byId.values()].filter(
    (message) =>
      message.senderId === people.ana &&
      message.streamId === streamId &&
      /^(?:same|other)$/.test(message.content),
  ).length;
}

async function storm(
  steps: readonly Step[],
  variation: number | undefined,
  level: number,
): Promise<void> {
  const world = await start(variation, level);
  const said = new Map<Address, number>(addresses.map((address) => [address, 0]));
  const count = (address: Address) => said.get(address) ?? 0;
  // After a restart there is no history until it is fetched.
  let isKnown = true;
  for (const one of steps) {
    await take(world, one);
    const where = one.kind === "say" ? addresses[one.where] : undefined;
    if (where !== undefined) said.set(where, count(where) + 1);
    isKnown &&= one.kind !== "crash";
    if (isKnown) expect(ownRows(world.client(), deploy)).toHaveLength(count(deploy));
  }
  world.realm.control.clearFaults();
  world.client().network.plug(true);
  world.client().network.line("well");
  world.client().disk.fail(undefined);
  await world.clock.pass("4 min");
  for (const address of addresses) {
    const open = world.client().pendingSends(address).length;
    expect(stored(world, address) + open).toBe(count(address));
  }
  expect(ownRows(world.client(), deploy)).toHaveLength(count(deploy));
  const { journal } = world.client().store.getState();
  expect(world.client().disk.intents.size).toBe(journal.intents.size);
}

/** Two equal texts: the first is lost and awaits a decision while the second arrives and its intent is retired. */
const equals: readonly Step[] = [
  { kind: "say", where: 0, text: "other" },
  { kind: "fault", fault: "drop before", on: 0, ms: 0 },
  { kind: "say", where: 0, text: "other" },
  { kind: "pass", ms: 12_367 },
  { kind: "pass", ms: 17_633 },
  { kind: "expire" },
];

/** Equal texts in an unsubscribed stream: a restart interrupts the first, and the rejection of the second is lost. */
const equalsOverRestart: readonly Step[] = [
  { kind: "say", where: 2, text: "same" },
  { kind: "crash" },
  { kind: "line", state: "deaf" },
  { kind: "say", where: 2, text: "same" },
  { kind: "fault", fault: "rate limit", on: 0, ms: 0 },
  { kind: "pass", ms: 0 },
];

/** A lookup finds both before the page of their conversation arrives. */
const knownBeforeTheirPage: readonly Step[] = [
  { kind: "fault", fault: "delay", on: 1, ms: 1122 },
  { kind: "expire" },
  { kind: "say", where: 0, text: "same" },
  { kind: "say", where: 0, text: "same" },
  { kind: "fault", fault: "truncate", on: 3, ms: 0 },
  { kind: "pass", ms: 5000 },
  { kind: "fault", fault: "delay", on: 0, ms: 0 },
];

test("each send has one row at any time, and the server gets it once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.option(fc.nat(), { nil: undefined }),
      anyLevel,
      storm,
    ),
    {
      numRuns: runs(0.25, 6),
      examples: [
        [[...equals], undefined, 278],
        [[...equalsOverRestart], undefined, 278],
        [[...knownBeforeTheirPage], 750771110, 278],
      ],
    },
  );
});
