/**
 * Leaves nothing in an SQLite file of what was erased from it, nor in its write-ahead log.
 *
 * SQLite overwrites what is deleted if it is told to, but the log keeps former pages until it is emptied, and pages keep
 * copies of what was moved within them. Small files are therefore written anew; the archive looks for the copies.
 */
import type { DatabaseSync } from "node:sqlite";

const busyMs = 2_000;

/** Call when the file is opened. */
export function overwriteDeleted(database: DatabaseSync): void {
  database.exec("PRAGMA secure_delete = on; PRAGMA temp_store = memory");
}

/** Removes what was erased from the write-ahead log. False: later, because another process reads the file now. */
export function emptyLog(database: DatabaseSync): boolean {
  // Others read for moments only, and nothing may wait for them.
  return withoutWaiting(
    database,
    () => database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0,
  );
}

/** Writes the whole file anew, without what was erased. False: later, because another process uses the file now. */
export function rewrite(database: DatabaseSync): boolean {
  withoutWaiting(database, () => database.exec("VACUUM"));
  return emptyLog(database);
}

function withoutWaiting<T>(database: DatabaseSync, work: () => T): T {
  database.exec("PRAGMA busy_timeout = 0");
  try {
    return work();
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`);
  }
}
