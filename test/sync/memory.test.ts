import { expect, test } from "vitest";
import { newBatch, put } from "#base/table.ts";
import { nothingKnown } from "#model/nothing.ts";
import { changePicture, createStore } from "#store/store.ts";
import { createBusy } from "#sync/busy.ts";
import type { SyncContext } from "#sync/context.ts";
import { startMemory } from "#sync/memory.ts";
import { fakeClock } from "../support/clock.ts";
import { emptyScreen } from "../support/empty-screen.ts";

test("above its bound the oldest half leaves memory, after the change that went over it", async () => {
  const clock = fakeClock();
  const store = createStore({ picture: nothingKnown, screen: emptyScreen });
  const context = { store, clock, busy: createBusy(clock) } as Partial<SyncContext> as SyncContext;
  startMemory(context, 100);
  const size = () => store.getState().picture.messages.size;
  changePicture(store, (picture) => {
    const batch = newBatch("many");
    let { messages } = picture;
    for (let id = 1; id <= 150; id += 1)
      messages = put(messages, id as never, { id } as never, batch);
    return { ...picture, messages, newestMessage: 150 };
  });
  expect(size()).toBe(150);
  await clock.pass(1);
  expect(size()).toBe(50);
});
