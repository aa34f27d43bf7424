import { expect, test } from "vitest";
import { emptyReplica } from "#model/replica.ts";
import { changeScreen, createStore } from "#store/store.ts";
import { createCollector } from "#sync/context.ts";
import { fakeClock } from "../support/clock.ts";
import { emptyScreen } from "../support/empty-screen.ts";

function start() {
  const clock = fakeClock();
  const store = createStore({ replica: emptyReplica, screen: emptyScreen });
  const stopping = new AbortController();
  const collect = createCollector({ store, clock, stopped: stopping.signal });
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  let columns = 100;
  const widen = () =>
    collect(() => {
      columns += 1;
      changeScreen(store, (screen) => ({
        ...screen,
        terminal: { ...screen.terminal, columns },
      }));
      return columns;
    });
  return { clock, collect, widen, stopping, changes: () => changes };
}

test("the first is done at once, and what comes in the next 100 ms is one change of the store", async () => {
  const { clock, widen, changes } = start();
  const first = widen();
  await clock.pass(0);
  expect([await first, changes()]).toEqual([101, 1]);
  const others = [widen(), widen()];
  await clock.pass(50);
  others.push(widen());
  await clock.pass(49);
  expect(changes()).toBe(1);
  await clock.pass(1);
  expect([await Promise.all(others), changes()]).toEqual([[102, 103, 104], 2]);
});

test("what fails keeps nothing from the others", async () => {
  const { clock, collect, widen } = start();
  const failing = collect(() => {
    throw new Error("It failed.");
  });
  const failed = expect(failing).rejects.toThrow("It failed.");
  const done = widen();
  await clock.pass(0);
  await failed;
  expect(await done).toBe(101);
});

test("what is left when the session stops is given up", async () => {
  const { clock, widen, stopping, changes } = start();
  void widen();
  await clock.pass(0);
  const left = expect(widen()).rejects.toThrow("The session stopped.");
  stopping.abort(new Error("The session stopped."));
  await left;
  await clock.pass("1 s");
  expect([changes(), clock.waiting()]).toEqual([1, 0]);
});
