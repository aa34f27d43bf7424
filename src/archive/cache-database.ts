/**
 * The database behind the cache file: the file, opened for writing or only for reading, else one in memory.
 *
 * A file that is broken, or that belongs to another account, is replaced.
 */
import { DatabaseSync } from "node:sqlite";
import { emptyLog, overwriteDeleted } from "#host/erasure.ts";
import type { CacheOwner } from "#host/rows.ts";
import {
  failureOf,
  inodeOf,
  openSqlite,
  openUnwritable,
  removeSqlite,
  type Schema,
} from "#host/sqlite.ts";
import type { ArchiveChange, ShrinkRules } from "./archive.ts";
import { archivedMessages, messageTables } from "./messages.ts";
import { openEndsIndex } from "./open-ends.ts";
import { callsIndex } from "./owed.ts";
import { shrinking, unusedSpace, unusedSpaceTables } from "./room.ts";
import { archivedSections, type Opener, sectionTables } from "./sections.ts";

/** Without `IF NOT EXISTS`: the tables of an older version are in the way, so that its file is recreated. */
const schema: Schema = {
  version: 4,
  synchronous: "normal",
  // Space is given back in steps, and what was erased is overwritten.
  before: "PRAGMA auto_vacuum = incremental",
  tables: `
    CREATE TABLE documents (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
    CREATE TABLE owner (account TEXT NOT NULL) STRICT;
    ${sectionTables}; ${messageTables}; ${unusedSpaceTables}`,
};

/** A document that says so, for processes that still keep messages. */
const keepsNone = "keeps no messages";
/** Another: verbs, which mostly come first, drop a file of an older version too. */
const dropped = "is told that what was stored was dropped";

/** Slices of overwriting: 130 MB, which takes about 0.2 s. */
const slicesAtEnd = 16;

export type CacheDatabaseOptions = CacheOwner & Opener;

export type CacheDatabase = Connection & {
  /** By the monotonic clock. */
  readonly openedAt: number;
  /** Of the file that was opened; undefined for a database in memory. */
  readonly inode: number | undefined;
  /** `none`: it is in memory. */
  readonly access: "write" | "read" | "none";
  /** Nobody else can erase from the file what this process cannot: whoever has locked it can. */
  readonly isOutOfReach: boolean;
};

/** Opens the file, else a new one, else, if nothing can be written, the file for reading, else a database in memory. */
export function openCacheDatabase(path: string, options: CacheDatabaseOptions): CacheDatabase {
  const openedAt = options.clock.elapsed();
  const inode = inodeOf(path);
  try {
    const connection = openOrReplace(path, options);
    const access = "write";
    return { ...connection, openedAt, inode: inodeOf(path), access, isOutOfReach: false };
  } catch (error) {
    const { kind } = failureOf(error);
    const unwritable = kind === "read-only" ? openToRead(path, options) : undefined;
    if (unwritable !== undefined)
      return { ...unwritable, openedAt, inode, access: "read", isOutOfReach: true };
    const database = new DatabaseSync(":memory:");
    database.exec(schema.tables);
    const connection = connect(database, options, path);
    const isOutOfReach = kind !== "busy";
    return { ...connection, openedAt, inode: undefined, access: "none", isOutOfReach };
  }
}

/** Returns undefined if it cannot be read either, or not by this account. */
function openToRead(path: string, options: CacheDatabaseOptions): Connection | undefined {
  try {
    const database = openUnwritable(path, schema);
    try {
      const owner = database.prepare("SELECT account FROM owner").get()?.["account"];
      if (owner === options.account) return connect(database, options, path);
      database.close();
    } catch (error) {
      database.close();
      throw error;
    }
  } catch {
    // Nothing of it is shown.
  }
  return undefined;
}

function openOrReplace(path: string, options: CacheDatabaseOptions): Connection {
  try {
    return openToWrite(path, options);
  } catch (error) {
    // A file that is locked, or on a full disk, may be good.
    if (failureOf(error).kind !== "broken") throw error;
    removeSqlite(path);
    const connection = openToWrite(path, options);
    if (options.keepsMessages) connection.putDocument(dropped, "true");
    return connection;
  }
}

/** Throws if the file is another account's, or has messages that are not to be kept. */
function openToWrite(path: string, options: CacheDatabaseOptions): Connection {
  const { account, keepsMessages } = options;
  const database = openSqlite(path, schema);
  try {
    overwriteDeleted(database);
    database.exec("PRAGMA cache_size = -3000");
    // A file of an earlier version gets it now: that takes less time than seeing all of it again.
    database.exec(`${openEndsIndex}; ${callsIndex}`);
    const owner = "SELECT account FROM owner";
    if (database.prepare(owner).get() === undefined)
      database.prepare("INSERT INTO owner VALUES (?)").run(account);
    if (database.prepare(owner).get()?.["account"] !== account)
      throw new Error("The file belongs to another account.");
    const kept = "SELECT EXISTS (SELECT * FROM messages) OR EXISTS (SELECT * FROM saves) AS kept";
    if (!keepsMessages && database.prepare(kept).get()?.["kept"] === 1)
      throw new Error("Messages are not to be kept.");
    const connection = connect(database, options, path);
    if (!keepsMessages) connection.putDocument(keepsNone, "true");
    return connection;
  } catch (error) {
    database.close();
    throw error;
  }
}

type Connection = ReturnType<typeof connect>;

function connect(database: DatabaseSync, options: CacheDatabaseOptions, path: string) {
  const selectDocument = database.prepare("SELECT json FROM documents WHERE key = ?");
  const insertDocument = database.prepare("INSERT OR REPLACE INTO documents VALUES (?, ?)");
  const deleteDocument = database.prepare("DELETE FROM documents WHERE key = ?");
  const sections = archivedSections(database, options);
  const messages = archivedMessages(database);
  const erased = erasedSpace(database, path);
  const { slice } = shrinking(database, messages.rows, options.clock);
  const othersChanges = database.prepare("PRAGMA data_version");
  /** How often something other than sections was written here. */
  let ownChanges = 0;
  let round: readonly ArchiveChange[] = [];
  /** Those of rounds that failed, which are part of the next one. */
  let erasures: readonly ArchiveChange[] = [];

  const apply = (changes: readonly ArchiveChange[]): boolean => {
    for (const change of changes) {
      if (change.kind === "section") continue;
      ownChanges += 1;
      if (messages.apply(change)) erased.note(change.kind);
    }
    messages.tidy();
    deleteDocument.run(keepsNone);
    return sections.save(changes);
  };
  const close = () => {
    database.close();
    erased.close();
  };
  return {
    database,
    sections,
    messages,
    collect: (changes: readonly ArchiveChange[]) => {
      round = [...round, ...changes];
    },
    /** Writes what was collected. False: others have changed the sections meanwhile, so these were not written. */
    commit: (): boolean => {
      const all = [...erasures, ...round];
      round = [];
      erasures = all.filter(isErasure);
      const isWhole = transaction(database, "IMMEDIATE", () => apply(all));
      erased.truncate();
      erasures = [];
      attempt(() => erased.overwrite(1));
      if (!isWhole) sections.beginAnew();
      return isWhole;
    },
    owesErasures: () => erasures.length > 0,
    close,
    end: () => {
      attempt(() => erased.overwrite(slicesAtEnd));
      close();
    },
    revision: () => `${ownChanges} ${othersChanges.get()?.["data_version"]}`,
    shrinkSlice: (rules: ShrinkRules) => {
      ownChanges += 1;
      const isMore = transaction(database, "IMMEDIATE", () => slice(rules));
      if (!isMore) erased.truncate("always");
      return isMore;
    },
    getDocument: (key: string) => {
      const json = selectDocument.get(key)?.["json"];
      return typeof json === "string" ? json : undefined;
    },
    putDocument: (key: string, json: string) => void insertDocument.run(key, json),
    /** Whether another process was told to keep no messages, and nothing was stored since. */
    keepsNone: () => selectDocument.get(keepsNone) !== undefined,
    /** Whether what was stored was dropped, and nobody was told. */
    takeDropped: () => deleteDocument.run(dropped).changes > 0,
  };
}

/** What the disk still has of what was erased. */
function erasedSpace(database: DatabaseSync, path: string) {
  const unused = unusedSpace(database, path);
  let isTruncated = true;
  /** Removes it from the write-ahead log; later, if another process reads the file now. */
  const truncate = (when: "after-erasing" | "always" = "after-erasing") => {
    if (!isTruncated || when === "always") isTruncated = emptyLog(database);
  };
  return {
    truncate,
    note: (kind: ArchiveChange["kind"]) => {
      isTruncated = false;
      if (kind !== "messages") unused.makeDue();
    },
    /** Goes on to overwrite it; so many slices at most. */
    overwrite: (slices: number) => {
      for (let left = slices; left > 0 && unused.isDue(); left -= 1) {
        truncate("always");
        unused.slice();
      }
    },
    close: unused.close,
  };
}

export function isErasure({ kind }: ArchiveChange): boolean {
  return kind === "deleted" || kind === "emptied" || kind === "hidden";
}

export function transaction<T>(
  database: DatabaseSync,
  kind: "IMMEDIATE" | "DEFERRED",
  work: () => T,
): T {
  database.exec(`BEGIN ${kind}`);
  const result = work();
  database.exec("COMMIT");
  return result;
}

export function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The file stays as it is; whoever reads it next decides about it.
  }
}
