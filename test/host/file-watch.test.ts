import { appendFileSync, renameSync, rmSync, symlinkSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type Clock, systemClock } from "#base/clock.ts";
import { watchFile } from "#host/file-watch.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";

/** A clock whose tasks come soon, but for those that are left out. */
function hasty(isLeftOut: (ms: number) => boolean = () => false): Clock {
  const after: Clock["after"] = (ms, task) =>
    isLeftOut(ms) ? () => {} : systemClock.after(Math.min(ms, 5), task);
  return { ...systemClock, after };
}

/** Resolves once for each change. */
function changesOf(path: string, clock: Clock) {
  const changes = { count: 0, next: Promise.withResolvers<void>() };
  const stop = watchFile(path, clock, () => {
    changes.count += 1;
    changes.next.resolve();
  });
  onTestFinished(stop);
  return {
    count: () => changes.count,
    after: async (change: () => unknown) => {
      changes.next = Promise.withResolvers();
      await change();
      await changes.next.promise;
    },
  };
}

/** Lets reads of the file system end. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await setImmediate();
}

/** Not every file system does, as those of some containers, and no system watches any number of folders. */
async function doesSystemReport(): Promise<boolean> {
  const place = folder();
  const reported = Promise.withResolvers<boolean>();
  try {
    const watcher = watch(place, () => reported.resolve(true));
    onTestFinished(() => watcher.close());
  } catch {
    return false;
  }
  const cancel = systemClock.after(5_000, () => reported.resolve(false));
  writeFileSync(join(place, "probe"), "");
  const isReported = await reported.promise;
  cancel();
  return isReported;
}

/** Creating, writing, replacing, removing. */
const changesTo = (path: string): readonly (() => void)[] => [
  () => writeFileSync(path, ""),
  () => appendFileSync(path, "longer"),
  () => {
    writeFileSync(`${path}.new`, "longer");
    renameSync(`${path}.new`, path);
  },
  () => rmSync(path),
];

test("by reports of the system where it makes them each change is noticed", async () => {
  const path = join(folder(), "config.toml");
  const isLeftOut = await doesSystemReport();
  const { after } = changesOf(
    path,
    hasty((ms) => isLeftOut && ms > 1_000),
  );
  for (const change of changesTo(path)) await after(change);
});

test("by polls each change is noticed once", async () => {
  // Of what is behind a link nothing is reported, and this clock looks between two changes, never in the middle of one.
  const [path, target] = [join(folder(), "config.toml"), join(folder(), "dotfile.toml")];
  symlinkSync(target, path);
  const clock = fakeClock();
  const { after, count } = changesOf(path, clock);
  for (const change of changesTo(target))
    await after(async () => {
      change();
      await clock.pass("10 s");
    });
  await clock.pass("10 s");
  await settle();
  expect(count()).toBe(4);
});

test("a file behind a link is polled, and one that cannot exist is no error", async () => {
  const [path, target] = [join(folder(), "config.toml"), join(folder(), "dotfile.toml")];
  writeFileSync(target, "one");
  symlinkSync(target, path);
  const linked = changesOf(path, hasty());
  const late = changesOf(join(path, "nowhere", "config.toml"), hasty());
  await settle();
  await linked.after(() => writeFileSync(target, "changed"));
  expect(late.count()).toBe(0);
});

test("nothing is left, and nothing is called after the end", async () => {
  const path = join(folder(), "config.toml");
  const clock = fakeClock();
  let count = 0;
  const stop = watchFile(path, clock, () => {
    count += 1;
  });
  await settle();
  writeFileSync(path, "one");
  stop();
  await clock.pass("1 min");
  await settle();
  expect([count, clock.waiting()]).toEqual([0, 0]);
});
