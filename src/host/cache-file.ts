/**
 * The disposable cache file of an account: data that can be fetched again.
 *
 * It never fails: a damaged file is recreated, and entries that cannot be stored or read are treated as missing.
 */
import { DatabaseSync } from "node:sqlite";
import type { CacheCall } from "./rows.ts";
import { isCorrupt, openSqlite, removeSqlite, type Schema } from "./sqlite.ts";

const schema: Schema = {
  version: 1,
  synchronous: "off",
  tables: "CREATE TABLE IF NOT EXISTS documents (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT",
};

export type CacheFile = {
  /** Executes the calls in one transaction and answers each, with an absent value after an error. */
  readonly run: (calls: readonly CacheCall[]) => unknown[];
  readonly close: () => void;
};

export function openCacheFile(path: string): CacheFile {
  let database = openOrForget(path);
  let sql = statements(database);

  const begin = () => {
    database.close();
    removeSqlite(path);
    database = openOrForget(path);
    sql = statements(database);
  };
  const answer = (call: CacheCall): unknown => {
    switch (call.call) {
      case "putDocument":
        sql.putDocument.run(call.key, call.json);
        return undefined;
      case "getDocument":
        return sql.getDocument.get(call.key)?.["json"];
    }
  };

  return {
    run(calls) {
      try {
        database.exec("BEGIN IMMEDIATE");
        const answers = calls.map(answer);
        database.exec("COMMIT");
        return answers;
      } catch (error) {
        if (isCorrupt(error)) begin();
        else if (database.isTransaction) database.exec("ROLLBACK");
        return calls.map(() => undefined);
      }
    },
    close: () => database.close(),
  };
}

/** Opens the file, else a new one, else, if nothing can be written, an in-memory database. */
function openOrForget(path: string): DatabaseSync {
  try {
    return openSqlite(path, schema);
  } catch {
    try {
      removeSqlite(path);
      return openSqlite(path, schema);
    } catch {
      const database = new DatabaseSync(":memory:");
      database.exec(schema.tables);
      return database;
    }
  }
}

function statements(database: DatabaseSync) {
  return {
    putDocument: database.prepare("INSERT OR REPLACE INTO documents (key, json) VALUES (?, ?)"),
    getDocument: database.prepare("SELECT json FROM documents WHERE key = ?"),
  };
}
