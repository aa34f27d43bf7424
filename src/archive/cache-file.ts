/**
 * The disposable cache file of an account: the archive, and documents that can be fetched again.
 *
 * It never fails: whatever cannot be trusted is dropped with the whole file, and what cannot be stored or read is absent.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { emptyLog, overwriteDeleted } from "#host/erasure.ts";
import type { CacheOwner } from "#host/rows.ts";
import {
  failureOf,
  inodeOf,
  isCorrupt,
  isOfSqlite,
  openSqlite,
  openUnwritable,
  removeSqlite,
  type Schema,
  sizesOf,
} from "#host/sqlite.ts";
import { type Archive, type ArchiveChange, archiveDropped, type ShrinkRules } from "./archive.ts";
import { archivedMessages, messageTables } from "./messages.ts";
import { archivedOpenEnds, openEndsIndex } from "./open-ends.ts";
import { shrinking, unusedSpace, unusedSpaceTables } from "./room.ts";
import { searchMessages } from "./search.ts";
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

/** The cached documents of the server. */
export type CachedDocuments = {
  readonly getDocument: (key: string) => string | undefined;
  readonly putDocument: (key: string, json: string) => void;
};

type Now<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => Promise<infer Value>
    ? (...args: Args) => Value
    : never;
};

/** The archive without waiting. What is undefined could not be read or written. */
type CacheCalls = Now<Omit<Archive, "shrink">> &
  CachedDocuments & {
    /** True: there is more to do. */
    readonly shrinkSlice: (rules: ShrinkRules) => boolean;
  };

export type CacheCall = {
  readonly [Name in keyof CacheCalls]: {
    readonly call: Name;
    readonly args: Parameters<CacheCalls[Name]>;
  };
}[keyof CacheCalls];

export type CacheOptions = CacheOwner &
  Opener & {
    /** The account's folder. */
    readonly folder: string;
  };

export type CacheFile = {
  /** What the user should know of the file; that what was stored is gone is told once, whoever dropped it. */
  readonly notice: () => string | undefined;
  /** Returns undefined if it failed, or there is nothing. */
  readonly run: (call: CacheCall) => unknown;
  readonly close: () => void;
};

export function openCacheFile(options: CacheOptions): CacheFile {
  const path = join(options.folder, "cache.db");
  let open = openCache(path, options);
  let round: readonly ArchiveChange[] = [];
  /** Those of rounds that failed, which are part of the next one. */
  let erasures: readonly ArchiveChange[] = [];
  /** Another process erased the archive, since it was told to keep no messages; or what cannot be written cannot be read. */
  let isGivenUp = false;

  const begin = () => {
    attempt(() => open.close());
    open = openCache(path, options);
    round = [];
    erasures = [];
  };
  const beginAnew = () => {
    attempt(() => open.close());
    attempt(() => removeSqlite(path));
    begin();
  };
  const write = (changes: readonly ArchiveChange[], isLast: boolean): number => {
    round = [...round, ...changes];
    if (!isLast) return sizeOf(path);
    // What is written to a file that another process has removed ends with this one.
    if (inodeOf(path) !== open.inode) {
      begin();
      isGivenUp = open.keepsNone();
      return 0;
    }
    const all = [...erasures, ...round];
    round = [];
    erasures = all.filter(isErasure);
    const isWhole = transaction(open.database, "IMMEDIATE", () => open.apply(all));
    open.truncate();
    erasures = [];
    attempt(() => open.overwrite(1));
    if (!isWhole) open.sections.beginAnew();
    return isWhole ? sizeOf(path) : 0;
  };
  const failed = (call: CacheCall["call"], error: unknown) => {
    const { database, sections } = open;
    if (database.isTransaction) attempt(() => database.exec("ROLLBACK"));
    const isDamaged = isCorrupt(error) || (call !== "write" && !isOfSqlite(error));
    // Nothing can be erased on a full disk, but the file can be removed.
    const mustErase = call === "write" && erasures.length > 0 && failureOf(error).kind !== "busy";
    // It may be one that another process writes: whoever can write it decides about it.
    if (isDamaged && open.access === "read") isGivenUp = true;
    else if (isDamaged || mustErase) beginAnew();
    // What is left of the replica is of one moment, but its writer believes that it is newer.
    else if (call === "write") sections.beginAnew();
  };
  const calls: CacheCalls = { ...answering(() => open, options), write, forget: beginAnew };
  /** Whether the call can be answered from a file. */
  const hasFile = (call: CacheCall["call"]): boolean => {
    const { clock, keepsMessages } = options;
    // Offline nothing is written; what cannot even be read may be readable by now.
    const isWanted = open.access === "none" || (open.access === "read" && call === "write");
    if (keepsMessages && isWanted && clock.elapsed() - open.at >= retryMs) begin();
    return keepsMessages && !isGivenUp && isAllowed(call, open.access);
  };
  /** What cannot be written can be removed, if something in it must be erased; else it is not read any more. */
  const eraseUnopened = (request: CacheCall) => {
    if (!options.keepsMessages || !isErasing(request) || !open.isOutOfReach) return;
    beginAnew();
    isGivenUp ||= open.access === "read";
  };
  return {
    notice: () => {
      if (options.keepsMessages && open.access === "read") return nothingKept;
      return open.takeMark(dropped) ? archiveDropped : undefined;
    },
    run(request) {
      const { call, args } = request;
      if (!isOfDocument(call) && !hasFile(call)) return eraseUnopened(request);
      try {
        return (calls[call] as (...args: readonly unknown[]) => unknown)(...args);
      } catch (error) {
        failed(call, error);
        return undefined;
      }
    },
    close: () => open.end(),
  };
}

function isErasure({ kind }: ArchiveChange): boolean {
  return kind === "deleted" || kind === "emptied" || kind === "hidden";
}

function isErasing({ call, args }: CacheCall): boolean {
  return call === "forget" || (call === "write" && args[0].some(isErasure));
}

function isOfDocument(call: CacheCall["call"]): boolean {
  return call === "getDocument" || call === "putDocument";
}

const readingCalls: ReadonlySet<CacheCall["call"]> = new Set([
  "load",
  "page",
  "messages",
  "search",
  "revision",
  "extent",
  "openEnds",
]);

function isAllowed(call: CacheCall["call"], access: "write" | "read" | "none"): boolean {
  return access === "write" || (access === "read" && readingCalls.has(call));
}

/** The calls that leave the file in its place. */
function answering(
  file: () => ReturnType<typeof openCache>,
  { clock }: CacheOptions,
): Omit<CacheCalls, "write" | "forget"> {
  const reading = <T>(read: (open: ReturnType<typeof openCache>) => T): T => {
    const open = file();
    return transaction(open.database, "DEFERRED", () => read(open));
  };
  return {
    getDocument: (key) => file().getDocument(key),
    putDocument: (key, json) => file().putDocument(key, json),
    load: () => reading(({ sections }) => sections.load()),
    page: (request) => reading(({ messages }) => messages.page(request)),
    messages: (ids) => file().messages.some(ids),
    search: (query) => reading(({ database }) => searchMessages(database, query, clock.elapsed)),
    revision: () => `${file().at} ${file().revision()}`,
    extent: (narrow) => reading(({ messages }) => messages.extent(narrow)),
    openEnds: (request) => reading(({ database }) => archivedOpenEnds(database, request)),
    shrinkSlice: (rules) => file().shrinkSlice(rules),
  };
}

/** Slices of overwriting: 130 MB, which takes about 0.2 s. */
const slicesAtEnd = 16;
/** How long after a file could not be opened it is tried again. */
const retryMs = 60_000;

/** Opens the file, else a new one, else, if nothing can be written, the file for reading, else an in-memory database. */
function openCache(path: string, options: CacheOptions) {
  const at = options.clock.elapsed();
  const inode = inodeOf(path);
  try {
    const opened = openOrReplace(path, options);
    return { ...opened, at, inode: inodeOf(path), access: "write", isOutOfReach: false } as const;
  } catch (error) {
    const { kind } = failureOf(error);
    const unwritable = kind === "read-only" ? openToRead(path, options) : undefined;
    if (unwritable !== undefined)
      return { ...unwritable, at, inode, access: "read", isOutOfReach: true } as const;
    const database = new DatabaseSync(":memory:");
    database.exec(schema.tables);
    // Who has locked the file erases from it.
    const isOutOfReach = kind !== "busy";
    const memory = connected(database, options, path);
    return { ...memory, at, inode: undefined, access: "none", isOutOfReach } as const;
  }
}

/** Returns undefined if it cannot be read either, or not by this account. */
function openToRead(path: string, options: CacheOptions) {
  try {
    const database = openUnwritable(path, schema);
    try {
      const owner = database.prepare("SELECT account FROM owner").get()?.["account"];
      if (owner === options.account) return connected(database, options, path);
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

function openOrReplace(path: string, options: CacheOptions) {
  try {
    return openOwn(path, options);
  } catch (error) {
    // A file that is locked, or on a full disk, may be good.
    if (failureOf(error).kind !== "broken") throw error;
    removeSqlite(path);
    const anew = openOwn(path, options);
    if (options.keepsMessages) anew.putDocument(dropped, "true");
    return anew;
  }
}

function connected(database: DatabaseSync, options: CacheOptions, path: string) {
  const getDocument = database.prepare("SELECT json FROM documents WHERE key = ?");
  const putDocument = database.prepare("INSERT OR REPLACE INTO documents VALUES (?, ?)");
  const forgetMark = database.prepare("DELETE FROM documents WHERE key = ?");
  const sections = archivedSections(database, options);
  const messages = archivedMessages(database);
  const unused = unusedSpace(database, path);
  const othersChanges = database.prepare("PRAGMA data_version");
  let isTruncated = true;
  /** How often something other than sections was written here. */
  let ownChanges = 0;

  const apply = (changes: readonly ArchiveChange[]): boolean => {
    for (const change of changes) {
      if (change.kind === "section") continue;
      ownChanges += 1;
      if (!messages.apply(change)) continue;
      isTruncated = false;
      if (change.kind !== "messages") unused.makeDue();
    }
    messages.tidy();
    forgetMark.run(keepsNone);
    return sections.save(changes);
  };
  const truncate = (when: "after-erasing" | "always" = "after-erasing") => {
    if (isTruncated && when === "after-erasing") return;
    isTruncated = emptyLog(database);
  };
  /** Continues to overwrite what was erased; so many slices at most. */
  const overwrite = (slices: number) => {
    for (let left = slices; left > 0 && unused.isDue(); left -= 1) {
      truncate("always");
      unused.slice();
    }
  };
  const close = () => {
    database.close();
    unused.close();
  };
  const { slice } = shrinking(database, messages.rows, options.clock);
  return {
    database,
    sections,
    messages,
    apply,
    /** Removes what was erased from the write-ahead log too; later, if another process reads the file now. */
    truncate,
    overwrite,
    close,
    end: () => {
      attempt(() => overwrite(slicesAtEnd));
      close();
    },
    revision: () => `${ownChanges} ${othersChanges.get()?.["data_version"]}`,
    shrinkSlice: (rules: ShrinkRules) => {
      ownChanges += 1;
      const isMore = transaction(database, "IMMEDIATE", () => slice(rules));
      if (!isMore) truncate("always");
      return isMore;
    },
    getDocument: (key: string) => {
      const json = getDocument.get(key)?.["json"];
      return typeof json === "string" ? json : undefined;
    },
    putDocument: (key: string, json: string) => void putDocument.run(key, json),
    keepsNone: () => getDocument.get(keepsNone) !== undefined,
    /** Whether it is there; not any more. */
    takeMark: (key: string) => forgetMark.run(key).changes > 0,
  };
}

/** A document that says so, for processes that still keep messages. */
const keepsNone = "keeps no messages";
/** Another: verbs, which mostly come first, drop a file of an older version too. */
const dropped = "is told that what was stored was dropped";

const nothingKept =
  "New messages are not kept on this machine: the file for what was seen cannot be written to.";

/** Throws if the file is another account's, or has messages that are not to be kept. */
function openOwn(path: string, options: CacheOptions) {
  const { account, keepsMessages } = options;
  const database = openSqlite(path, schema);
  try {
    overwriteDeleted(database);
    database.exec("PRAGMA cache_size = -3000");
    // A file of an earlier version gets it now: that takes less time than seeing all of it again.
    database.exec(openEndsIndex);
    const owner = "SELECT account FROM owner";
    if (database.prepare(owner).get() === undefined)
      database.prepare("INSERT INTO owner VALUES (?)").run(account);
    if (database.prepare(owner).get()?.["account"] !== account)
      throw new Error("The file belongs to another account.");
    const kept = "SELECT EXISTS (SELECT * FROM messages) OR EXISTS (SELECT * FROM saves) AS found";
    if (!keepsMessages && database.prepare(kept).get()?.["found"] === 1)
      throw new Error("Messages are not to be kept.");
    const connection = connected(database, options, path);
    if (!keepsMessages) connection.putDocument(keepsNone, "true");
    return connection;
  } catch (error) {
    database.close();
    throw error;
  }
}

function sizeOf(path: string): number {
  const { main = 0, ahead } = sizesOf(path);
  return main + ahead;
}

function transaction<T>(database: DatabaseSync, kind: "IMMEDIATE" | "DEFERRED", work: () => T): T {
  database.exec(`BEGIN ${kind}`);
  const result = work();
  database.exec("COMMIT");
  return result;
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The file stays as it is; whoever reads it next decides about it.
  }
}
