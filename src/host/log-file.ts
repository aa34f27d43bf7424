/** The log: what went on, in a file under the state folder that never grows beyond its cap. */
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#base/clock.ts";
import type { Log, LogDetails } from "#base/log.ts";
import { safeLine } from "#base/safe-text.ts";
import { stamp } from "#base/time.ts";

export type LogFile = Log & {
  readonly path: string;
  /** Writes what is waiting at once, in the last moments of a program that may not wait. */
  readonly flush: () => void;
};

/** Lines that come together are written together. */
const gatherMs = 50;

/** Opens `weir.log` in `folder`. At `maxBytes` it becomes `weir.log.1`. A log that cannot be written is not worth a word. */
export function openLog(folder: string, clock: Clock, maxBytes = 1_000_000): LogFile {
  const path = join(folder, "weir.log");
  const older = `${path}.1`;
  let waiting = "";
  let size = 0;
  // From the first line that waits until all are written.
  let isBusy = false;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // No folder: each writing below fails as quietly.
  }

  const taken = () => {
    const text = waiting;
    waiting = "";
    size += Buffer.byteLength(text);
    return text;
  };
  /** At once, so that nobody writes between the look and the renaming; it happens once in a megabyte. */
  const begin = () => {
    if (size < maxBytes) return;
    size = 0;
    try {
      renameSync(path, older);
    } catch {
      // It goes on growing: better than nothing written.
    }
  };
  const write = async () => {
    while (waiting !== "") {
      begin();
      await appendFile(path, taken(), { mode: 0o600 }).catch(() => undefined);
    }
    isBusy = false;
  };
  const line = (level: string, sentence: string, details: LogDetails = {}) => {
    waiting += `${stamp(clock.now())} ${level} ${safeLine(sentence)}${worded(details)}\n`;
    if (isBusy) return;
    isBusy = true;
    clock.after(gatherMs, () => void write());
  };

  return {
    path,
    note: (sentence, details) => line("note", sentence, details),
    warn: (sentence, details) => line("warn", sentence, details),
    flush() {
      if (waiting === "") return;
      try {
        begin();
        appendFileSync(path, taken(), { mode: 0o600 });
      } catch {
        // As above.
      }
    },
  };
}

function worded(details: LogDetails): string {
  return Object.entries(details)
    .map(
      ([name, value]) =>
        ` ${name}=${safeLine(typeof value === "string" ? JSON.stringify(value) : String(value))}`,
    )
    .join("");
}
