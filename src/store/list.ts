/**
 * A list that a person goes through: its rows as they stand, the cursor, and what is marked.
 *
 * Nothing moves by itself. Rows that arrive wait until the list is refreshed, and a row that was dealt with stays,
 * ticked, until the next move of the cursor. A step costs no more in a list of 20,000 rows than in one of 20.
 */

import { memoizeFor } from "#base/memoize-last.ts";
import type { PlacedRow } from "#journal/spot.ts";

/** Names a row, a heading or a section; unique in its list. */
export type RowKey = string;

/** `at` is the index of the row, or of the first row below a heading. */
export type Cursor = { readonly key: RowKey; readonly at: number };

/** The row at the upper edge of the screen, and how many lines of it and of what stands over it are above the edge. */
export type Top = Cursor & { readonly hidden: number };

export type List = {
  readonly filter: string;
  /** What was typed to narrow the rows, in lists that can be narrowed; empty: nothing. */
  readonly words: string;
  /** While true, letters go into `words`. */
  readonly typing: boolean;
  readonly rows: readonly PlacedRow[];
  /** Rows by section in all filters, as the list stands: what the title line counts. Sections in their order. */
  readonly counts: Readonly<Record<string, number>>;
  readonly cursor: Cursor | undefined;
  /** Dealt with since the cursor moved last: shown ticked, and gone after the next move. */
  readonly ticked: ReadonlySet<RowKey>;
  /** What stood here when the list was refreshed. */
  readonly known: ReadonlySet<RowKey>;
  /** Gone since then; what happens there again is an arrival. */
  readonly dropped: ReadonlySet<RowKey>;
  readonly marked: ReadonlySet<RowKey>;
  /** A range that grows and shrinks with the cursor, over what was marked before; undefined: none is being made. */
  readonly range: { readonly from: RowKey; readonly base: ReadonlySet<RowKey> } | undefined;
  /** Where the screen begins; undefined: at the beginning. */
  readonly top: Top | undefined;
};

const noKeys: ReadonlySet<RowKey> = new Set();

export const emptyList: List = {
  filter: "",
  words: "",
  typing: false,
  rows: [],
  counts: {},
  cursor: undefined,
  ticked: noKeys,
  known: noKeys,
  dropped: noKeys,
  marked: noKeys,
  range: undefined,
  top: undefined,
};

export type FreshRows = Pick<List, "rows" | "counts">;

/** Twenty thousand people stand in the list again each time that what was typed is erased. */
const keysIn = memoizeFor<readonly PlacedRow[], ReadonlySet<RowKey>>();

/** The list with these rows instead of its own; the cursor stays on its row, or goes where that one stood. */
export function refreshed(list: List, { rows, counts }: FreshRows): List {
  const { cursor } = list;
  const at = cursor === undefined ? -1 : rows.findIndex(({ key }) => key === cursor.key);
  const marked = kept(list.marked, rows);
  const known = keysIn(rows, [], () => new Set(rows.map(({ key }) => key)));
  const base = {
    ...list,
    rows,
    counts,
    marked,
    known,
    range: undefined,
    ticked: noKeys,
    dropped: noKeys,
  };
  if (cursor !== undefined && at < 0 && isHeading(list, cursor)) {
    const below = rows.findIndex((row) => row.group === cursor.key || row.section === cursor.key);
    if (below >= 0) return { ...base, cursor: { key: cursor.key, at: below } };
  }
  return { ...base, cursor: cursorAt(rows, at < 0 ? (cursor?.at ?? 0) : at) };
}

function kept(keys: ReadonlySet<RowKey>, rows: readonly PlacedRow[]): ReadonlySet<RowKey> {
  if (keys.size === 0) return keys;
  return new Set(rows.flatMap(({ key }) => (keys.has(key) ? [key] : [])));
}

function cursorAt(rows: readonly PlacedRow[], at: number): Cursor | undefined {
  const index = Math.max(0, Math.min(rows.length - 1, at));
  const row = rows[index];
  return row && { key: row.key, at: index };
}

/** Whether the cursor is on a heading or a section's title. */
export function isHeading({ rows }: List, { key, at }: Cursor): boolean {
  return rows[at]?.key !== key;
}

/** The index of a row; -1 when it is not listed. Looked for from `near` outwards, where it most likely is. */
export function indexOfRow({ rows }: List, key: RowKey, near = 0): number {
  const furthest = Math.max(near, rows.length - near);
  for (let distance = 0; distance <= furthest; distance += 1) {
    if (rows[near + distance]?.key === key) return near + distance;
    if (rows[near - distance]?.key === key) return near - distance;
  }
  return -1;
}

/** The cursor by so many rows; a heading counts as the row below it, from above. */
export function moved(list: List, by: number): List {
  const { cursor } = list;
  if (cursor === undefined) return toRow(list, 0);
  const from = isHeading(list, cursor) && by > 0 ? cursor.at - 1 : cursor.at;
  return toRow(list, from + by);
}

/** The cursor on the row with this index, or on the nearest one there is. */
export function toRow(list: List, at: number): List {
  return withCursor(list, cursorAt(list.rows, at));
}

/** The cursor on that row; the same list when it is not there. */
export function toKey(list: List, key: RowKey): List {
  const at = indexOfRow(list, key, list.cursor?.at);
  return at < 0 ? list : withCursor(list, { key, at });
}

/** The cursor on the heading of its row, from there on the section's title; undefined when it is there already. */
export function toHeading(list: List): List | undefined {
  const { cursor, rows } = list;
  const row = cursor && rows[cursor.at];
  if (cursor === undefined || row === undefined || cursor.key === row.section) return undefined;
  const key = row.group !== undefined && cursor.key !== row.group ? row.group : row.section;
  if (key === "") return undefined;
  const part = key === row.section ? "section" : "group";
  let at = cursor.at;
  while (rows[at - 1]?.[part] === key) at -= 1;
  return withCursor(list, { key, at });
}

function withCursor(list: List, cursor: Cursor | undefined): List {
  if (cursor === undefined || cursor.key === list.cursor?.key) return list;
  return withRange(withoutTicked({ ...list, cursor }));
}

/** Ticked rows go as soon as the cursor moves, but for the one that it is on. */
function withoutTicked(list: List): List {
  if (list.ticked.size === 0) return list;
  const here = list.cursor?.key;
  const gone = [...list.ticked].filter((key) => key !== here);
  const after = gone.reduce(withoutRow, list);
  const stays = here !== undefined && list.ticked.has(here);
  return { ...after, ticked: stays ? new Set([here]) : noKeys };
}

export function withoutRow(list: List, key: RowKey): List {
  const at = indexOfRow(list, key, list.cursor?.at);
  const row = list.rows[at];
  if (row === undefined) return list;
  const shifted = <At extends Cursor>(cursor: At | undefined) =>
    cursor !== undefined && at < cursor.at ? { ...cursor, at: cursor.at - 1 } : cursor;
  const rows = list.rows.toSpliced(at, 1);
  const next = cursorAt(rows, at);
  return {
    ...list,
    rows,
    counts: { ...list.counts, [row.section]: (list.counts[row.section] ?? 0) - sizeOf(row) },
    cursor: shifted(list.cursor),
    top: list.top?.key === key ? next && { ...next, hidden: 0 } : shifted(list.top),
    dropped: new Set(list.dropped).add(key),
  };
}

export function sizeOf({ size = 1 }: PlacedRow): number {
  return size;
}

/** Whether the row stands in the list now, for as long as the list is not refreshed. */
export function isListed(
  { known, dropped }: Pick<List, "known" | "dropped">,
  key: RowKey,
): boolean {
  return known.has(key) && !dropped.has(key);
}

/** These rows were dealt with: they stand ticked until the cursor moves on. Their marks are gone. */
export function ticked(list: List, keys: readonly RowKey[]): List {
  if (keys.length === 0) return list;
  return { ...withoutMarks(list, keys), ticked: new Set([...list.ticked, ...keys]) };
}

/** The row under another key, because what it stands for was renamed; where that is listed too, the row goes. */
export function withRenamedRow(list: List, from: RowKey, to: RowKey): List {
  const at = from === to ? -1 : indexOfRow(list, from, list.cursor?.at);
  if (at < 0) return list;
  if (indexOfRow(list, to, list.cursor?.at) >= 0) return withoutRow(list, from);
  const keyOf = (key: RowKey) => (key === from ? to : key);
  const inSet = (keys: ReadonlySet<RowKey>) =>
    keys.has(from) ? new Set([...keys].map(keyOf)) : keys;
  const placed = <At extends Cursor>(cursor: At | undefined) =>
    cursor && { ...cursor, key: keyOf(cursor.key) };
  return {
    ...list,
    rows: list.rows.map((row) => (row.key === from ? { ...row, key: to } : row)),
    cursor: placed(list.cursor),
    top: placed(list.top),
    range: list.range && { from: keyOf(list.range.from), base: inSet(list.range.base) },
    marked: inSet(list.marked),
    ticked: inSet(list.ticked),
    known: new Set(list.known).add(to),
  };
}

/** The row's mark the other way round. */
export function withMark(list: List, key: RowKey): List {
  const marked = new Set(list.marked);
  if (!marked.delete(key)) marked.add(key);
  return { ...list, marked };
}

/** Every row marked, or none where all are. */
export function withAllMarks(list: List): List {
  const all = list.marked.size === list.rows.length;
  return { ...list, marked: all ? noKeys : new Set(list.rows.map(({ key }) => key)) };
}

/** A range begins at the cursor, or the one that is being made ends: what it holds stays marked. */
export function withRangeFrom(list: List): List {
  if (list.range !== undefined) return { ...list, range: undefined };
  const { cursor } = list;
  if (cursor === undefined || isHeading(list, cursor)) return list;
  return withRange({ ...list, range: { from: cursor.key, base: list.marked } });
}

/** Every row between the one where the range began and the cursor is marked, both included. */
function withRange(list: List): List {
  const { cursor, rows, range } = list;
  if (cursor === undefined || range === undefined) return list;
  const start = indexOfRow(list, range.from, cursor.at);
  if (start < 0) return { ...list, range: undefined };
  const part = rows.slice(Math.min(start, cursor.at), Math.max(start, cursor.at) + 1);
  return { ...list, marked: new Set([...range.base, ...part.map(({ key }) => key)]) };
}

/** The rows that a command is about: the marked ones; without any, `count` from the cursor on; none on a heading. */
export function chosenRows(list: List, count: number): readonly PlacedRow[] {
  const { rows, marked, cursor } = list;
  const all = marked.size > 0 ? rows.filter(({ key }) => marked.has(key)) : [];
  if (all.length > 0) return all;
  return cursor === undefined || isHeading(list, cursor)
    ? []
    : rows.slice(cursor.at, cursor.at + count);
}

/** Without the marks of these rows; of all, unless they are named. */
export function withoutMarks(list: List, keys: Iterable<RowKey> = list.marked): List {
  if (list.marked.size === 0) return list;
  const marked = new Set(list.marked);
  for (const key of keys) marked.delete(key);
  return { ...list, marked, range: undefined };
}
