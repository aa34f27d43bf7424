/** The user's files: lists folders, and finds, opens and reads files without ever waiting for a pipe or a device. */
import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, resolve } from "node:path";
import { reasonOf } from "./file-errors.ts";
import { type Fill, fillNewFile } from "./new-file.ts";
import { absolutePath } from "./paths.ts";

export type FolderEntry = {
  /** Not safe for a terminal. */
  readonly name: string;
  readonly isFolder: boolean;
};

export type LocalFile = {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Another one if the file was changed, or another has its name. */
  readonly version: string;
};

export type OpenedFile = LocalFile & {
  /**
   * As many bytes as `size`; can be iterated repeatedly from the beginning. Throws an error sentence, before the last of them,
   * if the file was changed meanwhile: nobody is to get parts of two versions.
   */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
};

function requireRegular(stats: Stats): void {
  if (stats.isDirectory()) throw new Error("it is a folder");
  if (!stats.isFile()) throw new Error("it is not a regular file");
}

/** Opens a regular file for reading. Any other is refused unopened, because it might never end. */
export async function openRegular(
  path: string,
): Promise<{ readonly file: FileHandle; readonly stats: Stats }> {
  requireRegular(await stat(path));
  // If a pipe has taken its place, opening it must not wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const stats = await file.stat();
    requireRegular(stats);
    return { file, stats };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function absolute(path: string): string {
  return absolutePath(path, homedir());
}

/** The folder's entries by name; none if it cannot be read. */
export async function listFolder(path: string): Promise<readonly FolderEntry[]> {
  try {
    const entries = await readdir(absolute(path), { withFileTypes: true });
    const listed = entries.map(async (entry): Promise<FolderEntry> => {
      const isLink = entry.isSymbolicLink();
      const target = isLink
        ? await stat(resolve(absolute(path), entry.name)).catch(() => entry)
        : entry;
      return { name: entry.name, isFolder: target.isDirectory() };
    });
    return (await Promise.all(listed)).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** The file at `path`; an error sentence if it is not a readable file. */
export async function findFile(path: string): Promise<LocalFile | string> {
  const whole = absolute(path);
  try {
    const { file, stats } = await openRegular(whole);
    await file.close();
    return { path: whole, name: basename(whole), size: stats.size, version: versionOf(stats) };
  } catch (error) {
    return `${path} cannot be read: ${reasonOf(error)}.`;
  }
}

/** The file at `path`, to be read later. Rejects with an error sentence if it is not a readable file. */
export async function openLocalFile(path: string): Promise<OpenedFile> {
  const file = await findFile(path);
  if (typeof file === "string") throw new Error(file);
  return { ...file, chunks: { [Symbol.asyncIterator]: () => read(file) } };
}

/** There is a file already. */
export class FileExists extends Error {}

/**
 * Creates a file that `fill` writes, in the folder `path` under the name, or else at `path`; resolves with its path once the
 * disk has it. If anything fails, nothing is left.
 */
export async function createFile(path: string, name: string, fill: Fill): Promise<string> {
  const typed = absolute(path);
  const isFolder = (await stat(typed).catch(() => undefined))?.isDirectory() === true;
  const whole = isFolder ? resolve(typed, name) : typed;
  await fillNewFile(whole, fill, { isSynced: true }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? new FileExists(`${path} exists already.`) : error;
  });
  return whole;
}

/** All bytes of a stream; undefined if there are more than `longest`, of which the rest stays unread. */
export async function readAtMost(
  chunks: AsyncIterable<Uint8Array>,
  longest: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    // Leaving the loop closes the stream.
    if (length > longest) return undefined;
    parts.push(chunk);
  }
  return new Uint8Array(Buffer.concat(parts));
}

function versionOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function requireVersion(stats: Stats, version: string): void {
  if (versionOf(stats) !== version) throw new Error("It was changed while it was read.");
}

async function* read({ path, size, version }: LocalFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (size === 0) return;
  const { file, stats } = await openRegular(path);
  try {
    requireVersion(stats, version);
    let left = size;
    // A file that grows meanwhile would exceed the announced length.
    const stream = file.createReadStream({ start: 0, end: size - 1, autoClose: false });
    for await (const chunk of stream) {
      left -= chunk.length;
      if (left === 0) requireVersion(await file.stat(), version);
      yield chunk;
    }
    requireVersion(await file.stat(), version);
  } finally {
    await file.close();
  }
}
