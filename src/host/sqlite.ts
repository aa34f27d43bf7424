/** Opens SQLite files, and maps their errors to messages. */
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { reasonOf } from "./file-errors.ts";
import { makeFolder } from "./folders.ts";
import type { StateFailure } from "./rows.ts";

/** The SQLite result codes that are handled specially. */
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  noDatabase: 26,
};

/** An extended one: no room for the file by which processes share a write-ahead log. */
const noSharedMemory = 4874;

export class NewerFile extends Error {}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error && "errcode" in error)) return undefined;
  const code = Number(error.errcode);
  return code === noSharedMemory ? codes.full : code & 0xff;
}

/** Whether SQLite reported the error. */
export function isOfSqlite(error: unknown): boolean {
  return primaryCode(error) !== undefined;
}

/** Whether the file is corrupt, so that it must be moved aside. */
export function isCorrupt(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.corrupt || code === codes.noDatabase;
}

/** Sentences that fit on 80 columns. */
export function failureOf(error: unknown): StateFailure {
  if (error instanceof NewerFile) return { kind: "broken", sentence: error.message };
  const code = primaryCode(error) ?? fileCode(error);
  switch (code) {
    case codes.full:
      return { kind: "full", sentence: "Nothing is saved to disk: the disk is full." };
    case codes.readOnly:
    case codes.cannotOpen:
      return {
        kind: "read-only",
        sentence: "Nothing is saved to disk: weir's folder cannot be written to.",
      };
    case codes.busy:
    case codes.locked:
      return { kind: "busy", sentence: "Another program has locked the file for saved text." };
    default:
      return { kind: "broken", sentence: `Saving failed: ${reasonOf(error)}.` };
  }
}

/** File system errors among SQLite's extended codes. */
function fileCode(error: unknown): number | undefined {
  if (!(error instanceof Error && "code" in error)) return undefined;
  if (error.code === "ENOSPC" || error.code === "EDQUOT") return codes.full;
  const isForbidden = error.code === "EROFS" || error.code === "EACCES" || error.code === "EPERM";
  return isForbidden ? codes.readOnly : undefined;
}

export type Schema = {
  /** The schema version; a file with a higher one belongs to a newer weir and is not touched. */
  readonly version: number;
  readonly tables: string;
  /** Executed while the file is still empty. */
  readonly before?: string;
  /** `full`: a commit survives a power failure; `normal`: the file does. */
  readonly synchronous: "full" | "normal";
};

/**
 * Opens a file readable only by its owner, creating it and its folder if needed. The mode of a file elsewhere, to which
 * a symbolic link leads, is left to its owner. Throws.
 */
export function openSqlite(path: string, schema: Schema): DatabaseSync {
  makeFolder(dirname(path));
  if (!existsSync(path)) createSqlite(path, schema);
  if (!lstatSync(path).isSymbolicLink()) chmodSync(path, 0o600);
  return openDatabase(path, schema);
}

/**
 * Opens a file that cannot be written, or beside which nothing can, as it is now. Throws, also if a killed program left a
 * part of it in a write-ahead log that cannot be read without writing.
 */
export function openUnwritable(path: string, { version }: Pick<Schema, "version">): DatabaseSync {
  try {
    return readable(path, version);
  } catch (error) {
    const { kind } = failureOf(error);
    if ((kind !== "read-only" && kind !== "full") || sizesOf(path).ahead > 0) throw error;
    // Without a log, SQLite needs no file beside it if it is told that nobody writes.
    const url = pathToFileURL(path);
    url.search = "?immutable=1";
    return readable(url, version);
  }
}

function readable(path: string | URL, version: number): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  try {
    const stored = versionOf(database);
    if (stored > version) throw new NewerFile(isNewer);
    if (stored < version) throw new Error("It was written by an older version of weir.");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

const isNewer = "The saved text was written by a newer version of weir; use that version.";

/** Creates the file atomically, so that an empty file always means data loss. */
function createSqlite(path: string, schema: Schema): void {
  const fresh = `${path}.new-${randomUUID()}`;
  try {
    // SQLite's side files inherit the mode of the main file.
    closeSync(openSync(fresh, "wx", 0o600));
    openDatabase(fresh, schema).close();
    linkUnlessThere(fresh, path);
  } finally {
    removeSqlite(fresh);
  }
}

/** If another process was faster, its file is kept. */
function linkUnlessThere(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    // Not every file system supports hard links.
    if (!existsSync(path)) renameSync(fresh, path);
    else if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

function openDatabase(path: string, schema: Schema): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 2000 });
  try {
    prepare(database, schema);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function prepare(database: DatabaseSync, schema: Schema): void {
  const { version, tables, before = "", synchronous } = schema;
  database.exec(`${before}; PRAGMA journal_mode = wal; PRAGMA synchronous = ${synchronous};`);
  if (synchronous === "full") check(database);
  const stored = versionOf(database);
  if (stored > version) throw new NewerFile(isNewer);
  if (stored === version) return;
  database.exec(`BEGIN IMMEDIATE; ${tables}; PRAGMA user_version = ${version}; COMMIT;`);
}

/** Reads the whole file to detect corruption now; durable files are small. */
function check(database: DatabaseSync): void {
  const result = database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"];
  if (result !== "ok") throw Object.assign(new Error(String(result)), { errcode: codes.corrupt });
}

const sideFiles = ["", "-wal", "-shm"];

/** The sizes of the file and of its write-ahead log; undefined if there is no file. */
export function sizesOf(path: string): {
  readonly main: number | undefined;
  readonly ahead: number;
} {
  const size = (side: string) => statSync(path + side, { throwIfNoEntry: false })?.size;
  return { main: size(""), ahead: size("-wal") ?? 0 };
}

/** What tells a file from one that has replaced it; undefined if there is none. */
export function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** Moves a file and its side files aside. Returns the new path. */
export function moveAside(path: string, now: number): string {
  const target = `${path}.corrupt-${now}`;
  for (const side of sideFiles) {
    if (existsSync(path + side)) renameSync(path + side, target + side);
  }
  return target;
}

export function removeSqlite(path: string): void {
  for (const side of sideFiles) rmSync(path + side, { force: true });
}
