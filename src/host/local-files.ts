/** The user's files, for uploads: lists folders, and finds and reads files. */
import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, resolve } from "node:path";
import { reasonOf } from "./file-errors.ts";

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
};

/** `~` is the home folder; anything else is below the working directory unless absolute. */
function absolute(path: string): string {
  const [, rest] = /^~(?:\/(.*))?$/s.exec(path) ?? [];
  return path === "~" || rest !== undefined ? resolve(homedir(), rest ?? "") : resolve(path);
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
    const found = await stat(whole);
    if (!found.isFile()) return `${path} is not a file.`;
    const handle = await open(whole);
    await handle.close();
    return { path: whole, name: basename(whole), size: found.size };
  } catch (error) {
    return `${path} cannot be read: ${reasonOf(error)}.`;
  }
}

/** The size of a file, and its content, which can be iterated repeatedly from the beginning. */
export async function openLocalFile(path: string) {
  const found = await findFile(path);
  if (typeof found === "string") throw new Error(found);
  const { size } = found;
  // A file that grows meanwhile would exceed the announced length.
  const range = { start: 0, end: Math.max(0, size - 1) };
  const chunks: AsyncIterable<Uint8Array<ArrayBuffer>> = {
    [Symbol.asyncIterator]: async function* read() {
      if (size > 0) yield* createReadStream(path, range);
    },
  };
  return { size, chunks };
}
