/**
 * The disposable cache file of an account: the archive, and documents that can be fetched again.
 *
 * It never fails: whatever cannot be trusted is dropped with the whole file, and what cannot be stored or read is absent.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CacheOwner } from "#host/rows.ts";
import { isCorrupt, openSqlite, removeSqlite, type Schema, sizesOf } from "#host/sqlite.ts";
import type { Archive, ArchiveChange, ShrinkRules } from "./archive.ts";
import { archivedMessages, messageTables } from "./messages.ts";
import { searchMessages } from "./search.ts";
import { archivedSections, type Opener, sectionTables } from "./sections.ts";
import { shrinking } from "./shrinking.ts";

/** Without `IF NOT EXISTS`: the tables of an older version are in the way, so that its file is recreated. */
const schema: Schema = {
  version: 3,
  synchronous: "normal",
  // Space is given back in steps, and what was erased is overwritten.
  before: "PRAGMA auto_vacuum = incremental",
  tables: `
    CREATE TABLE documents (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
    CREATE TABLE owner (account TEXT NOT NULL) STRICT;
    ${sectionTables}; ${messageTables}`,
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
  /** Undefined: it failed, or there is nothing. */
  readonly run: (call: CacheCall) => unknown;
  readonly close: () => void;
};

export function openCacheFile(options: CacheOptions): CacheFile {
  const path = join(options.folder, "cache.db");
  let open = opened(path, options);
  let round: ArchiveChange[] = [];

  const beginAgain = () => {
    open.database.close();
    attempt(() => removeSqlite(path));
    round = [];
    open = opened(path, options);
  };
  const recover = (isRound: boolean) => {
    const { database, sections } = open;
    if (database.isTransaction) attempt(() => database.exec("ROLLBACK"));
    // What is left of the replica is of one moment, but its writer believes that it is newer.
    if (isRound) sections.beginAnew();
  };
  const write = (changes: readonly ArchiveChange[], isLast: boolean): number => {
    round.push(...changes);
    if (!isLast) return sizeOf(path);
    const all = round;
    round = [];
    transaction(open.database, "IMMEDIATE", () => open.apply(all));
    open.truncate();
    return sizeOf(path);
  };
  const calls: CacheCalls = {
    getDocument: (key) => open.getDocument(key),
    putDocument: (key, json) => open.putDocument(key, json),
    load: () => transaction(open.database, "DEFERRED", open.sections.load),
    write,
    page: (request) => transaction(open.database, "DEFERRED", () => open.messages.page(request)),
    messages: (ids) => open.messages.some(ids),
    search: (query) =>
      transaction(open.database, "DEFERRED", () =>
        searchMessages(open.database, query, options.clock.elapsed),
      ),
    extent: (narrow) => transaction(open.database, "DEFERRED", () => open.messages.extent(narrow)),
    shrinkSlice: (rules) => {
      const isMore = transaction(open.database, "IMMEDIATE", () => open.shrinking.slice(rules));
      if (!isMore) open.truncate("always");
      return isMore;
    },
    forget: beginAgain,
  };
  return {
    run({ call, args }) {
      const needsFile = call !== "getDocument" && call !== "putDocument";
      if (needsFile && !(open.isPersistent && options.keepsMessages)) return undefined;
      try {
        return (calls[call] as (...args: readonly unknown[]) => unknown)(...args);
      } catch (error) {
        if (isCorrupt(error)) beginAgain();
        else recover(call === "write");
        return undefined;
      }
    },
    close: () => open.database.close(),
  };
}

/** How long a call waits for other processes' writes. */
const busyMs = 2_000;

function opened(path: string, options: CacheOptions) {
  const { database, isPersistent } = openOrForget(path, options);
  const getDocument = database.prepare("SELECT json FROM documents WHERE key = ?");
  const putDocument = database.prepare("INSERT OR REPLACE INTO documents VALUES (?, ?)");
  const sections = archivedSections(database, options);
  const messages = archivedMessages(database);
  let isTruncated = true;

  const apply = (changes: readonly ArchiveChange[]) => {
    sections.save(changes);
    for (const change of changes) {
      if (change.kind !== "section" && messages.apply(change)) isTruncated = false;
    }
    messages.tidy();
  };
  return {
    database,
    isPersistent,
    sections,
    messages,
    shrinking: shrinking(database, messages.rows, options.clock),
    apply,
    /** Removes what was erased from the write-ahead log too; later, if another process reads the file now. */
    truncate: (when: "after-erasing" | "always" = "after-erasing") => {
      if (isTruncated && when === "after-erasing") return;
      // Others read for moments only, and nothing may wait for them.
      database.exec("PRAGMA busy_timeout = 0");
      isTruncated = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0;
      database.exec(`PRAGMA busy_timeout = ${busyMs}`);
    },
    getDocument: (key: string) => {
      const json = getDocument.get(key)?.["json"];
      return typeof json === "string" ? json : undefined;
    },
    putDocument: (key: string, json: string) => void putDocument.run(key, json),
  };
}

/** Opens the file, else a new one, else, if nothing can be written, an in-memory database. */
function openOrForget(path: string, options: CacheOptions) {
  const open = () => ({ database: openOwn(path, options), isPersistent: true });
  try {
    return open();
  } catch {
    try {
      removeSqlite(path);
      return open();
    } catch {
      const database = new DatabaseSync(":memory:");
      database.exec(schema.tables);
      return { database, isPersistent: false };
    }
  }
}

/** Throws if the file is another account's, or has messages that are not to be kept. */
function openOwn(path: string, { account, keepsMessages }: CacheOptions): DatabaseSync {
  const database = openSqlite(path, schema);
  try {
    database.exec("PRAGMA secure_delete = on; PRAGMA cache_size = -3000");
    database
      .prepare("INSERT INTO owner SELECT ? WHERE NOT EXISTS (SELECT * FROM owner)")
      .run(account);
    const owner = database.prepare("SELECT account FROM owner").get()?.["account"];
    if (owner !== account) throw new Error("The file belongs to another account.");
    const kept = "SELECT EXISTS (SELECT * FROM messages) OR EXISTS (SELECT * FROM saves) AS found";
    if (!keepsMessages && database.prepare(kept).get()?.["found"] === 1)
      throw new Error("Messages are not to be kept.");
    return database;
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
