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

/** Messages are removed, then their words, then free pages are given back. */
type Phase =
  | { readonly kind: "removing"; readonly left: number }
  | { readonly kind: "merging"; readonly isFirst: boolean }
  | { readonly kind: "giving-back" };

export function shrinking(
  database: DatabaseSync,
  rows: Pick<MessageRows, "drop" | "mergeIndex" | "tidy">,
  clock: Clock,
): Shrinking {
  const { begun, freePages } = spaceOf(database);
  const { remove, again } = removal(database, rows);
  let phase: Phase | undefined;

  const merge = (first: boolean, isOver: () => boolean): Phase => {
    let isFirst = first;
    while (!isOver()) {
      if (!rows.mergeIndex(isFirst)) return { kind: "giving-back" };
      isFirst = false;
    }
    return { kind: "merging", isFirst };
  };
  const giveBack = (isOver: () => boolean): Phase | undefined => {
    while (freePages() > 0) {
      if (isOver()) return { kind: "giving-back" };
      database.exec(`PRAGMA incremental_vacuum(${step})`);
    }
    return undefined;
  };
  const continued = (current: Phase, rules: ShrinkRules, isOver: () => boolean) => {
    switch (current.kind) {
      case "removing":
        return remove(rules, current.left, isOver);
      case "merging":
        return merge(current.isFirst, isOver);
      case "giving-back":
        return giveBack(isOver);
    }
  };
  return {
    slice(rules) {
      const until = clock.elapsed() + sliceMs;
      const current = phase ?? begun(rules.bytes);
      if (current === undefined) again();
      else phase = continued(current, rules, () => clock.elapsed() >= until);
      return current !== undefined;
    },
  };
}

function spaceOf(database: DatabaseSync) {
  const number = (text: string) => Number(Object.values(database.prepare(text).get() ?? {})[0]);
  const freePages = () => number("PRAGMA freelist_count");
  const usedBytes = () => (number("PRAGMA page_count") - freePages()) * number("PRAGMA page_size");
  return {
    freePages,
    /** As many messages as what is too much, with their part of the index; undefined: small enough, or empty. */
    begun: (bytes: number): Phase | undefined => {
      const count = number("SELECT count(*) FROM messages");
      const used = usedBytes();
      if (used <= bytes || count === 0) return undefined;
      const share = 1 - (bytes * target) / used;
      return { kind: "removing", left: Math.max(step, Math.ceil(count * share)) };
    },
  };
}

function removal(database: DatabaseSync, rows: Pick<MessageRows, "drop" | "tidy">) {
  const sql = statements(database);
  /** The highest ID that was looked at; `all`: what should stay has been passed over, and goes too. */
  let passed = { id: 0, all: false };

  /** The next ones that may go; undefined: none is left. */
  const next = (
    stays: (row: Candidate) => boolean,
    most: number,
  ): readonly number[] | undefined => {
    // The columns that the statement selects.
    const found = sql.next.all(passed.id, step) as unknown as readonly Candidate[];
    const end = found.at(-1)?.id;
    if (end === undefined && passed.all) return undefined;
    const going = found
      .filter((row) => passed.all || !stays(row))
      .slice(0, most)
      .map(({ id }) => id);
    if (end === undefined) passed = { id: 0, all: true };
    else passed = { ...passed, id: going.length === most ? (going.at(-1) ?? end) : end };
    return going;
  };
  const remove = (rules: ShrinkRules, most: number, isOver: () => boolean): Phase => {
    const stays = whatStays(rules, conversationIds(sql, rules));
    let left = most;
    while (left > 0 && !isOver()) {
      const going = next(stays, left);
      rows.drop(going ?? []);
      cut(sql, going?.at(-1) ?? 0, passed.all ? [] : keptNarrows(rules));
      left = going === undefined ? 0 : left - going.length;
    }
    rows.tidy();
    return left > 0 ? { kind: "removing", left } : { kind: "merging", isFirst: true };
  };
  const again = () => {
    passed = { id: 0, all: false };
  };
  return { remove, again };
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
