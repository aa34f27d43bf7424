/**
 * The state of a list: its rows, the cursor, and the marks.
 *
 * Nothing moves by itself. New rows wait until the list is refreshed, and a row that was dealt with stays where it is
 * until then. Moving the cursor takes the same time in a list of 20,000 rows as in one of 20.
 */
import { type Input, inputOf } from "#editor/input.ts";
import type { GroupedRow } from "#journal/journal.ts";
import {
  extended,
  type Marks,
  marksOf,
  noMarks,
  rangeFrom,
  renamedMarks,
  settled,
  toggled,
  withoutKeys,
} from "./marks.ts";
import {
  foreignRow,
  keysAmong,
  noRowKeys,
  type RowKey,
  type RowKeys,
  withKeys,
  withoutKey,
} from "./row-keys.ts";

/** `at` is the index of the row, or of the first row below a heading. */
export type Cursor = { readonly key: RowKey; readonly at: number };

/** The first visible row, and how many of its lines, including those above its text, are hidden. */
export type ListTop = Cursor & {
  readonly hidden: number;
  /** It was scrolled beside what is read, where the cursor may be out of sight. If absent, the cursor is in sight. */
  readonly isFree?: true;
};

export type List = {
  readonly filter: string;
  /** The filter, in lists that have one; empty: none. */
  readonly input: Input;
  /** While true, letters go into `input`. */
  readonly typing: boolean;
  readonly rows: readonly GroupedRow[];
  /**
   * By filter, the rows that were listed under it last, without words: those of them that were dealt with stay where
   * they were until the list is left or refreshed. It is absent if there was no other filter, and no words.
   */
  readonly seen?: ReadonlyMap<string, readonly GroupedRow[]> | undefined;
  /** Numbers of rows by section across all filters, for the title line. Sections are in order. */
  readonly counts: Readonly<Record<string, number>>;
  readonly cursor: Cursor | undefined;
  /** The first row, on which the list was opened by itself; on another one, the user has moved the cursor. */
  readonly openedOn?: RowKey | undefined;
  /** The rows when something new was sent to the server, if anything was: it is selected when it comes. */
  readonly keysBefore?: RowKeys | undefined;
  /** It was opened with what was found before: what came since is added once it is here. */
  readonly isBehind?: true | undefined;
  /** The keys of `rows`. */
  readonly rowKeys: RowKeys;
  readonly marks: Marks<RowKey>;
  /** The scroll position; undefined: at the top. */
  readonly top: ListTop | undefined;
  /**
   * How many rows there are above and below these, which alone were lent to another account. If undefined, all are
   * here.
   */
  readonly part?: { readonly above: number; readonly below: number } | undefined;
};

export const emptyList: List = {
  filter: "",
  input: inputOf(),
  typing: false,
  rows: [],
  counts: {},
  cursor: undefined,
  rowKeys: noRowKeys,
  marks: noMarks,
  top: undefined,
};

export type FreshRows = Pick<List, "rows" | "counts"> & {
  /** If absent, they are the keys of the rows. */
  readonly rowKeys?: RowKeys;
};

/** Replaces the list's rows; the cursor stays on its row, or at the position of a row that is gone. */
export function refreshed(
  list: List,
  { rows, counts, rowKeys = keysAmong(rows) }: FreshRows,
): List {
  const { cursor } = list;
  const at = cursor === undefined ? -1 : rows.findIndex(({ key }) => key === cursor.key);
  const marks = amongRows(list.marks, rows);
  const base = { ...list, rows, counts, marks, rowKeys, part: undefined };
  if (cursor !== undefined && at < 0 && isHeading(list, cursor)) {
    const below = rows.findIndex((row) => isBelow(row, cursor.key));
    if (below >= 0) return { ...base, cursor: { key: cursor.key, at: below } };
  }
  return { ...base, cursor: cursorAt(rows, at < 0 ? (cursor?.at ?? 0) : at) };
}

function amongRows({ keys }: Marks<RowKey>, rows: readonly GroupedRow[]): Marks<RowKey> {
  if (keys.size === 0) return noMarks;
  return marksOf(rows.flatMap(({ key }) => (keys.has(key) ? [key] : [])));
}

function cursorAt(rows: readonly GroupedRow[], at: number): Cursor | undefined {
  const index = Math.max(0, Math.min(rows.length - 1, at));
  const row = rows[index];
  return row && { key: row.key, at: index };
}

/** Whether the cursor is on a heading or a section's title. */
export function isHeading({ rows }: List, { key, at }: Cursor): boolean {
  return rows[at]?.key !== key;
}

/** The row under the cursor; undefined on a heading, and in an empty list. */
export function selectedRow(list: List): RowKey | undefined {
  const { cursor } = list;
  return cursor === undefined || isHeading(list, cursor) ? undefined : cursor.key;
}

function withoutSeen(list: List, gone: RowKey): List {
  const isGone = ({ key }: GroupedRow) => key === gone;
  const { seen } = list;
  if (seen === undefined || ![...seen.values()].some((rows) => rows.some(isGone))) return list;
  const left = (rows: readonly GroupedRow[]) => rows.filter((row) => !isGone(row));
  return { ...list, seen: new Map([...seen].map(([filter, rows]) => [filter, left(rows)])) };
}

/** The index of a row; -1 if it is not listed. Searched outwards from `near`, where it most likely is. */
export function indexOfRow({ rows }: List, key: RowKey, near = 0): number {
  const furthest = Math.max(near, rows.length - near);
  for (let distance = 0; distance <= furthest; distance += 1) {
    if (rows[near + distance]?.key === key) return near + distance;
    if (rows[near - distance]?.key === key) return near - distance;
  }
  return -1;
}

/** Moves the cursor by that many rows; a heading counts as the row below it. */
export function moved(list: List, by: number): List {
  const { cursor } = list;
  if (cursor === undefined) return toRow(list, 0);
  const from = isHeading(list, cursor) && by > 0 ? cursor.at - 1 : cursor.at;
  return toRow(list, from + by);
}

/** Moves the cursor to the row with this index, or to the nearest one. */
export function toRow(list: List, at: number): List {
  return withCursor(list, cursorAt(list.rows, at));
}

/** Moves the cursor to that row; the same list if it is not listed. */
export function toKey(list: List, key: RowKey): List {
  const at = indexOfRow(list, key, list.cursor?.at);
  return at < 0 ? list : withCursor(list, { key, at });
}

/** Whether the row stands for its whole section, so that no title is above it. */
export function isWholeSection(row: GroupedRow): boolean {
  const bare = (key: RowKey) => foreignRow(key)?.key ?? key;
  return bare(row.key) === bare(titleOf(row));
}

/** The key of the title above the row. */
export function titleOf({ part, section }: Pick<GroupedRow, "part" | "section">): RowKey {
  return part ?? section;
}

/** Whether the row is below that heading or title. */
export function isBelow(row: Pick<GroupedRow, "group" | "part" | "section">, heading: RowKey) {
  return row.group === heading || titleOf(row) === heading;
}

/** Moves the cursor to its row's heading, and from there to the section's title; undefined if it is there already. */
export function toHeading(list: List): List | undefined {
  const { cursor, rows } = list;
  const row = cursor && rows[cursor.at];
  if (cursor === undefined || row === undefined) return undefined;
  if (cursor.key === titleOf(row) || isWholeSection(row)) return undefined;
  const key = row.group !== undefined && cursor.key !== row.group ? row.group : titleOf(row);
  if (key === "") return undefined;
  const isAbove = (above: GroupedRow | undefined) => above !== undefined && isBelow(above, key);
  let at = cursor.at;
  while (isAbove(rows[at - 1])) at -= 1;
  return withCursor(list, { key, at });
}

function withCursor(list: List, cursor: Cursor | undefined): List {
  if (cursor === undefined || cursor.key === list.cursor?.key) return list;
  return withRange({ ...list, cursor, keysBefore: undefined, top: followingTop(list.top) });
}

/** From which the cursor is followed again. */
function followingTop(top: ListTop | undefined): ListTop | undefined {
  if (top?.isFree === undefined) return top;
  const { key, at, hidden } = top;
  return { key, at, hidden };
}

/** Scrolled to the row with this index, or to the nearest one, wherever the cursor is. */
export function scrolledTo(list: List, at: number): List {
  const top = cursorAt(list.rows, at);
  return top === undefined ? list : { ...list, top: { ...top, hidden: 0, isFree: true } };
}

/** The list without the row, whose key stays among those of its rows. */
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
    cursor: shifted(list.cursor),
    top: list.top?.key === key ? next && { ...next, hidden: 0 } : shifted(list.top),
  };
}

/**
 * Changes a row's key after its subject was renamed, together with cursor and mark; if the new key is listed already, they
 * go to its row.
 */
export function withRenamedRow(listed: List, from: RowKey, to: RowKey): List {
  const list = from === to ? listed : withoutSeen(listed, from);
  const at = from === to ? -1 : indexOfRow(list, from, list.cursor?.at);
  if (at < 0) return list;
  const keyOf = (key: RowKey) => (key === from ? to : key);
  const renamed = {
    ...list,
    marks: renamedMarks(list.marks, keyOf),
    rowKeys: withKeys(withoutKey(list.rowKeys, from), [to]),
  };
  if (indexOfRow(list, to, list.cursor?.at) >= 0) {
    const merged = withoutRow(renamed, from);
    return list.cursor?.key === from ? toKey(merged, to) : merged;
  }
  const placed = <At extends Cursor>(cursor: At | undefined) =>
    cursor && { ...cursor, key: keyOf(cursor.key) };
  return {
    ...renamed,
    rows: list.rows.map((row) => (row.key === from ? { ...row, key: to } : row)),
    cursor: placed(list.cursor),
    top: placed(list.top),
  };
}

/** Toggles the row's mark. */
export function withMark(list: List, key: RowKey): List {
  return { ...list, marks: toggled(list.marks, key) };
}

/** Marks all rows that were not dealt with, or none if all of them are marked. */
export function withAllMarks(list: List, isOver: (key: RowKey) => boolean): List {
  const keys = list.rows.flatMap(({ key }) => (isOver(key) ? [] : [key]));
  const all = keys.every((key) => list.marks.keys.has(key));
  return { ...list, marks: all ? noMarks : marksOf(keys) };
}

/** Starts a range at the cursor, or ends the current one, which keeps its marks. */
export function withRangeFrom(list: List): List {
  const { cursor, marks } = list;
  if (marks.kind === "range") return { ...list, marks: settled(marks) };
  if (cursor === undefined || isHeading(list, cursor)) return list;
  return { ...list, marks: rangeFrom(marks, cursor.key) };
}

/** Marks every row between the start of the range and the cursor, inclusive. */
function withRange(list: List): List {
  const { cursor, rows, marks } = list;
  if (cursor === undefined || marks.kind === "single") return list;
  const start = indexOfRow(list, marks.from, cursor.at);
  if (start < 0) return { ...list, marks: settled(marks) };
  const part = rows.slice(Math.min(start, cursor.at), Math.max(start, cursor.at) + 1);
  const keys = part.map(({ key }) => key);
  return { ...list, marks: extended(marks, keys) };
}

/**
 * The rows that a command applies to: the marked ones; without any, `count` from the cursor on, of which those after it
 * that were dealt with are skipped; none on a heading.
 */
export function chosenRows(
  list: List,
  count: number,
  isOver: (key: RowKey) => boolean = () => false,
): readonly GroupedRow[] {
  const { rows, cursor } = list;
  const { keys } = list.marks;
  const all = keys.size > 0 ? rows.filter(({ key }) => keys.has(key)) : [];
  if (all.length > 0) return all;
  if (cursor === undefined || isHeading(list, cursor)) return [];
  const chosen = rows.slice(cursor.at, cursor.at + 1);
  for (let at = cursor.at + 1; at < rows.length && chosen.length < count; at += 1) {
    const row = rows[at];
    if (row !== undefined && !isOver(row.key)) chosen.push(row);
  }
  return chosen;
}

/** Removes the marks of these rows, or all marks. */
export function withoutMarks(list: List, keys: Iterable<RowKey> = list.marks.keys): List {
  return list.marks.keys.size === 0 ? list : { ...list, marks: withoutKeys(list.marks, keys) };
}
