/** Notices that a file was written, whoever writes it and however: in place, by replacing it, or behind a symbolic link. */
import { type BigIntStats, statSync, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type Clock, untilNextLook } from "#base/clock.ts";
import { oneByOne } from "#base/one-by-one.ts";

/** Where the system reports no changes: other file systems, links, a folder that does not exist yet. */
const pollMs = 10_000;
/** Editors write a file in several steps. */
const settledMs = 200;

/** Calls `onChange` after each change, creation or removal of the file at `path` from now on, until the returned function is called. */
export function watchFile(path: string, clock: Clock, onChange: () => void): () => void {
  // At once: a change that comes while the first look waits for its turn is a change too.
  let stamp = stampNow(path);
  let isOver = false;
  let cancel = () => {};
  // One after the other: an older state of the file must not come last.
  const inTurn = oneByOne();
  const lookAfter = (ms: number) => {
    cancel();
    if (isOver) return;
    cancel = clock.after(ms, () => void inTurn(look));
  };
  const look = async () => {
    lookAfter(untilNextLook(clock, pollMs));
    const now = await stampLater(path);
    const isChanged = now !== stamp;
    stamp = now;
    if (isChanged && !isOver) onChange();
  };
  const stopWatching = watchFolder(dirname(path), () => lookAfter(settledMs));
  lookAfter(untilNextLook(clock, pollMs));
  return () => {
    isOver = true;
    cancel();
    stopWatching();
  };
}

/** A folder that cannot be watched is no error, because the file is polled as well. */
function watchFolder(folder: string, onEvent: () => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, onEvent);
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => {};
  }
}

/** What stands for a file that is not there. */
const missing = "missing";

function stampNow(path: string): string {
  try {
    return stampOf(statSync(path, { bigint: true }));
  } catch {
    return missing;
  }
}

async function stampLater(path: string): Promise<string> {
  try {
    return stampOf(await stat(path, { bigint: true }));
  } catch {
    return missing;
  }
}

function stampOf({ ino, mtimeNs, size }: BigIntStats): string {
  return `${ino} ${mtimeNs} ${size}`;
}
