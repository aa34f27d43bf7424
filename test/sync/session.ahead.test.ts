/** What is fetched ahead after a start costs few changes of the store and few frames. */
import { expect, test } from "vitest";
import { watchLists } from "#commands/lists/lists.ts";
import { conversationsToPrefetch } from "#model/select/prefetch.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { startRealm } from "../support/realm.ts";
import { showScreen } from "../support/screen.tsx";

/** A client of the demo that gets each answer after 40 ms, with all that its first three seconds cost. */
async function costsOfStart(lastKeyAt: (now: number) => number) {
  const clock = fakeClock();
  const { realm } = startRealm({ clock, blueprint: demoBlueprint(Math.floor(clock.now() / 1000)) });
  const { store, network } = startClient({
    clock,
    realm,
    archive: memoryArchive(),
    attention: { lastKeyAt: () => lastKeyAt(clock.now()), reportsFocus: () => false },
    over: (send) => async (request, signal) => {
      await clock.sleep(40, signal);
      return send(request, signal);
    },
    prefetchTarget: ({ view }, wasFetched, nextOnly) =>
      conversationsToPrefetch(view, undefined, wasFetched, nextOnly),
  });
  watchLists(store);
  const costs = { changes: 0, frames: 0 };
  const encode = (frame: string) => {
    costs.frames += 1;
    return frame;
  };
  const screen = await showScreen(store, { clock, columns: 120, rows: 40, encode });
  store.subscribe(() => {
    costs.changes += 1;
  });
  for (let at = 0; at < 60; at += 1) {
    await clock.pass("50 ms");
    await screen.settles();
  }
  screen.ends();
  const lists = network.sent.filter((line) => line.endsWith("/topics")).length;
  return { ...costs, lists, fetched: store.getState().replica.histories.size };
}

test("several answers that nobody waits for are one change of the store, and one frame", async () => {
  const { changes, frames, lists, fetched } = await costsOfStart(() => 0);
  expect([lists, fetched]).toEqual([8, 15]);
  // Each answer by itself would cost 71 changes and 15 frames. Half of these are the start without them.
  expect(frames).toBeLessThan(12);
  expect(changes).toBeLessThan(25);
});

test("while keys are pressed, only the next conversation is fetched ahead", async () => {
  const { fetched } = await costsOfStart((now) => now);
  expect(fetched).toBe(1);
});
