/** Collecting the engine's garbage. */
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { collectInQuiet, engineMemory, type Memory } from "#host/engine-memory.ts";
import { fakeClock } from "../support/clock.ts";

/** Makes many objects that are not young any more, and that nobody has afterwards; what was used with them. */
function usedByMany({ used, collect }: Pick<Memory, "used" | "collect">): number {
  const many = Array.from({ length: 200_000 }, (_, at) => ({ at }));
  collect();
  expect(many).toHaveLength(200_000);
  return used();
}

test("the engine's heap gets smaller", () => {
  const memory = engineMemory(systemClock);
  const used = usedByMany(memory);
  memory.collect();
  expect(memory.used()).toBeLessThan(used - 4_000_000);
});

test("in slices, too, beside the program", async () => {
  const memory = engineMemory(systemClock);
  const used = usedByMany(memory);
  // In a program whose limit is far, it begins only after some attempts.
  while (memory.used() > used - 4_000_000) {
    memory.collectInSlices();
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  }
});

test("if another thread takes the collector's flag back, it is found the next time", () => {
  const found: (() => void)[] = [];
  let count = 0;
  const memory = engineMemory(systemClock, () => found[0]);
  memory.collect();
  memory.collectInSlices();
  found.push(() => {
    count += 1;
  });
  memory.collect();
  expect(count).toBe(1);
});

test("garbage is collected once at the first quiet moment, and again when there is a quarter more of it", async () => {
  const clock = fakeClock();
  let isQuiet = false;
  let used = 100;
  let count = 0;
  const collect = () => {
    count += 1;
    used = 80;
  };
  const stop = collectInQuiet(clock, { used: () => used, collect }, 5_000, () => isQuiet);
  await clock.pass("1 min");
  expect(count).toBe(0);
  isQuiet = true;
  await clock.pass("6 s");
  expect(count).toBe(1);
  await clock.pass("1 h");
  expect(count).toBe(1);
  used = 99;
  await clock.pass("1 h");
  expect(count).toBe(1);
  used = 101;
  await clock.pass("11 s");
  expect(count).toBe(2);
  used = 119;
  await clock.pass("30 s");
  expect(count).toBe(2);
  await clock.pass("1 min");
  expect(count).toBe(3);
  // Much more is not left lying about until then.
  used = 121;
  await clock.pass("10 s");
  expect(count).toBe(4);
  // What comes until the next look, in a flood, is more than after the collection.
  await clock.pass("2 s");
  used = 121;
  await clock.pass("10 s");
  expect(count).toBe(5);
  stop();
  expect(clock.waiting()).toBe(0);
});
