/**
 * Makes room in the file, and leaves nothing of what was erased in it.
 *
 * The file is kept within its limit: the oldest messages are removed, in slices between which the thread does other work.
 * What is unread, starred, followed or the user's own stays until nothing else is left. Nothing is claimed to be complete
 * where messages were removed.
 */

import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "#base/clock.ts";
import type { ShrinkRules } from "./archive.ts";
import { type MessageRows, storable } from "./rows.ts";

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

  /** The next ones that may go, while any are left. */
  const next = (
    stays: (row: Candidate) => boolean,
    most: number,
  ): readonly number[] | undefined => {
    // The columns that the statement selects.
    const candidates = sql.next.all(passed.id, step) as unknown as readonly Candidate[];
    const end = candidates.at(-1)?.id;
    if (end === undefined && passed.all) return undefined;
    const going = candidates
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
  { unread, ownId }: ShrinkRules,
  followed: ReadonlySet<number>,
): (row: Candidate) => boolean {
  const unreadIds = new Set<number>(unread);
  return ({ id, conversation_id, sender_id, starred }) =>
    starred === 1 || sender_id === ownId || followed.has(conversation_id) || unreadIds.has(id);
}

/** Narrows of which nothing goes before everything else has gone. */
function keptNarrows({ followed, ownId }: ShrinkRules): readonly string[] {
  return [...followed, "starred", `u:${ownId}`];
}

/** Up to this ID, messages are missing now. */
function cut(sql: Statements, id: number, kept: readonly string[]): void {
  if (id === 0) return;
  const at = { id, kept: JSON.stringify(kept.map(storable)) };
  sql.removeKnown.run(at);
  sql.cutKnown.run(at);
}

// Overwrites the unused parts of pages after something was erased.
// `secure_delete` overwrites what is deleted, but when SQLite distributes the cells of neighbouring pages anew, it leaves
// copies between those that remain, which it knows nothing about. They are overwritten in the file itself, while the
// write-ahead log is empty and nobody can write: to SQLite these bytes have no meaning.

/** Pages looked at between two looks at the log, and those read at once. */
const slicePages = 2048;
const readPages = 64;

/** The number of pages that were looked at since the last erasure; NULL: nothing is due. */
export const unusedSpaceTables = `
  CREATE TABLE overwriting (done INTEGER) STRICT; INSERT INTO overwriting VALUES (NULL)`;

export function unusedSpace(database: DatabaseSync, path: string) {
  const due = database.prepare("SELECT done FROM overwriting WHERE done IS NOT NULL");
  const set = database.prepare("UPDATE overwriting SET done = ?");
  const pageSize = Number(database.prepare("PRAGMA page_size").get()?.["page_size"]);
  let file: number | undefined;

  const isLogEmpty = () => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  /** Where the next slice begins; undefined: it was the last one. */
  const overwrite = (from: number): number | undefined => {
    file ??= openSync(path, "r+");
    const buffer = Buffer.alloc(readPages * pageSize);
    for (let page = from; page < from + slicePages; page += readPages) {
      const length = readSync(file, buffer, 0, buffer.length, page * pageSize);
      for (let at = 0; at + pageSize <= length; at += pageSize) {
        const start = page * pageSize + at;
        const gap = unusedIn(buffer.subarray(at, at + pageSize), start / pageSize + 1);
        if (gap !== undefined)
          clear(file, buffer.subarray(at + gap.from, at + gap.to), start + gap.from);
      }
      if (length < buffer.length) return undefined;
    }
    return from + slicePages;
  };
  return {
    /** Everything is to be looked at once more. Call within the transaction that erases. */
    makeDue: () => void set.run(0),
    isDue: () => due.get() !== undefined,
    /** Looks at the next pages; call after the log was emptied. */
    slice() {
      database.exec("BEGIN IMMEDIATE");
      try {
        const done = Number(due.get()?.["done"] ?? 0);
        // Else others have written meanwhile: the log has pages that are not in the file.
        if (isLogEmpty()) set.run(overwrite(done) ?? null);
      } finally {
        // The commit also makes other connections forget what they have read of these pages before.
        database.exec("COMMIT; PRAGMA shrink_memory");
      }
    },
    /** Call after the database was closed: closing this file ends SQLite's locks on it. */
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function clear(file: number, bytes: Buffer, position: number): void {
  if (bytes.every((byte) => byte === 0)) return;
  for (let done = 0; done < bytes.length; )
    done += writeSync(
      file,
      Buffer.alloc(bytes.length - done),
      0,
      bytes.length - done,
      position + done,
    );
}

/** By the type of a page of a tree: the length of its header. */
const headerLengths: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };

/** What is between the list of cells and the first cell of a page, whose numbers start at 1; undefined: no page of a tree. */
export function unusedIn(
  page: Buffer,
  number: number,
): { readonly from: number; readonly to: number } | undefined {
  if (isPointerMap(number, page.length)) return undefined;
  const header = number === 1 ? 100 : 0;
  const length = headerLengths[page[header] ?? 0];
  if (length === undefined) return undefined;
  const from = header + length + 2 * page.readUInt16BE(header + 3);
  const to = page.readUInt16BE(header + 5) || 65_536;
  return from < to && to <= page.length ? { from, to } : undefined;
}

/** Pages that say where others belong; their entries begin with the same numbers as pages of trees. */
function isPointerMap(number: number, pageSize: number): boolean {
  return (number - 2) % (Math.floor(pageSize / 5) + 1) === 0;
}
