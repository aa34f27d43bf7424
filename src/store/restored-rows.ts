/** Restores rows of a list: at their earlier position, or where the order of the list puts them. */
import type { GroupedRow, RowOrigin } from "#journal/journal.ts";
import { type Cursor, type FreshRows, indexOfRow, type List, withoutRow } from "./list.ts";
import { hasKey, keysAmong, type RowKey, withKeys } from "./row-keys.ts";

/** The listed ones of these rows with their neighbours. */
export function originsOf(list: List, keys: readonly RowKey[]): readonly RowOrigin[] {
  let near = list.cursor?.at;
  return keys.flatMap((key) => {
    const at = indexOfRow(list, key, near);
    const row = list.rows[at];
    if (row === undefined) return [];
    // The next one is most likely below it.
    near = at;
    return [{ row, before: list.rows[at - 1]?.key, after: list.rows[at + 1]?.key }];
  });
}

/** Restores those of the rows that are not listed at their earlier positions, with the cursor on the first of all. */
export function restored(list: List, origins: readonly RowOrigin[]): List {
  const [first] = origins;
  if (first === undefined) return list;
  const missing = origins.filter(({ row }) => !hasKey(list.rowKeys, row.key));
  const whole = missing
    .toReversed()
    .reduce(
      (now, { row, before, after }) => insertedAt(now, row, indexFor(now, row, before, after)),
      list,
    );
  const at = indexOfRow(whole, first.row.key, whole.cursor?.at);
  // The same set if all rows were listed, so that counts memoized by it stay valid.
  const rowKeys =
    missing.length === 0
      ? list.rowKeys
      : withKeys(
          list.rowKeys,
          missing.map(({ row }) => row.key),
        );
  return { ...whole, rowKeys, cursor: { key: first.row.key, at } };
}

function insertedAt(list: List, row: GroupedRow, index: number): List {
  const shifted = <At extends Cursor>(cursor: At | undefined) =>
    cursor !== undefined && index <= cursor.at ? { ...cursor, at: cursor.at + 1 } : cursor;
  return {
    ...list,
    rows: list.rows.toSpliced(index, 0, row),
    cursor: shifted(list.cursor),
    top: shifted(list.top),
  };
}

/** Beside a neighbour that is still listed, else at the end of its group or section. */
function indexFor(
  list: List,
  row: GroupedRow,
  before: RowKey | undefined,
  after: RowKey | undefined,
): number {
  const near = list.cursor?.at;
  const next = after === undefined ? -1 : indexOfRow(list, after, near);
  if (next >= 0 && fitsAt(list, row, next)) return next;
  const previous = before === undefined ? -1 : indexOfRow(list, before, near);
  if (previous >= 0 && fitsAt(list, row, previous + 1)) return previous + 1;
  const last = list.rows.findLastIndex((one) => isMate(row, one));
  return last >= 0 ? last + 1 : endOfSection(list, row);
}

/** Whether the row can be inserted there without separating rows of one group or of one section. */
function fitsAt({ rows }: List, row: GroupedRow, index: number): boolean {
  const [above, below] = [rows[index - 1], rows[index]];
  if ([above, below].some((one) => isMate(row, one))) return true;
  if (above !== undefined && isMate(above, below)) return false;
  if (rows.some((one) => isMate(row, one))) return false;
  const isInSection = (one: GroupedRow | undefined) => one?.section === row.section;
  if (isInSection(above) || isInSection(below)) return true;
  return above?.section !== below?.section && !rows.some(isInSection);
}

function endOfSection(list: List, row: GroupedRow): number {
  const end = list.rows.findLastIndex(({ section }) => section === row.section);
  if (end >= 0) return end + 1;
  const rank = (one: string) => Object.keys(list.counts).indexOf(one);
  const below = list.rows.findIndex(({ section }) => rank(section) > rank(row.section));
  return below >= 0 ? below : list.rows.length;
}

/**
 * Whether a row of a list stays. One that was dealt with goes when the list is left or refreshed; another has its place by
 * the order of the list, or only that where it was.
 */
export type Stay = "over" | "standing" | "restored";

/**
 * Where a row belongs by the order of its list: the keys before it in its section, nearest first, and those after it.
 */
export type Standing = {
  readonly row: GroupedRow;
  readonly before: readonly GroupedRow[];
  readonly after: readonly GroupedRow[];
};

/** Moves restored rows to where they belong, unless all are between their earlier neighbours. */
export function moveToOrder(
  list: List,
  origins: readonly RowOrigin[],
  standingOf: (key: RowKey) => Standing | undefined,
): List {
  if (origins.every((origin) => isAtOrigin(list, origin))) return list;
  const standings = origins.flatMap(({ row }) => standingOf(row.key) ?? []);
  const moved = new Set(standings.map(({ row }) => row.key));
  const isListed = (key: RowKey) => !moved.has(key) && hasKey(list.rowKeys, key);
  let whole = standings.reduce((now, { row }) => withoutRow(now, row.key), list);
  for (const standing of standings) {
    whole = insertedAt(whole, standing.row, indexBy(whole, isListed, standing));
    moved.delete(standing.row.key);
  }
  const { key = "", at } = list.cursor ?? {};
  return { ...whole, cursor: list.cursor && { key, at: indexOfRow(whole, key, at) } };
}

function isAtOrigin(list: List, { row, before, after }: RowOrigin): boolean {
  const at = indexOfRow(list, row.key, list.cursor?.at);
  return list.rows[at - 1]?.key === before && list.rows[at + 1]?.key === after;
}

/** Beside the nearest row that is listed; groups stay together. */
function indexBy(
  list: List,
  isListed: (key: RowKey) => boolean,
  { row, before, after }: Standing,
): number {
  const near = (rows: readonly GroupedRow[]) => rows.find(({ key }) => isListed(key));
  const [above, below] = [near(before), near(after)];
  const isNear = (one: GroupedRow | undefined) => one !== undefined && one.group === row.group;
  if (above !== undefined && isNear(above)) return indexOfRow(list, above.key) + 1;
  if (below !== undefined && isNear(below)) return indexOfRow(list, below.key);
  const isOf =
    (one: GroupedRow) =>
    ({ section, group }: GroupedRow) =>
      section === one.section && group === one.group;
  if (above !== undefined) return list.rows.findLastIndex(isOf(above)) + 1;
  return below === undefined ? endOfSection(list, row) : list.rows.findIndex(isOf(below));
}

/** Adjacent rows of one section and one group. */
type Run = Pick<GroupedRow, "section" | "group"> & { readonly rows: readonly GroupedRow[] };

function runsOf(rows: readonly GroupedRow[]): readonly Run[] {
  const starts = rows.flatMap((row, at) => (isMate(row, rows[at - 1]) ? [] : [at]));
  return starts.flatMap((from, at) => {
    const part = rows.slice(from, starts[at + 1]);
    return part.slice(0, 1).map(({ section, group }) => ({ section, group, rows: part }));
  });
}

type Group = Pick<GroupedRow, "section" | "group">;

function isMate(one: Group, other: Group | undefined): boolean {
  return one.section === other?.section && one.group === other.group;
}

/**
 * Current rows together with those of the list that were dealt with, each below the row of its group that it was below.
 */
export function withOverRows(
  { rows }: List,
  { rows: fresh, counts, rowKeys = keysAmong(fresh) }: FreshRows,
  isOver: (key: RowKey) => boolean,
): FreshRows {
  const over = rows.flatMap(({ key }) => (!hasKey(rowKeys, key) && isOver(key) ? [key] : []));
  if (over.length === 0) return { rows: fresh, counts, rowKeys };
  const kept = new Set(over);
  const isKept = ({ key }: GroupedRow) => kept.has(key);
  const before = runsOf(rows);
  const merged = [...runsOf(fresh)];
  const indexOf = (run: Run) => merged.findIndex((one) => isMate(one, run));
  for (const [at, run] of before.entries()) {
    const own = run.rows.filter(isKept);
    if (own.length === 0) continue;
    const same = indexOf(run);
    const now = merged[same];
    if (now !== undefined) merged[same] = { ...now, rows: interleaved(run, now, isKept) };
    else merged.splice(insertionOf(merged, counts, before, at), 0, { ...run, rows: own });
  }
  return { rows: merged.flatMap((run) => run.rows), counts, rowKeys: withKeys(rowKeys, over) };
}

/** Where the run belongs whose group has no rows now: beside the nearest one of its section. */
function insertionOf(
  merged: readonly Run[],
  counts: List["counts"],
  before: readonly Run[],
  at: number,
): number {
  const indexOf = (run: Run) => merged.findIndex((one) => isMate(one, run));
  const section = before[at]?.section ?? "";
  const near = (runs: readonly Run[]) =>
    runs.find((run) => run.section === section && indexOf(run) >= 0);
  const above = near(before.slice(0, at).reverse());
  if (above !== undefined) return indexOf(above) + 1;
  const below = near(before.slice(at + 1));
  if (below !== undefined) return indexOf(below);
  const order = Object.keys(counts);
  const next = merged.findIndex((run) => order.indexOf(run.section) > order.indexOf(section));
  return next < 0 ? merged.length : next;
}

/** Each kept row above the row that it was above; those at the end below the row that they were below. */
function interleaved(
  before: Run,
  now: Run,
  isKept: (row: GroupedRow) => boolean,
): readonly GroupedRow[] {
  const listed = new Set(now.rows.map(({ key }) => key));
  const above = new Map<RowKey, readonly GroupedRow[]>();
  let [last, waiting]: [RowKey | undefined, GroupedRow[]] = [undefined, []];
  for (const row of before.rows) {
    if (isKept(row)) waiting.push(row);
    else if (listed.has(row.key)) {
      above.set(row.key, waiting);
      [last, waiting] = [row.key, []];
    }
  }
  const merged = now.rows.flatMap((row) => [
    ...(above.get(row.key) ?? []),
    row,
    ...(row.key === last ? waiting : []),
  ]);
  return last === undefined ? [...merged, ...waiting] : merged;
}
