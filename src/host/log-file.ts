/** The log file, under the state folder and limited in size. */
import { appendFileSync, readFileSync, renameSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "#base/clock.ts";
import { type Log, type LogDetails, withoutSecrets } from "#base/log.ts";
import { safeLine } from "#base/safe-text.ts";
import { stamp } from "#base/time.ts";
import { makeFolder } from "./folders.ts";

export type LogFile = Log & {
  readonly path: string;
  /** Flushes synchronously, for exits. */
  readonly flush: () => void;
};

/** Lines are written in batches. */
const gatherMs = 50;

/** Opens `weir.log` in `folder`. At `maxBytes` it becomes `weir.log.1`. Failures to write the log are ignored. */
export function openLog(folder: string, clock: Clock, maxBytes = 1_000_000): LogFile {
  const path = join(folder, "weir.log");
  const older = `${path}.1`;
  let waiting = "";
  let size = 0;
  // From the first pending line until all are written.
  let isBusy = false;
  try {
    makeFolder(folder);
    size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // Without the folder, each write below fails silently too.
  }

  const taken = () => {
    const text = waiting;
    waiting = "";
    size += Buffer.byteLength(text);
    return text;
  };
  /** Synchronous, so that nothing is written between the check and the rename; happens once per megabyte. */
  const begin = () => {
    if (size < maxBytes) return;
    size = 0;
    try {
      renameSync(path, older);
    } catch {
      // It keeps growing, which is better than no log.
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
    waiting += `${stamp(clock.now())} ${lineText(level, sentence, details)}\n`;
    if (isBusy) return;
    isBusy = true;
    clock.after(gatherMs, () => void write());
  };
  /** The notes of a day, of all programs until the first was asked for. */
  let daily: { readonly day: string; readonly lines: Set<string> } | undefined;
  const notedOn = (day: string) => {
    daily = daily?.day === day ? daily : { day, lines: linesOf(day, [older, path]) };
    return daily.lines;
  };

  return {
    path,
    note: (sentence, details) => line("note", sentence, details),
    noteDaily: (sentence, details) => {
      const text = lineText("note", sentence, details);
      const noted = notedOn(stamp(clock.now()).slice(0, dayLength));
      if (noted.has(text)) return;
      noted.add(text);
      line("note", sentence, details);
    },
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

/** Without the time. */
function lineText(level: string, sentence: string, details: LogDetails): string {
  return `${level} ${safeLine(withoutSecrets(sentence))}${detailsText(details)}`;
}

const dayLength = "2026-11-20".length;

/** The lines of that day without their times; none of a file that cannot be read. */
function linesOf(day: string, paths: readonly string[]): Set<string> {
  const lines = paths.flatMap((path) => {
    try {
      return readFileSync(path, "utf8").split("\n");
    } catch {
      return [];
    }
  });
  const ofDay = lines.filter((line) => line.startsWith(day));
  return new Set(ofDay.map((line) => line.slice(line.indexOf(" ") + 1)));
}

function detailsText(details: LogDetails): string {
  return Object.entries(details)
    .map(
      ([name, value]) =>
        ` ${name}=${safeLine(typeof value === "string" ? JSON.stringify(withoutSecrets(value)) : String(value))}`,
    )
    .join("");
}
