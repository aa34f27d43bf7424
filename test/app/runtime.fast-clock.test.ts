import { expect, test } from "vitest";
import { clockAtRate } from "#app/runtime.ts";
import { fakeClock } from "../support/clock.ts";

test("time and waits both run at the requested rate", async () => {
  const slow = fakeClock();
  const fast = clockAtRate(slow, "20");
  const [began, started] = [fast.now(), fast.elapsed()];
  let rang = 0;
  fast.after(20_000, () => {
    rang += 1;
  });
  await slow.pass("900 ms");
  expect(rang).toBe(0);
  await slow.pass("100 ms");
  expect(rang).toBe(1);
  expect(fast.now() - began).toBe(20_000);
  expect(fast.elapsed() - started).toBe(20_000);
});

test("without a rate, or with an invalid one, the clock is returned unchanged", () => {
  const clock = fakeClock();
  for (const rate of [undefined, "", "fast", "0", "-3", "1"]) {
    expect(clockAtRate(clock, rate)).toBe(clock);
  }
});
