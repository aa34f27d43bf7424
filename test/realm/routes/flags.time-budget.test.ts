/** How much batched work one request completes. */
import { expect, test } from "vitest";
import { workThrough } from "#realm/routes/flags.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";

/** How many of `count` items are processed if each batch takes `batchMs`, and in how many batches. */
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
  ["all batches are processed if there is time", 5_000, 1_000, [5_000, 3]],
  ["without items nothing is processed", 0, 60_000, [0, 0]],
  ["one batch is processed even if it takes too long", 5_000, 60_000, [2_000, 1]],
  ["no further batch is started after 50 seconds", 9_000, 20_000, [6_000, 3]],
  ["a single batch that takes too long completes the work", 2_000, 60_000, [2_000, 1]],
] as const)("%s", (_, count, batchMs, expected) => {
  expect(worked(count, batchMs)).toEqual(expected);
});

test("a request that is told to time out processes half of the items", () => {
  expect(worked(7, 0, true)).toEqual([4, 1]);
  expect(worked(1, 0, true)).toEqual([1, 1]);
});
