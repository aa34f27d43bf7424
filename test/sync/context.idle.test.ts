import { expect, test } from "vitest";
import { createIdleTracker } from "#sync/context.ts";
import { fakeClock } from "../support/clock.ts";

function start() {
  const clock = fakeClock();
  const idle = createIdleTracker(clock);
  const seen: string[] = [];
  return { clock, idle, seen, wait: () => void idle.whenIdle().then(() => seen.push("idle")) };
}

test("without pending work it is idle immediately", async () => {
  const { clock, seen, wait } = start();
  wait();
  await clock.pass(0);
  expect(seen).toEqual(["idle"]);
});

test("it is idle once all work has ended", async () => {
  const { clock, idle, seen, wait } = start();
  const end = idle.hold();
  idle.after(100, () => seen.push("task"));
  wait();
  await clock.pass(100);
  expect(seen).toEqual(["task"]);
  end();
  end();
  await clock.pass(0);
  expect(seen).toEqual(["task", "idle"]);
});

test("work started by other work is awaited too", async () => {
  const { clock, idle, seen, wait } = start();
  idle.after(100, () => void idle.after(100, () => seen.push("second")));
  wait();
  await clock.pass("1 s");
  expect(seen).toEqual(["second", "idle"]);
});

test("a cancelled task is not awaited", async () => {
  const { clock, idle, seen, wait } = start();
  const cancel = idle.after(100, () => expect.unreachable());
  wait();
  cancel();
  await clock.pass("1 s");
  expect(seen).toEqual(["idle"]);
});

test("failed work no longer counts as pending", async () => {
  const { clock, idle, seen, wait } = start();
  await expect(idle.during(Promise.reject(new Error("no")))).rejects.toThrow("no");
  wait();
  await clock.pass(0);
  expect(seen).toEqual(["idle"]);
});
