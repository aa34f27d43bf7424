/** Notices that a file was written, whoever writes it and however: in place, by replacing it, or behind a symbolic link. */
import { watch } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "#base/clock.ts";

/** Where the system reports no changes: other file systems, links, a folder that does not exist yet. */
const pollMs = 3_000;
/** Editors write a file in several steps. */
const settledMs = 200;

/** Calls `onChange` after each change, creation or removal of the file at `path`, until the returned function is called. */
export function watchFile(path: string, clock: Clock, onChange: () => void): () => void {
  let known: string | undefined;
  let isOver = false;
  let cancel = () => {};
  const lookAfter = (ms: number) => {
    cancel();
    if (!isOver) cancel = clock.after(ms, () => void look());
  };
  const look = async () => {
    lookAfter(pollMs);
    const now = await stampOf(path);
    const isChanged = known !== undefined && now !== known;
    known = now;
    if (isChanged && !isOver) onChange();
  };
  const stopWatching = watchFolder(dirname(path), () => lookAfter(settledMs));
  void look();
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

async function stampOf(path: string): Promise<string> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch {
    return "missing";
  }
}
