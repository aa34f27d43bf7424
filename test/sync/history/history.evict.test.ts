import { expect, test } from "vitest";
import { newBatch, put } from "#base/table.ts";
import { emptyReplica } from "#model/empty.ts";
import { changeReplica, createStore } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { startEviction } from "#sync/history/history.ts";
import { createIdleTracker } from "#sync/idle.ts";
import { fakeClock } from "../../support/clock.ts";
import { emptyScreen } from "../../support/empty-screen.ts";

test("the oldest messages are evicted down to half the bound once it is exceeded", async () => {
  const clock = fakeClock();
  const store = createStore({ replica: emptyReplica, screen: emptyScreen });
  const context = {
    store,
    clock,
    idle: createIdleTracker(clock),
  } as Partial<SyncContext> as SyncContext;
  startEviction(context, 100);
  const size = () => store.getState().replica.messages.size;
  changeReplica(store, (replica) => {
    const batch = newBatch("many");
    let { messages } = replica;
    for (let id = 1; id <= 150; id += 1)
      messages = put(messages, id as never, { id } as never, batch);
    return { ...replica, messages, newestMessage: 150 };
  });
  expect(size()).toBe(150);
  await clock.pass(1);
  expect(size()).toBe(50);
});
