import { expect, test } from "vitest";
import { fakeClock } from "./clock.ts";

test("tasks run in the order of their due times, each at its time", async () => {
  const clock = fakeClock(1_000);
  const seen: string[] = [];
  clock.after(200, () => seen.push(`second at ${clock.now()}`));
  clock.after(100, () => {
    seen.push(`first at ${clock.now()}`);
    clock.after(50, () => seen.push(`added meanwhile at ${clock.now()}`));
  });
  await clock.pass("1 s");
  expect(seen).toEqual(["first at 1100", "added meanwhile at 1150", "second at 1200"]);
  expect([clock.now(), clock.elapsed(), clock.waiting()]).toEqual([2_000, 1_000, 0]);
});

test("the time is a whole number, as the system's is, whenever a task is due", async () => {
  const clock = fakeClock(1_000);
  const seen: number[] = [];
  clock.after(0.7, () => seen.push(clock.now(), clock.elapsed()));
  await clock.pass("1 s");
  expect(seen).toEqual([1_000, 0.7]);
});

test("a sleeping loop continues through all the time that passes", async () => {
  const clock = fakeClock();
  let rounds = 0;
  const loop = async () => {
    for (;;) {
      await clock.sleep(60_000);
      await Promise.resolve();
      rounds += 1;
    }
  };
  void loop();
  await clock.pass("10 min");
  expect(rounds).toBe(10);
});

test("an aborted sleep rejects with the signal's reason, and a cancelled task never runs", async () => {
  const clock = fakeClock();
  const stop = new AbortController();
  const slept = clock.sleep(1_000, stop.signal).catch((reason: unknown) => reason);
  const cancel = clock.after(1_000, () => expect.unreachable());
  stop.abort("enough");
  cancel();
  expect(await slept).toBe("enough");
  await clock.pass("2 s");
  expect(clock.waiting()).toBe(0);
});

test("a jump moves only the wall clock", async () => {
  const clock = fakeClock(0);
  clock.after(10, () => expect.unreachable());
  clock.jump("8 h");
  await clock.pass(5);
  expect([clock.now(), clock.elapsed()]).toEqual([28_800_005, 5]);
});
