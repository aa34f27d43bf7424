/**
 * The disposable cache file of an account: data that can be fetched again.
 *
 * It never fails: a damaged file is recreated, and entries that cannot be stored or read are treated as missing.
 */
import { DatabaseSync } from "node:sqlite";
import type { CacheCall, StoredMessage } from "./rows.ts";
import { isCorrupt, openSqlite, removeSqlite, type Schema } from "./sqlite.ts";

const schema: Schema = {
  version: 1,
  synchronous: "off",
  tables: `
    CREATE TABLE IF NOT EXISTS documents (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT`,
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
      case "putMessages":
        for (const { id, json } of call.rows) sql.putMessage.run(id, json);
        return undefined;
      case "getMessages":
        return call.ids.flatMap((id) => messageOf(id, sql.getMessage.get(id)?.["json"]));
      case "removeMessages":
        for (const id of call.ids) sql.removeMessage.run(id);
        return undefined;
      case "keepNewest":
        sql.keepNewest.run(call.count);
        return undefined;
      case "drop":
        database.exec("DELETE FROM documents; DELETE FROM messages");
        return undefined;
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

function messageOf(id: number, json: unknown): StoredMessage[] {
  return typeof json === "string" ? [{ id, json }] : [];
}

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    putDocument: prepare("INSERT OR REPLACE INTO documents (key, json) VALUES (?, ?)"),
    getDocument: prepare("SELECT json FROM documents WHERE key = ?"),
    putMessage: prepare("INSERT OR REPLACE INTO messages (id, json) VALUES (?, ?)"),
    getMessage: prepare("SELECT json FROM messages WHERE id = ?"),
    removeMessage: prepare("DELETE FROM messages WHERE id = ?"),
    keepNewest: prepare(
      `DELETE FROM messages WHERE id <=
       (SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    ),
  };
}
