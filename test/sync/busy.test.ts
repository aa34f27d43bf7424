import { expect, test } from "vitest";
import { createBusy } from "#sync/busy.ts";
import { fakeClock } from "../support/clock.ts";

function start() {
  const clock = fakeClock();
  const busy = createBusy(clock);
  const seen: string[] = [];
  return { clock, busy, seen, wait: () => void busy.whenIdle().then(() => seen.push("idle")) };
}

test("with nothing going on it is idle at once", async () => {
  const { clock, seen, wait } = start();
  wait();
  await clock.pass(0);
  expect(seen).toEqual(["idle"]);
});

test("it is idle when the last of all that went on has ended", async () => {
  const { clock, busy, seen, wait } = start();
  const end = busy.hold();
  busy.after(100, () => seen.push("task"));
  wait();
  await clock.pass(100);
  expect(seen).toEqual(["task"]);
  end();
  end();
  await clock.pass(0);
  expect(seen).toEqual(["task", "idle"]);
});

test("what an end sets going at once is waited for too", async () => {
  const { clock, busy, seen, wait } = start();
  busy.after(100, () => void busy.after(100, () => seen.push("second")));
  wait();
  await clock.pass("1 s");
  expect(seen).toEqual(["second", "idle"]);
});

test("a task that was called off is not waited for", async () => {
  const { clock, busy, seen, wait } = start();
  const cancel = busy.after(100, () => expect.unreachable());
  wait();
  cancel();
  await clock.pass("1 s");
  expect(seen).toEqual(["idle"]);
});

test("work that fails ends what it held", async () => {
  const { clock, busy, seen, wait } = start();
  await expect(busy.during(Promise.reject(new Error("no")))).rejects.toThrow("no");
  wait();
  await clock.pass(0);
  expect(seen).toEqual(["idle"]);
});
