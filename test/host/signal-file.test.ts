import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { signalIn } from "#host/signal-file.ts";
import { folder } from "../support/folder.ts";

test("whoever listens is told by another program at once, each time, and not after the end", async () => {
  const path = folder();
  let told = 0;
  const stop = signalIn(path).whenTold(() => {
    told += 1;
  });
  for (let time = 1; time <= 2; time += 1) {
    const before = told;
    await signalIn(path).tellWindows();
    await expect.poll(() => told).toBeGreaterThan(before);
  }
  stop();
  const last = told;
  let others = 0;
  const stopOther = signalIn(path).whenTold(() => {
    others += 1;
  });
  await signalIn(path).tellWindows();
  await expect.poll(() => others).toBeGreaterThan(0);
  expect(told).toBe(last);
  stopOther();
  expect(statSync(join(path, "told")).mode & 0o777).toBe(0o600);
});

test("what is in the way, and a folder that is not there, are no errors", async () => {
  const path = folder();
  mkdirSync(join(path, "told"));
  for (const signal of [signalIn(path), signalIn(join(path, "nowhere"))]) {
    const stop = signal.whenTold(() => undefined);
    await signal.tellWindows();
    stop();
  }
});
