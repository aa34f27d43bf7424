/**
 * Files that grow by whole records, and folders of files that are never overwritten.
 *
 * A program may be killed while it writes: the next one continues after the last whole record.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { copyFile, type FileHandle, link, lstat, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileName } from "./desktop.ts";
import { codeOf, reasonOf } from "./file-errors.ts";
import { makeFolder } from "./folders.ts";
import { type Fill, fillNewFile } from "./new-file.ts";

/** Where a record ends, in bytes of the searched text. */
export type FoundRecord = { readonly end: number };

/**
 * The last whole record of a text, whose characters are bytes; undefined if there is none. `isStart`: the text begins
 * with the file, else anywhere.
 */
export type FindLast<R extends FoundRecord> = (text: string, isStart: boolean) => R | undefined;

export type GrowingFile<R> = {
  /** The last whole record when it was opened; undefined: there was none. */
  readonly last: R | undefined;
  /**
   * Adds whole records. Rejects with a sentence, leaving the file as it was, if the disk refuses, if another program
   * has changed the file, or if what followed the last whole record is not the beginning of `text`: so the end of an
   * unfinished record must be followed by an append, of an empty text at least.
   */
  readonly append: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A longer rest without a whole record is not what a killed program left. */
const longestRest = 16_000_000;
const firstWindow = 65_536;

function regular(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new Error(`${path} cannot be written: it is not a regular file.`);
}

function refusal(path: string, error: unknown): Error {
  return new Error(`${path} cannot be written: ${reasonOf(error)}.`, { cause: error });
}

/** Creates the file, readable for the user only, or continues it. Rejects with a sentence. */
export async function openGrowing<R extends FoundRecord>(
  path: string,
  findLast: FindLast<R>,
): Promise<GrowingFile<R>> {
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    const { last, end } = await lastRecord(file, size, findLast);
    if (size - end > longestRest) throw foreign(path);
    const rest = await readAt(file, end, size - end);
    return growing(file, { path, last, end, rest });
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openRegular(path: string): Promise<FileHandle> {
  try {
    // A pipe would never end, and must not be opened.
    const before = await stat(path).catch(() => undefined);
    if (before !== undefined) regular(path, before);
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOCTTY;
    return await open(path, flags, 0o600);
  } catch (error) {
    throw codeOf(error) === "" ? error : refusal(path, error);
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, from);
  return buffer.subarray(0, bytesRead);
}

async function lastRecord<R extends FoundRecord>(
  file: FileHandle,
  size: number,
  findLast: FindLast<R>,
) {
  for (let length = Math.min(size, firstWindow); ; length = Math.min(size, length * 4)) {
    const from = size - length;
    const last = findLast((await readAt(file, from, length)).toString("latin1"), from === 0);
    if (last !== undefined) return { last, end: from + last.end };
    if (length >= Math.min(size, longestRest)) return { last, end: 0 };
  }
}

type Growth<R> = {
  readonly path: string;
  readonly last: R | undefined;
  readonly end: number;
  readonly rest: Buffer;
};

function foreign(path: string): Error {
  return new Error(`${path} has text that is not part of an export at its end: it is unchanged.`);
}

function growing<R>(file: FileHandle, { path, last, end, rest }: Growth<R>): GrowingFile<R> {
  let at = end;
  let left = rest;
  const write = async (bytes: Buffer) => {
    for (let done = 0; done < bytes.length; )
      done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  };
  return {
    last,
    append: async (text) => {
      const bytes = Buffer.from(text.toWellFormed());
      if (left.length > bytes.length || !bytes.subarray(0, left.length).equals(left))
        throw foreign(path);
      const { size } = await file.stat();
      if (size !== at + left.length)
        throw new Error(`${path} was changed by another program meanwhile.`);
      try {
        await write(bytes);
      } catch (error) {
        await file.truncate(at).catch(() => undefined);
        throw refusal(path, error);
      }
      at += bytes.length;
      left = Buffer.alloc(0);
    },
    close: () => file.close(),
  };
}

/** Whether the path is that of a folder, or ends like one. */
export async function isFolder(path: string): Promise<boolean> {
  return path.endsWith("/") || (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/**
 * A file name for a received one: below the folder it is joined to, accepted by every system, and different for different
 * `identity`, as `notes-1f2e3d4c.txt`.
 */
export function distinctName(received: string, identity: string): string {
  const name = fileName(received);
  const [ending = ""] = /(?<=.)\.[^.]*$/.exec(name) ?? [];
  // Windows reserves `con` and others with any ending.
  const stem = name.slice(0, name.length - ending.length).replaceAll(".", "_");
  return `${stem}-${shortHash(identity)}${ending}`;
}

/** Eight characters that differ for different texts, and are the same in later runs. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/**
 * Creates a file that `fill` writes, unless there is one of that name. It appears as a whole, or not at all. Rejects as
 * `fill` does, or with the file system's error.
 */
export async function storeOnce(folder: string, name: string, fill: Fill): Promise<void> {
  const path = join(folder, name);
  if ((await lstat(path).catch(() => undefined)) !== undefined) return;
  makeFolder(folder);
  const draft = join(folder, `.${randomUUID()}`);
  try {
    await fillNewFile(draft, fill, { mode: 0o600 });
    await renamedTo(path, draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Renaming would replace what appeared there meanwhile. Some file systems have no links. */
async function renamedTo(path: string, draft: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    await copyFile(draft, path, constants.COPYFILE_EXCL);
  }
}
