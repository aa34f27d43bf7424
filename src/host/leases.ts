/**
 * Leases on the intents of the durable file, and their transfer between processes.
 *
 * Several processes may open an account, but no intent may be sent twice. An intent is transferred only by a claim,
 * which returns its state: after its holder died, or let the lease expire for longer than a running process ever
 * does. Transfers are recorded, because the former holder may resume after a long stop and store an intent that was
 * already completed.
 */

import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "#base/clock.ts";
import { isRunning, processStart } from "./processes.ts";
import type { Lease, StoredIntent } from "./rows.ts";

/** The holder of the leases, and their duration. */
export type Holder = {
  /** Unique per opening of the file. */
  readonly id: string;
  readonly leaseMs: number;
  readonly isAlive: (id: string) => boolean;
};

/** Call within a transaction, except `renew` and `release`. */
type Leases = {
  /** All intents of this holder, oldest first. */
  readonly held: () => StoredIntent[];
  /** All intents that other holders have. */
  readonly elsewhere: () => StoredIntent[];
  /** The IDs of all intents but those of this holder. */
  readonly notHeld: () => string[];
  /** Claims orphaned intents; returns those gained. */
  readonly claim: () => StoredIntent[];
  /** Whether another process holds or has completed the intent. */
  readonly isTaken: (id: string) => boolean;
  /** Stores or replaces an intent that is not taken. */
  readonly put: (row: StoredIntent) => Lease;
  /** `once`: nobody may store it again, as if it had been transferred. */
  readonly remove: (id: string, once?: boolean) => void;
  /** Releases an intent permanently: another version may be able to execute it. */
  readonly leave: (id: string) => void;
  /** A failed write means that nobody could renew leases either: restart the grace period of expired ones. */
  readonly resetGrace: () => void;
  /** Renews all leases of this holder. */
  readonly renew: () => void;
  /** Releases all leases. */
  readonly release: () => void;
};

export const leaseTables = `
  CREATE TABLE IF NOT EXISTS intents (
    id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, json TEXT NOT NULL,
    holder TEXT NOT NULL, held_until INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS passed (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT`;

/** Thirty days: longer than a stopped program is ever resumed after. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

/** A lease that was expired when checked. */
type Late = { readonly until: number; readonly since: number };

export function leasesOf(database: DatabaseSync, clock: Clock, holder: Holder): Leases {
  const sql = statements(database);
  const until = () => clock.now() + holder.leaseMs;
  let late = new Map<string, Late>();
  const left = new Set<string>();

  /** Whether its lease expired and was not renewed within the interval at which running processes renew. */
  const isStopped = (other: string, end: number, seen: ReadonlyMap<string, Late>): boolean => {
    const now = clock.now();
    if (end > now) return false;
    const before = seen.get(other);
    const since = before?.until === end ? before.since : now;
    // After a sleep or a full disk all leases have expired: running processes renew theirs soon.
    late.set(other, { until: end, since });
    return now - since >= holder.leaseMs / 3;
  };
  const releaseOthers = () => {
    const seen = late;
    late = new Map();
    for (const row of sql.holders.all()) {
      const other = String(row["holder"]);
      if (other === holder.id) continue;
      const isGone = !holder.isAlive(other) || isStopped(other, Number(row["until"]), seen);
      if (isGone) sql.release.run(other);
    }
  };

  return {
    held: () => sql.held.all(holder.id).map(intentOf),
    elsewhere: () => sql.elsewhere.all(holder.id).map(intentOf),
    notHeld: () => sql.notHeld.all(holder.id).map((row) => String(row["id"])),
    claim: () => {
      const now = clock.now();
      releaseOthers();
      const free = sql.free.all().map(intentOf);
      const gained = free.filter(({ id }) => !left.has(id));
      for (const { id } of gained) {
        sql.claim.run(holder.id, until(), id);
        sql.pass.run(id, now);
      }
      sql.forget.run(now - rememberedMs);
      return gained;
    },
    isTaken: (id) => {
      const row = sql.holder.get(id);
      return row === undefined ? sql.passed.get(id) !== undefined : row["holder"] !== holder.id;
    },
    put: ({ id, createdAt, json }) => {
      sql.put.run(id, createdAt, json, holder.id, until());
      return { leaseMs: holder.leaseMs };
    },
    remove: (id, once = false) => {
      sql.remove.run(id);
      if (once) sql.pass.run(id, clock.now());
    },
    leave: (id) => {
      left.add(id);
      sql.leave.run(id, holder.id);
    },
    resetGrace: () => late.clear(),
    renew: () => void sql.renew.run(until(), holder.id),
    release: () => void sql.release.run(holder.id),
  };
}

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    holders: prepare(
      "SELECT holder, max(held_until) AS until FROM intents WHERE holder <> '' GROUP BY holder",
    ),
    holder: prepare("SELECT holder FROM intents WHERE id = ?"),
    passed: prepare("SELECT at FROM passed WHERE id = ?"),
    release: prepare("UPDATE intents SET holder = '', held_until = 0 WHERE holder = ?"),
    renew: prepare("UPDATE intents SET held_until = ? WHERE holder = ?"),
    leave: prepare("UPDATE intents SET holder = '', held_until = 0 WHERE id = ? AND holder = ?"),
    free: prepare("SELECT id, created_at, json FROM intents WHERE holder = ''"),
    claim: prepare("UPDATE intents SET holder = ?, held_until = ? WHERE id = ?"),
    held: prepare(
      "SELECT id, created_at, json FROM intents WHERE holder = ? ORDER BY created_at, id",
    ),
    elsewhere: prepare(
      "SELECT id, created_at, json FROM intents WHERE holder NOT IN (?, '') ORDER BY created_at, id",
    ),
    notHeld: prepare("SELECT id FROM intents WHERE holder <> ?"),
    pass: prepare("INSERT OR REPLACE INTO passed (id, at) VALUES (?, ?)"),
    forget: prepare("DELETE FROM passed WHERE at < ?"),
    put: prepare(
      `INSERT INTO intents (id, created_at, json, holder, held_until) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET json = excluded.json, held_until = excluded.held_until`,
    ),
    remove: prepare("DELETE FROM intents WHERE id = ?"),
  };
}

function intentOf(row: Readonly<Record<string, unknown>>): StoredIntent {
  return { id: String(row["id"]), createdAt: Number(row["created_at"]), json: String(row["json"]) };
}

// Identifies the process that holds a lease, even if its process ID is reused later.

/** A unique ID for one opening of a file by the process `pid`. */
export function holderId(pid: number): string {
  return `${pid}:${processStart(pid) ?? ""}:${randomUUID()}`;
}

/** Whether the process with that ID still runs. */
export function isHolderAlive(id: string): boolean {
  const [pid = "", start = ""] = id.split(":");
  return isRunning(Number(pid), start);
}
