/**
 * The drafts of the durable file, by conversation. Several processes write them: none replaces or removes a version
 * newer than the one it knows.
 */
import type { DatabaseSync } from "node:sqlite";
import type { StoredDraft } from "./rows.ts";

export const draftTables = `
  CREATE TABLE IF NOT EXISTS drafts (
    key TEXT PRIMARY KEY, updated_at INTEGER NOT NULL, json TEXT NOT NULL) STRICT`;

export type DraftRows = {
  /** Oldest first. */
  readonly all: () => StoredDraft[];
  /** Stores or replaces, unless the file has a version newer than `over`. */
  readonly put: (row: StoredDraft, over: number) => void;
  /** Removes, unless the file has a version newer than `over`. */
  readonly remove: (key: string, over: number) => void;
  /** Unreadable for this version of weir: moved to another key, so that a new draft can be written. */
  readonly leave: (key: string) => void;
};

export function draftRowsOf(database: DatabaseSync): DraftRows {
  const sql = statements(database);
  const left = new Set<string>();
  return {
    all: () => sql.all.all().map(draftOf),
    put: ({ key, updatedAt, json }, over) => {
      if (left.delete(key)) sql.setAside.run(key);
      sql.put.run(key, updatedAt, json, over);
    },
    remove: (key, over) => void sql.remove.run(key, over),
    leave: (key) => void left.add(key),
  };
}

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    all: prepare("SELECT key, updated_at, json FROM drafts ORDER BY updated_at, key"),
    put: prepare(
      `INSERT INTO drafts (key, updated_at, json) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at, json = excluded.json
       WHERE drafts.updated_at <= ?`,
    ),
    setAside: prepare("UPDATE drafts SET key = key || ' set aside ' || updated_at WHERE key = ?"),
    remove: prepare("DELETE FROM drafts WHERE key = ? AND updated_at <= ?"),
  };
}

function draftOf(row: Readonly<Record<string, unknown>>): StoredDraft {
  return {
    key: String(row["key"]),
    updatedAt: Number(row["updated_at"]),
    json: String(row["json"]),
  };
}
