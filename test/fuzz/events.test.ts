/** Whatever events arrive, the client lives on: what cannot be read is asked for anew once, then set aside. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { endpoints } from "#wire/endpoints/all.ts";
import { checkInvariants } from "../support/replica.ts";
import { runs } from "../support/runs.ts";
import { startSmall } from "../support/small-client.ts";
import { anyMutation, mutated } from "./mutations.ts";
import { requestOf } from "./requests.ts";
import { ask, startWorld } from "./world.ts";

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** What Ana heard of every example. */
const heard: Event[] = [];

beforeAll(async () => {
  for (const endpoint of endpoints) {
    const world = await startWorld();
    await ask(world, requestOf(endpoint));
    const queue = world.realm.control.server.queues.get(world.queues.get("ana") ?? "");
    heard.push(...((queue?.events ?? []) as Event[]).filter(({ type }) => type !== "restart"));
  }
}, 60_000);

test("of the events that the examples cause there are many kinds", () => {
  expect(new Set(heard.map(({ type }) => type)).size).toBeGreaterThan(20);
});

/** One event with something wrong, and how long it is quiet before it. */
const spoiled = fc.record({
  which: fc.nat(10_000),
  mutation: anyMutation,
  quietMs: fc.constantFrom(0, 0, 20, 5_000),
});

type Spoiled = typeof spoiled extends fc.Arbitrary<infer One> ? One : never;

type World = Awaited<ReturnType<typeof startSmall>>;

/** Puts an event into the client's queue, under an ID that the poll can go on from. */
function push({ control }: World, event: unknown): void {
  for (const queue of control.server.queues.values()) {
    const id = Math.max(queue.pruned, ...queue.events.map((one) => one.id)) + 1;
    queue.nextId = id + 1;
    queue.events.push({ ...(event as Event), id });
    queue.wake?.();
  }
}

async function live(world: World, events: readonly Spoiled[]): Promise<void> {
  const { clock, client, store, connection } = world;
  const registers = () => client.network.sent.filter((one) => one.endsWith("/register")).length;
  const before = registers();
  const types = new Set<string>();
  for (const { which, mutation, quietMs } of events) {
    const event = heard[which % heard.length];
    const { value } = mutated(event, mutation);
    types.add(String((value as Partial<Event>).type));
    push(world, value);
    await clock.pass(quietMs);
  }
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
  // Within five minutes, each type asks for the picture anew once at most.
  expect(registers() - before).toBeLessThanOrEqual(types.size);
  checkInvariants(store.getState().replica);
  const last = await world.bo.say({ streamId: 2, topic: "deploy" }, "still there");
  await clock.pass("5 s");
  expect(store.getState().replica.newestMessage).toBeGreaterThanOrEqual(last);
}

test("a client that hears events with something wrong in them goes on living", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(spoiled, { minLength: 1, maxLength: 12 }), async (events) => {
      await live(await startSmall(), events);
    }),
    { numRuns: runs(0.1) },
  );
});
