/** How far long work comes within one request. */
import { expect, test } from "vitest";
import { workThrough } from "#realm/actions/time-budget.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";

/** How many of so many things are done where each batch takes `batchMs`, and in how many batches. */
function worked(count: number, batchMs: number, isCutShort = false): readonly [number, number] {
  const { realm } = startRealm();
  let elapsed = 0;
  const { server } = realm.control;
  if (isCutShort) realm.control.outOfTime();
  const slow = Object.create(server, {
    clock: { value: { ...fakeClock(), elapsed: () => elapsed } },
  });
  let batches = 0;
  const all = Array.from({ length: count }, (_, at) => at);
  const seen: number[] = [];
  const done = workThrough<number>(slow, all, (batch) => {
    seen.push(...batch);
    batches += 1;
    elapsed += batchMs;
  });
  expect(seen).toEqual(all.slice(0, done));
  return [done, batches];
}

test.each([
  ["all of it, where there is time", 5_000, 1_000, [5_000, 3]],
  ["nothing, where there is nothing to do", 0, 60_000, [0, 0]],
  ["one batch, however long that takes", 5_000, 60_000, [2_000, 1]],
  ["no further batch once 50 seconds are over", 9_000, 20_000, [6_000, 3]],
  ["the last batch, even if it ends too late", 2_000, 60_000, [2_000, 1]],
] as const)("%s", (_, count, batchMs, expected) => {
  expect(worked(count, batchMs)).toEqual(expected);
});

test("a request whose time runs out by request is half done", () => {
  expect(worked(7, 0, true)).toEqual([4, 1]);
  expect(worked(1, 0, true)).toEqual([1, 1]);
});
