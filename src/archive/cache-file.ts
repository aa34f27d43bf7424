/**
 * The disposable cache file of an account: the archive, and documents that can be fetched again.
 *
 * It never fails: whatever cannot be trusted is dropped with the whole file, and what cannot be stored or read is absent.
 */
import { join } from "node:path";
import { failureOf, inodeOf, isCorrupt, isOfSqlite, removeSqlite, sizesOf } from "#host/sqlite.ts";
import { type Archive, type ArchiveChange, archiveDropped, type ShrinkRules } from "./archive.ts";
import {
  attempt,
  type CacheDatabase,
  type CacheDatabaseOptions,
  isErasure,
  openCacheDatabase,
  transaction,
} from "./cache-database.ts";
import { archivedOpenEnds } from "./open-ends.ts";
import { searchMessages } from "./search.ts";

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

export type CacheOptions = CacheDatabaseOptions & {
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

/** How long after a file could not be opened it is tried again. */
const retryMs = 60_000;

const nothingKept =
  "New messages are not kept on this machine: the file for what was seen cannot be written to.";

export function openCacheFile(options: CacheOptions): CacheFile {
  const { clock, keepsMessages } = options;
  const path = join(options.folder, "cache.db");
  let file = openCacheDatabase(path, options);
  /** Another process erased the archive, since it was told to keep no messages; or what cannot be written cannot be read. */
  let isGivenUp = false;

  const reopen = () => {
    attempt(() => file.close());
    file = openCacheDatabase(path, options);
  };
  const recreate = () => {
    attempt(() => file.close());
    attempt(() => removeSqlite(path));
    reopen();
  };
  const write = (changes: readonly ArchiveChange[], isLast: boolean): number => {
    file.collect(changes);
    if (!isLast) return sizeOf(path);
    // What is written to a file that another process has removed ends with this one.
    if (inodeOf(path) !== file.inode) {
      reopen();
      isGivenUp = file.keepsNone();
      return 0;
    }
    return file.commit() ? sizeOf(path) : 0;
  };
  const calls: CacheCalls = { ...answersFrom(() => file, options), write, forget: recreate };
  const recover = (call: CacheCall["call"], error: unknown) => {
    const { database, sections, access } = file;
    if (database.isTransaction) attempt(() => database.exec("ROLLBACK"));
    const isDamaged = isCorrupt(error) || (call !== "write" && !isOfSqlite(error));
    // Nothing can be erased on a full disk, but the file can be removed.
    const mustErase = call === "write" && file.owesErasures() && failureOf(error).kind !== "busy";
    // It may be one that another process writes: whoever can write it decides about it.
    if (isDamaged && access === "read") isGivenUp = true;
    else if (isDamaged || mustErase) recreate();
    // What is left of the replica is of one moment, but its writer believes that it is newer.
    else if (call === "write") sections.beginAnew();
  };
  const reopenIfDue = (call: CacheCall["call"]) => {
    // Offline nothing is written; what cannot even be read may be readable by now.
    const isWanted = file.access === "none" || (file.access === "read" && call === "write");
    if (isWanted && clock.elapsed() - file.openedAt >= retryMs) reopen();
  };
  /** What cannot be written can be removed, if something in it must be erased; else it is not read any more. */
  const eraseUnopened = () => {
    if (!file.isOutOfReach) return;
    recreate();
    isGivenUp ||= file.access === "read";
  };
  /** Whether the file, or what stands for it, is there for that. */
  const isOpenFor = (request: CacheCall): boolean => {
    if (isOfDocument(request.call)) return true;
    if (!keepsMessages) return false;
    reopenIfDue(request.call);
    if (!isGivenUp && isAllowed(request.call, file.access)) return true;
    if (isErasing(request)) eraseUnopened();
    return false;
  };
  return {
    notice: () => {
      if (keepsMessages && file.access === "read") return nothingKept;
      return file.takeDropped() ? archiveDropped : undefined;
    },
    run(request) {
      if (!isOpenFor(request)) return undefined;
      const { call, args } = request;
      try {
        return (calls[call] as (...args: readonly unknown[]) => unknown)(...args);
      } catch (error) {
        recover(call, error);
        return undefined;
      }
    },
    close: () => file.end(),
  };
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

function isAllowed(call: CacheCall["call"], access: CacheDatabase["access"]): boolean {
  return access === "write" || (access === "read" && readingCalls.has(call));
}

/** The calls that leave the file in its place. */
function answersFrom(
  file: () => CacheDatabase,
  { clock }: CacheOptions,
): Omit<CacheCalls, "write" | "forget"> {
  const reading = <T>(read: (file: CacheDatabase) => T): T =>
    transaction(file().database, "DEFERRED", () => read(file()));
  return {
    getDocument: (key) => file().getDocument(key),
    putDocument: (key, json) => file().putDocument(key, json),
    load: () => reading(({ sections }) => sections.load()),
    page: (request) => reading(({ messages }) => messages.page(request)),
    messages: (ids) => file().messages.some(ids),
    search: (query) => reading(({ database }) => searchMessages(database, query, clock.elapsed)),
    revision: () => `${file().openedAt} ${file().revision()}`,
    extent: (narrow) => reading(({ messages }) => messages.extent(narrow)),
    openEnds: (request) => reading(({ database }) => archivedOpenEnds(database, request)),
    shrinkSlice: (rules) => file().shrinkSlice(rules),
  };
}

function sizeOf(path: string): number {
  const { main = 0, ahead } = sizesOf(path);
  return main + ahead;
}
