import { expect, test } from "vitest";
import { watchSleep } from "#sync/queue/queue.ts";
import { fakeClock } from "../../support/clock.ts";

function start() {
  const clock = fakeClock();
  let woken = 0;
  const stop = watchSleep(clock, () => {
    woken += 1;
  });
  return { clock, stop, woken: () => woken };
}

test("a wall clock that jumps ahead by more than 15 s is reported as sleep once", async () => {
  const { clock, woken } = start();
  await clock.pass("1 min");
  expect(woken()).toBe(0);
  clock.jump("16 s");
  await clock.pass("1 min");
  expect(woken()).toBe(1);
});

test("a small correction of the clock or a jump back is not sleep", async () => {
  const { clock, woken } = start();
  clock.jump("10 s");
  await clock.pass("6 s");
  clock.jump(-3_600_000);
  await clock.pass("6 s");
  expect(woken()).toBe(0);
});

test("stopping cancels the timer", async () => {
  const { clock, stop } = start();
  await clock.pass("1 min");
  stop();
  expect(clock.waiting()).toBe(0);
});
