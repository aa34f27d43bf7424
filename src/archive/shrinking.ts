/**
 * Keeps the file within its limit: removes the oldest messages, in slices between which the thread does other work.
 *
 * What is unread, starred, followed or the user's own stays until nothing else is left. Nothing is claimed to be complete
 * where messages were removed.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "#base/clock.ts";
import type { ShrinkRules } from "./archive.ts";
import type { MessageRows } from "./rows.ts";
import { storable } from "./rows.ts";

const sliceMs = 20;
/** So many messages are looked at, and so many pages given back, between two looks at the clock. */
const step = 100;
/** Shrinks below the limit by this factor, so that it is not reached again at once. */
const target = 0.9;

type Shrinking = {
  /** Does a slice of the work; true: there is more. Call within a transaction. */
  readonly slice: (rules: ShrinkRules) => boolean;
};

export function shrinking(
  database: DatabaseSync,
  rows: Pick<MessageRows, "drop" | "tidy">,
  clock: Clock,
): Shrinking {
  const sql = statements(database);
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const pageSize = pragma("page_size");
  /** The highest ID that was looked at; `all`: what should stay has been passed over, and goes too. */
  let passed = { id: 0, all: false };

  const usedBytes = () => (pragma("page_count") - pragma("freelist_count")) * pageSize;
  /** The next ones that may go; undefined: none is left. */
  const next = (stays: (row: Candidate) => boolean): readonly number[] | undefined => {
    const found = sql.next.all(passed.id, step) as unknown as readonly Candidate[];
    const last = found.at(-1)?.id;
    if (last !== undefined) {
      const going = passed.all ? found : found.filter((row) => !stays(row));
      passed = { ...passed, id: last };
      return going.map(({ id }) => id);
    }
    if (passed.all) return undefined;
    passed = { id: 0, all: true };
    return [];
  };
  const remove = (rules: ShrinkRules, until: number): "done" | "more" => {
    const stays = whatStays(rules, conversationIds(sql, rules));
    let highest = 0;
    let state: "done" | "more" = "more";
    while (clock.elapsed() < until && state === "more") {
      const going = usedBytes() > rules.bytes * target ? next(stays) : undefined;
      if (going === undefined) state = "done";
      else {
        rows.drop(going);
        highest = going.at(-1) ?? highest;
      }
    }
    cut(sql, highest, passed.all ? [] : keptNarrows(rules));
    rows.tidy();
    return state;
  };
  return {
    slice(rules) {
      const until = clock.elapsed() + sliceMs;
      if (remove(rules, until) === "more") return true;
      passed = { id: 0, all: false };
      while (pragma("freelist_count") > 0) {
        if (clock.elapsed() >= until) return true;
        database.exec(`PRAGMA incremental_vacuum(${step})`);
      }
      return false;
    },
  };
}

type Candidate = {
  readonly id: number;
  readonly conversation_id: number;
  readonly sender_id: number;
  readonly starred: number;
};

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    next: prepare(
      `SELECT id, conversation_id, sender_id, starred FROM messages
       WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    conversations: prepare(
      "SELECT id FROM conversations WHERE key IN (SELECT value FROM json_each(?))",
    ),
    // Of what ends at 0 it is known that it is empty.
    removeKnown: prepare(
      `DELETE FROM known WHERE hi BETWEEN 1 AND :id
       AND narrow NOT IN (SELECT value FROM json_each(:kept))`,
    ),
    cutKnown: prepare(
      `UPDATE known SET lo = :id + 1 WHERE lo <= :id AND hi > :id
       AND narrow NOT IN (SELECT value FROM json_each(:kept))`,
    ),
  };
}

type Statements = ReturnType<typeof statements>;

function conversationIds(sql: Statements, { followed }: ShrinkRules): ReadonlySet<number> {
  const keys = JSON.stringify(followed.map(storable));
  return new Set(sql.conversations.all(keys).map(({ id }) => Number(id)));
}

function whatStays(
  { unread, own }: ShrinkRules,
  followed: ReadonlySet<number>,
): (row: Candidate) => boolean {
  const unreadIds = new Set<number>(unread);
  return ({ id, conversation_id, sender_id, starred }) =>
    starred === 1 || sender_id === own || followed.has(conversation_id) || unreadIds.has(id);
}

/** Narrows of which nothing goes before everything else has gone. */
function keptNarrows({ followed, own }: ShrinkRules): readonly string[] {
  return [...followed, "starred", `u:${own}`];
}

/** Up to this ID, messages are missing now. */
function cut(sql: Statements, id: number, kept: readonly string[]): void {
  if (id === 0) return;
  const at = { id, kept: JSON.stringify(kept.map(storable)) };
  sql.removeKnown.run(at);
  sql.cutKnown.run(at);
}
