/**
 * The durable file of an account: drafts, intents and places. Synchronous, and hence only for the thread of its own.
 *
 * Two processes may have one account open. Each intent is held by one of them under a lease, so that none is sent twice:
 * the lease ends when its time is up, or at once when its holder is dead. That an intent passed to another holder is
 * remembered, because the first may wake from a long stop and store it again after the other is done with it.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "#base/clock.ts";
import type {
  StateCall,
  StateFailure,
  StoredDraft,
  StoredIntent,
  StoredPlace,
  StoredState,
} from "./rows.ts";
import { isCorrupt, moveAside, openSqlite, type Schema } from "./sqlite.ts";

const schema: Schema = {
  version: 1,
  synchronous: "full",
  tables: `
    CREATE TABLE IF NOT EXISTS intents (
      id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, json TEXT NOT NULL,
      holder TEXT NOT NULL, held_until INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS passed (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS drafts (
      key TEXT PRIMARY KEY, updated_at INTEGER NOT NULL, json TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS places (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT`,
};

/** Whose the leases are, and how long one lasts without being renewed. */
export type Holder = {
  /** Unique to this opening of the file. */
  readonly id: string;
  readonly leaseMs: number;
  readonly isAlive: (id: string) => boolean;
};

export type Outcome = { readonly value: unknown } | { readonly failure: StateFailure };

export type StateFile = {
  /** Carries out the calls in one transaction and answers each. Throws when none of them is on disk. */
  readonly run: (calls: readonly StateCall[]) => Outcome[];
  /** Prolongs the leases of this holder. */
  readonly renew: () => void;
  /** Lets go of the leases and of the file. */
  readonly close: () => void;
  /** Where a damaged file was moved to when this one was opened. */
  readonly movedTo?: string;
};

/** Opens or creates the file. A damaged one is moved aside, never deleted. */
export function openStateFile(path: string, clock: Clock, holder: Holder): StateFile {
  try {
    return stateFile(openSqlite(path, schema), clock, holder);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    const movedTo = moveAside(path, clock.now());
    return { ...stateFile(openSqlite(path, schema), clock, holder), movedTo };
  }
}

/** Thirty days: longer than any program stays stopped and then goes on. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

const taken: StateFailure = {
  kind: "taken",
  sentence: "Another running weir has taken this over.",
};

function stateFile(database: DatabaseSync, clock: Clock, holder: Holder): StateFile {
  const sql = statements(database);
  const until = () => clock.now() + holder.leaseMs;

  /** Takes every intent whose holder is this one, dead or late; answers those that were not held by this one. */
  const claim = (): StoredIntent[] => {
    const now = clock.now();
    for (const { holder: other } of sql.holders.all()) {
      const id = String(other);
      if (id !== holder.id && !holder.isAlive(id)) sql.release.run(id);
    }
    const gained = sql.claim.all(holder.id, until(), holder.id, now).map(intentOf);
    for (const { id } of gained) sql.pass.run(id, now);
    sql.forget.run(now - rememberedMs);
    return gained;
  };
  const load = (): StoredState => {
    claim();
    return {
      intents: sql.held.all(holder.id).map(intentOf),
      drafts: sql.drafts.all().map(draftOf),
      places: sql.places.all().map(placeOf),
    };
  };

  const answer = (call: StateCall): Outcome => {
    switch (call.call) {
      case "load":
        return { value: load() };
      case "claim":
        return { value: claim() };
      case "putIntent": {
        const { id, createdAt, json } = call.row;
        const now = clock.now();
        const { changes } = sql.putIntent.run(id, createdAt, json, holder.id, until(), id, id, now);
        return Number(changes) === 0 ? { failure: taken } : { value: undefined };
      }
      case "removeIntent":
        sql.removeIntent.run(call.id, holder.id, clock.now());
        return { value: undefined };
      case "putDraft":
        sql.putDraft.run(call.row.key, call.row.updatedAt, call.row.json);
        return { value: undefined };
      case "removeDraft":
        sql.removeDraft.run(call.key);
        return { value: undefined };
      case "putPlace":
        sql.putPlace.run(call.row.key, call.row.json);
        return { value: undefined };
    }
  };

  return {
    run(calls) {
      database.exec("BEGIN IMMEDIATE");
      try {
        const outcomes = calls.map(answer);
        database.exec("COMMIT");
        return outcomes;
      } catch (error) {
        // SQLite rolls back by itself when the disk is full.
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
    renew: () => void sql.renew.run(until(), holder.id),
    close() {
      try {
        sql.release.run(holder.id);
      } catch {
        // The leases run out by themselves.
      }
      database.close();
    },
  };
}

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    holders: prepare("SELECT DISTINCT holder FROM intents WHERE holder <> ''"),
    release: prepare("UPDATE intents SET holder = '', held_until = 0 WHERE holder = ?"),
    renew: prepare("UPDATE intents SET held_until = ? WHERE holder = ?"),
    claim: prepare(
      `UPDATE intents SET holder = ?, held_until = ? WHERE holder <> ? AND held_until <= ?
       RETURNING id, created_at, json`,
    ),
    held: prepare(
      "SELECT id, created_at, json FROM intents WHERE holder = ? ORDER BY created_at, id",
    ),
    pass: prepare("INSERT OR REPLACE INTO passed (id, at) VALUES (?, ?)"),
    forget: prepare("DELETE FROM passed WHERE at < ?"),
    // Whoever holds a lease that has run out may go on as long as nobody else claimed the intent.
    putIntent: prepare(
      `INSERT INTO intents (id, created_at, json, holder, held_until)
       SELECT ?, ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM passed WHERE id = ?) OR EXISTS (SELECT 1 FROM intents WHERE id = ?)
       ON CONFLICT (id) DO UPDATE
       SET json = excluded.json, holder = excluded.holder, held_until = excluded.held_until
       WHERE intents.holder = excluded.holder OR intents.held_until <= ?`,
    ),
    removeIntent: prepare("DELETE FROM intents WHERE id = ? AND (holder = ? OR held_until <= ?)"),
    drafts: prepare("SELECT key, updated_at, json FROM drafts ORDER BY updated_at, key"),
    // The newer text wins, whichever process wrote it.
    putDraft: prepare(
      `INSERT INTO drafts (key, updated_at, json) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at, json = excluded.json
       WHERE drafts.updated_at <= excluded.updated_at`,
    ),
    removeDraft: prepare("DELETE FROM drafts WHERE key = ?"),
    places: prepare("SELECT key, json FROM places ORDER BY key"),
    putPlace: prepare(
      `INSERT INTO places (key, json) VALUES (?, ?)
       ON CONFLICT (key) DO UPDATE SET json = excluded.json`,
    ),
  };
}

type Row = Readonly<Record<string, unknown>>;

function intentOf(row: Row): StoredIntent {
  return { id: String(row["id"]), createdAt: Number(row["created_at"]), json: String(row["json"]) };
}

function draftOf(row: Row): StoredDraft {
  return {
    key: String(row["key"]),
    updatedAt: Number(row["updated_at"]),
    json: String(row["json"]),
  };
}

function placeOf(row: Row): StoredPlace {
  return { key: String(row["key"]), json: String(row["json"]) };
}
