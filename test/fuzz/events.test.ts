/** For any events, the client keeps working: a malformed one causes one new register, then its type is ignored. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { endpoints } from "#wire/endpoints/all.ts";
import { checkInvariants } from "../support/replica.ts";
import { runs } from "../support/runs.ts";
import { startSmall } from "../support/small-client.ts";
import { anyMutation, mutated } from "./mutations.ts";
import { levelOf, requestOf } from "./requests.ts";
import { ask, startWorld } from "./world.ts";

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** Events that Ana received from all examples. */
const received: Event[] = [];

beforeAll(async () => {
  for (const endpoint of endpoints) {
    const world = await startWorld(levelOf(endpoint));
    await ask(world, requestOf(endpoint));
    const queue = world.realm.control.server.queues.get(world.queues.get("ana") ?? "");
    received.push(...((queue?.events ?? []) as Event[]).filter(({ type }) => type !== "restart"));
  }
});

test("the examples cause more than 20 types of events", () => {
  expect(new Set(received.map(({ type }) => type)).size).toBeGreaterThan(20);
});

/** A mutated event, and the time that passes after it. */
const mutatedEvent = fc.record({
  which: fc.nat(10_000),
  mutation: anyMutation,
  waitMs: fc.constantFrom(0, 0, 20, 5_000),
});

type MutatedEvent = typeof mutatedEvent extends fc.Arbitrary<infer One> ? One : never;

type World = Awaited<ReturnType<typeof startSmall>>;

/** Adds an event to the client's queue with the next ID. */
function push({ control }: World, event: unknown): void {
  for (const queue of control.server.queues.values()) {
    const id = Math.max(queue.pruned, ...queue.events.map((one) => one.id)) + 1;
    queue.nextId = id + 1;
    queue.events.push({ ...(event as Event), id });
    queue.wake?.();
  }
}

async function checkEvents(world: World, events: readonly MutatedEvent[]): Promise<void> {
  const { clock, client, store, connection } = world;
  const registers = () => client.network.sent.filter((one) => one.endsWith("/register")).length;
  const before = registers();
  const types = new Set<string>();
  for (const { which, mutation, waitMs } of events) {
    const event = received[which % received.length];
    const { value } = mutated(event, mutation);
    types.add(String((value as Partial<Event>).type));
    push(world, value);
    await clock.pass(waitMs);
  }
  await clock.pass("1 min");
  expect(connection()).toEqual({ kind: "live" });
  // Each type causes at most one register within five minutes.
  expect(registers() - before).toBeLessThanOrEqual(types.size);
  checkInvariants(store.getState().replica);
  const last = await world.bo.say({ streamId: 2, topic: "deploy" }, "still there");
  await clock.pass("5 s");
  expect(store.getState().replica.newestMessage).toBeGreaterThanOrEqual(last);
}

test("a client that receives malformed events stays connected and up to date", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mutatedEvent, { minLength: 1, maxLength: 12 }), async (events) => {
      await checkEvents(await startSmall(), events);
    }),
    { numRuns: runs(0.1) },
  );
});
