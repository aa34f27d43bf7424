/**
 * Persists a realm: a file with its blueprint, to which each group of changes is appended as one line of JSON before it
 * is applied.
 *
 * Lines are atomic. An incomplete line at the end was interrupted by a kill, and never acknowledged.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { StateFileProblem } from "#realm/failures.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { Change } from "#realm/state/apply.ts";

/** The persisted state of a realm. */
export type Save = {
  /** The initial content. */
  readonly blueprint: Blueprint;
  /** Replays all changes in order. Throws a `StateFileProblem` if one cannot be read or applied. */
  readonly restore: (apply: (change: Change) => void) => void;
  /** Appends the changes atomically. Throws a `StateFileProblem`. */
  readonly append: (changes: readonly Change[]) => void;
  readonly close: () => void;
};

/** Writes at a position; returns the number of bytes written, which may be less than requested. */
export type Write = (
  file: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => number;

const failures: Readonly<Record<string, string>> = {
  EACCES: "it is not yours to write",
  EPERM: "it is not yours to write",
  EROFS: "its disk is read-only",
  EISDIR: "it is a folder",
  ENOENT: "there is no such folder",
  ENOTDIR: "a part of its path is not a folder",
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Opens without blocking, even for a pipe. */
function openFile(path: string): number {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDWR | O_CREAT | O_NONBLOCK, 0o600);
  } catch (error) {
    const reason = failures[codeOf(error)] ?? "the disk reports an error";
    throw new StateFileProblem(`The state file ${path} cannot be opened: ${reason}.`);
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new StateFileProblem(`${path} is not a regular file, so it cannot hold a realm.`);
}

const opening = '{"blueprint":';

/**
 * Opens the file, or creates one readable only by its owner, with `blueprint`. Throws a `StateFileProblem` if the file
 * cannot be used, and leaves it unchanged. `write` is for tests with failing disks.
 */
export function openStateFile(path: string, blueprint: Blueprint, write: Write = writeSync): Save {
  const file = openFile(path);
  const bytes = readFileSync(file);
  if (!opening.startsWith(bytes.toString("latin1", 0, opening.length))) throw notAStateFile(path);
  /** The size of the complete lines. */
  let size = bytes.lastIndexOf("\n") + 1;
  const [first, ...lines] = linesOf(bytes.subarray(0, size));
  const stored = first === undefined ? blueprint : blueprintIn(first);
  if (stored === undefined) throw notAStateFile(path);
  ftruncateSync(file, size);
  const append = (value: object) => {
    const { nlink, size: actual } = fstatSync(file);
    // Otherwise the writes of another realm to the same file would be overwritten.
    if (nlink === 0 || actual !== size) throw new StateFileProblem(changedElsewhere);
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    try {
      writeAll(write, file, line, size);
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    }
    size += line.length;
  };
  if (first === undefined) append({ blueprint });
  return {
    blueprint: stored,
    restore: (apply) => {
      for (const [index, line] of lines.entries()) {
        try {
          for (const change of parsed(line)["changes"]) apply(change);
        } catch {
          throw damagedLine(path, index + 2);
        }
      }
    },
    append: (changes) => append({ changes }),
    close: () => closeSync(file),
  };
}

const changedElsewhere =
  "The realm's state file was deleted, or another program has changed it. Restart the realm.";

function writeAll(write: Write, file: number, bytes: Uint8Array, position: number): void {
  try {
    for (let done = 0; done < bytes.length; )
      done += write(file, bytes, done, bytes.length - done, position + done);
  } catch (error) {
    const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(codeOf(error));
    const what = isFull ? "is full. Try again when there is space." : "reports an error.";
    throw new StateFileProblem(`The realm's disk ${what}`);
  }
}

function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf("\n", from);
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// biome-ignore lint/suspicious/noExplicitAny: the file may have been edited by hand.
function parsed(line: Buffer): any {
  return JSON.parse(strict.decode(line));
}

/** Undefined if the line is not a valid blueprint. */
function blueprintIn(line: Buffer): Blueprint | undefined {
  try {
    const { blueprint } = parsed(line);
    const { realm, you, users, groups, streams, messages } = blueprint;
    const isWhole = [users, groups, streams, messages].every(Array.isArray) && realm && you;
    return isWhole ? blueprint : undefined;
  } catch {
    return undefined;
  }
}

function notAStateFile(path: string): StateFileProblem {
  return new StateFileProblem(
    `Line 1 of ${path} does not describe a realm. Choose another file, or remove this one to start a new realm.`,
  );
}

function damagedLine(path: string, line: number): StateFileProblem {
  return new StateFileProblem(
    `Line ${line} of ${path} is damaged. Nothing was changed. Delete that line to go on without it, or choose another file to start a new realm.`,
  );
}
