/** Collecting garbage while nobody is there. */
import { expect, test } from "vitest";
import { collectWhileAway } from "#app/collecting.ts";
import { fakeClock } from "../support/clock.ts";

function program() {
  const clock = fakeClock();
  let lastKeyAt = 0;
  let leftAt = Number.POSITIVE_INFINITY;
  let used = 100;
  let collections = 0;
  const stop = collectWhileAway(
    clock,
    { lastKeyAt: () => lastKeyAt, leftAt: () => leftAt },
    {
      used: () => used,
      collect: () => {
        collections += 1;
        used = 80;
      },
    },
  );
  return {
    clock,
    stop,
    collections: () => collections,
    presses: () => {
      lastKeyAt = clock.now();
      leftAt = Number.POSITIVE_INFINITY;
    },
    leaves: () => {
      leftAt = clock.now();
    },
    uses: (bytes: number) => {
      used = bytes;
    },
  };
}

test("garbage is collected once nobody has pressed a key for five minutes, and again after the heap has grown", async () => {
  const { clock, collections, uses, stop } = program();
  await clock.pass("4 min");
  expect(collections()).toBe(0);
  await clock.pass("2 min");
  expect(collections()).toBe(1);
  await clock.pass("1 h");
  expect(collections()).toBe(1);
  uses(101);
  await clock.pass("2 min");
  expect(collections()).toBe(2);
  stop();
  expect(clock.waiting()).toBe(0);
});

test("while keys are pressed nothing is collected", async () => {
  const { clock, collections, presses, uses, stop } = program();
  for (let minute = 0; minute < 30; minute += 1) {
    presses();
    uses(200 + minute);
    await clock.pass("1 min");
  }
  expect(collections()).toBe(0);
  stop();
});

test("garbage is collected soon after another window got the focus, not in a moment without it", async () => {
  const { clock, collections, leaves, presses, stop } = program();
  await clock.pass("50 s");
  leaves();
  await clock.pass("20 s");
  presses();
  await clock.pass("1 min");
  expect(collections()).toBe(0);
  leaves();
  await clock.pass("90 s");
  expect(collections()).toBe(1);
  stop();
});
