/**
 * A file that grows by lines, each of which is written in full or not at all.
 *
 * Bytes behind the last whole line are what a failed or killed write has left: the next line overwrites them.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { StateFileProblem, WriteFailure } from "./failures.ts";

/** Writes at a position; gives how many bytes were written, which may be fewer than were given. */
export type Write = (
  file: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => number;

export type LineFile = {
  /** With links followed. */
  readonly path: string;
  /** Everything in the file, also what lies behind the last whole line. */
  readonly read: () => Buffer;
  /** `line` ends with a line end. Throws a `WriteFailure`; then nothing of it is in the file. */
  readonly append: (line: string) => void;
  /** Puts `lines` in place of everything. Throws a `WriteFailure`; then the file is as it was. */
  readonly replace: (lines: string) => void;
  /** Copies the file to a path where nothing is. Throws a `WriteFailure`. */
  readonly copyTo: (path: string) => void;
  readonly close: () => void;
};

const reasons: Readonly<Record<string, string>> = {
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

/** Never waits, not even for the other end of a pipe. */
function openFile(path: string, flags = 0): number {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDWR | O_CREAT | O_NONBLOCK | flags, 0o600);
  } catch (error) {
    const reason = reasons[codeOf(error)] ?? "the disk reports an error";
    throw new StateFileProblem(`The state file ${path} cannot be opened: ${reason}.`);
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new StateFileProblem(`${path} is not a regular file, so it cannot hold a realm.`);
}

function readAll(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size);
  for (let done = 0; done < bytes.length; ) {
    const got = readSync(file, bytes, done, bytes.length - done, done);
    if (got === 0) return bytes.subarray(0, done);
    done += got;
  }
  return bytes;
}

function writeAll(write: Write, file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    const written = write(file, bytes, done, bytes.length - done, position + done);
    if (written <= 0) throw new WriteFailure("full");
    done += written;
  }
}

/** Turns whatever the file system throws into a `WriteFailure`. */
function writing(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof WriteFailure) throw error;
    const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(codeOf(error));
    throw new WriteFailure(isFull ? "full" : "broken");
  }
}

/** Opens or creates a file that its owner alone can read. Throws a `StateFileProblem`. */
export function openLineFile(name: string, write: Write = writeSync): LineFile {
  let file = openFile(name);
  const path = realpathSync(name);
  /** Of the whole lines. */
  let size = readAll(file).lastIndexOf("\n") + 1;

  const append = (line: string) => {
    const { nlink, size: actual } = fstatSync(file);
    // Another realm that was started on the same file has put its own in place of this one.
    if (nlink === 0) throw new WriteFailure("gone");
    if (actual > size) ftruncateSync(file, size);
    const bytes = Buffer.from(line);
    writeAll(write, file, bytes, size);
    size += bytes.length;
  };
  const replace = (lines: string) => {
    const beside = `${path}.new`;
    const bytes = Buffer.from(lines);
    const next = openFile(beside, constants.O_TRUNC);
    try {
      writeAll(write, next, bytes, 0);
      fsyncSync(next);
      renameSync(beside, path);
    } catch (error) {
      closeSync(next);
      rmSync(beside, { force: true });
      throw error;
    }
    closeSync(file);
    file = next;
    size = bytes.length;
  };
  return {
    path,
    read: () => readAll(file),
    append: (line) => writing(() => append(line)),
    replace: (lines) => writing(() => replace(lines)),
    copyTo: (copy) => writing(() => copyFileSync(path, copy, constants.COPYFILE_EXCL)),
    close: () => closeSync(file),
  };
}
