/** However topics are renamed while the queue is lost, the network away or weir not running, sends reach their topic once. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Address } from "#journal/intent.ts";
import type { StreamId } from "#wire/ids.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { runs } from "../support/runs.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { deploy } from "../support/small-client.ts";
import { anyLevel } from "../support/versions.ts";

type Step =
  | { readonly kind: "say" | "rename" | "expire" | "cut" | "mend" | "crash" }
  | { readonly kind: "drop"; readonly fault: "drop before" | "drop after" }
  | { readonly kind: "pass"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("say", "rename", "expire", "cut", "mend", "crash") }),
  fc.record({ kind: fc.constant("drop"), fault: fc.constantFrom("drop before", "drop after") }),
  fc.record({ kind: fc.constant("pass"), ms: fc.oneof(fc.nat(500), fc.nat(30_000)) }),
) as fc.Arbitrary<Step>;

/** A message of the topic that everybody writes to, whatever it is called. */
const witness = 108;

async function start(level: number) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock, level });
  let client = startClient({ clock, realm });
  let starts = 1;
  await clock.pass("5 s");
  client.open(deploy);
  await clock.pass("5 s");
  const { byId } = realm.control.server.state.messages;
  const topicNow = () => byId.get(witness)?.topic ?? "";
  return {
    clock,
    byId,
    topicNow,
    control: realm.control,
    client: () => client,
    rename: (topic: string) =>
      as(people.cleo).patch(`/messages/${witness}`, {
        topic,
        propagate_mode: "change_all",
        send_notification_to_new_thread: false,
      }),
    crash: async () => {
      await clock.pass("6 s");
      client.disk.crash();
      client.network.plug(false);
      starts += 1;
      client = startClient({ clock, realm, disk: client.disk, name: `start ${starts}` });
      await clock.pass(100);
    },
  };
}

type World = Awaited<ReturnType<typeof start>>;

/** Where a person writes: under the name that the client knows. */
function placeHere({ client }: World): Address {
  const { topics } = client().store.getState().replica;
  const names = [...(topics.get(streams.dev as StreamId)?.values() ?? [])]
    .filter(({ name }) => /^(?:deploy|rename )/.test(name))
    .sort((one, other) => other.newest - one.newest)
    .map(({ name }) => name);
  return { kind: "topic", streamId: streams.dev as StreamId, topic: names[0] ?? "deploy" };
}

/** `name`: of the text, or of the topic. */
async function take(world: World, one: Step, name: string): Promise<void> {
  const { clock, control } = world;
  switch (one.kind) {
    case "say":
      world.client().send(placeHere(world), name);
      // What has left is in the topic before somebody renames it.
      return clock.pass(200);
    case "rename":
      await world.rename(name);
      // Whoever is connected hears of it.
      return clock.pass("1 s");
    case "expire":
      return void control.expireQueues(people.ana);
    case "cut":
    case "mend":
      return world.client().network.plug(one.kind === "mend");
    case "drop":
      return control.fault({ kind: one.fault, method: "POST", path: "/messages" });
    case "pass":
      return clock.pass(one.ms);
    case "crash":
      return world.crash();
  }
}

async function storm(steps: readonly Step[], level: number): Promise<void> {
  const world = await start(level);
  const { clock, control, byId } = world;
  const said = steps.flatMap(({ kind }, at) => (kind === "say" ? [`say ${at}`] : []));
  for (const [at, one] of steps.entries()) await take(world, one, `${one.kind} ${at}`);
  control.clearFaults();
  world.client().network.plug(true);
  await clock.pass("4 min");
  const { intents } = world.client().store.getState().journal;
  const waiting = [...intents.values()].flatMap(({ action }) =>
    action.kind === "send" ? [action.content] : [],
  );
  const own = [...byId.values()].filter(({ content }) => /^say /.test(content));
  expect([...own.map(({ content }) => content), ...waiting].sort()).toEqual(said.sort());
  expect(new Set(own.map(({ topic }) => topic))).toEqual(new Set(own.map(() => world.topicNow())));
}

const whileLost: readonly Step[] = [
  { kind: "cut" },
  { kind: "say" },
  { kind: "expire" },
  { kind: "rename" },
];

test("each send is in the topic of what it was written after, once, or waits for the user", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), anyLevel, storm),
    { numRuns: runs(0.25, 6), examples: [[[...whileLost], 278]] },
  );
});
