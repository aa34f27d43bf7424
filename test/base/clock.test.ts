import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#base/clock.ts";

test("a wait that is longer than the machine's timers can measure does not end at once", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const fired: string[] = [];
  const giveUp = new AbortController();
  const cancel = systemClock.after(1e12, () => fired.push("after"));
  const sleep = systemClock.sleep(1e12, giveUp.signal).then(
    () => fired.push("sleep"),
    () => undefined,
  );
  // A timer that overflows fires after a millisecond.
  await systemClock.sleep(5);
  cancel();
  giveUp.abort();
  await sleep;
  expect([fired, warnings]).toEqual([[], []]);
});
