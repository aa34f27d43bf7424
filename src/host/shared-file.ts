/**
 * Changes text files that editors and other weirs change too, without losing what they wrote.
 *
 * A lock file beside the file keeps other weirs out, and whoever does not know it is noticed right before the file is
 * replaced: the change is then made again, of the newer text.
 */
import { randomUUID } from "node:crypto";
import { link, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type Clock, systemClock } from "#base/clock.ts";
import { type FileResult, readTextFile, replacePrivate } from "./credentials.ts";
import { codeOf } from "./file-errors.ts";
import { makeFolder } from "./folders.ts";
import { holderId, isHolderAlive } from "./leases.ts";

/** A change takes milliseconds: whoever holds the lock longer was stopped, and will notice that the file has changed. */
const longestLockMs = 10_000;
const retryMs = 30;
/** Other programs may write so often meanwhile. */
const tries = 10;

/**
 * Replaces the file by what `change` makes of it, for the owner only. `change` may be called several times. Rejects as
 * `change` throws, or with the file system's error, and leaves the file as it was.
 */
export async function updateFile(
  path: string,
  change: (before: FileResult) => string,
  clock: Clock = systemClock,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  makeFolder(dirname(target));
  await whileLocked(`${target}.lock`, clock, async () => {
    for (let left = tries; left > 0; left -= 1) {
      const before = await readTextFile(path);
      const isUnchanged = async () => isSame(before, await readTextFile(path));
      if (await replacePrivate(target, change(before), isUnchanged)) return;
    }
    throw new Error("another program keeps changing it");
  });
}

/** Runs `work` while no other weir has the lock, which is the file `path`. Rejects as `work` does, or if another keeps it. */
export async function whileLocked<T>(
  path: string,
  clock: Clock,
  work: () => Promise<T>,
): Promise<T> {
  const unlock = await locked(path, clock);
  try {
    return await work();
  } finally {
    await unlock();
  }
}

function isSame(before: FileResult, now: FileResult): boolean {
  if (before.kind !== "text" || now.kind !== "text") return before.kind === now.kind;
  return before.text === now.text;
}

/** Resolves when nobody else has the lock; the returned function gives it back. */
async function locked(path: string, clock: Clock): Promise<() => Promise<void>> {
  const own = holderId(process.pid);
  const from = clock.elapsed();
  while (!(await created(path, own))) {
    const holder = await holderOf(path, clock);
    if (holder.isGone) await breakLock(path, holder.id);
    else if (clock.elapsed() - from > longestLockMs)
      throw new Error("another program is changing it");
    else await clock.sleep(retryMs);
  }
  return async () => {
    if ((await idIn(path)) === own) await rm(path, { force: true });
  };
}

async function created(path: string, holder: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(holder);
    } catch (error) {
      // An empty one would keep everybody out for a while.
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function idIn(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

async function holderOf(path: string, clock: Clock) {
  const id = await idIn(path);
  const since = (await stat(path).catch(() => undefined))?.mtimeMs ?? clock.now();
  const isLate = clock.now() - since > longestLockMs;
  // One that is still empty is just being written.
  return { id, isGone: isLate || (id !== undefined && id !== "" && !isHolderAlive(id)) };
}

/** Another process may have been faster, and hold the lock now: it gets its lock back. */
async function breakLock(path: string, id: string | undefined): Promise<void> {
  const aside = `${path}-${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  if ((await idIn(aside)) !== id) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
