/** Restores rows of a list: at their earlier position, or where the order of the list puts them. */
import type { GroupedRow, RowOrigin } from "#journal/step-location.ts";
import {
  type Cursor,
  indexOfRow,
  isListed,
  type List,
  type RowKey,
  sizeOf,
  withoutRow,
} from "./list.ts";

/** The row with its neighbours; undefined if it is not listed. */
export function originOf(list: List, key: RowKey): RowOrigin | undefined {
  const at = indexOfRow(list, key, list.cursor?.at);
  const row = list.rows[at];
  return row && { row, before: list.rows[at - 1]?.key, after: list.rows[at + 1]?.key };
}

/** Restores the rows at their earlier positions, with the cursor on the first of them. */
export function restored(list: List, origins: readonly RowOrigin[]): List {
  const [first] = origins;
  if (first === undefined) return list;
  const whole = origins.toReversed().reduce(withRow, list);
  const at = indexOfRow(whole, first.row.key, whole.cursor?.at);
  return { ...whole, cursor: { key: first.row.key, at } };
}

function withRow(list: List, { row, before, after }: RowOrigin): List {
  const ticks = new Set(list.ticked);
  ticks.delete(row.key);
  const unticked = { ...list, ticked: ticks };
  return isListed(list, row.key)
    ? unticked
    : insertedAt(unticked, row, indexFor(list, row, before, after));
}

function insertedAt(list: List, row: GroupedRow, index: number): List {
  const dropped = new Set(list.dropped);
  dropped.delete(row.key);
  const shifted = <At extends Cursor>(cursor: At | undefined) =>
    cursor !== undefined && index <= cursor.at ? { ...cursor, at: cursor.at + 1 } : cursor;
  return {
    ...list,
    rows: list.rows.toSpliced(index, 0, row),
    counts: { ...list.counts, [row.section]: (list.counts[row.section] ?? 0) + sizeOf(row) },
    cursor: shifted(list.cursor),
    top: shifted(list.top),
    // The same set if the row was listed, so that counts memoized by it stay valid.
    known: list.known.has(row.key) ? list.known : new Set(list.known).add(row.key),
    dropped,
  };
}

/** Beside a neighbour that is still listed, else at the end of its section. */
function indexFor(
  list: List,
  row: GroupedRow,
  before: RowKey | undefined,
  after: RowKey | undefined,
): number {
  const near = list.cursor?.at;
  const isNeighbour = (at: number) =>
    list.rows[at]?.section === row.section && list.rows[at]?.group === row.group;
  const next = after === undefined ? -1 : indexOfRow(list, after, near);
  if (isNeighbour(next)) return next;
  const previous = before === undefined ? -1 : indexOfRow(list, before, near);
  if (isNeighbour(previous)) return previous + 1;
  if (next >= 0 && previous === next - 1) return next;
  const last = list.rows.findLastIndex(
    ({ section, group }) => section === row.section && group === row.group,
  );
  return last >= 0 ? last + 1 : endOfSection(list, row);
}

function endOfSection(list: List, row: GroupedRow): number {
  const end = list.rows.findLastIndex(({ section }) => section === row.section);
  if (end >= 0) return end + 1;
  const rank = (one: string) => Object.keys(list.counts).indexOf(one);
  const below = list.rows.findIndex(({ section }) => rank(section) > rank(row.section));
  return below >= 0 ? below : list.rows.length;
}

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
  const without = standings.reduce((now, { row }) => withoutRow(now, row.key), list);
  const whole = standings.reduce(
    (now, standing) => insertedAt(now, standing.row, indexBy(now, standing)),
    without,
  );
  const { key = "", at } = list.cursor ?? {};
  return { ...whole, cursor: list.cursor && { key, at: indexOfRow(whole, key, at) } };
}

function isAtOrigin(list: List, { row, before, after }: RowOrigin): boolean {
  const at = indexOfRow(list, row.key, list.cursor?.at);
  return list.rows[at - 1]?.key === before && list.rows[at + 1]?.key === after;
}

/** Beside the nearest row that is listed; groups stay together. */
function indexBy(list: List, { row, before, after }: Standing): number {
  const near = (rows: readonly GroupedRow[]) => rows.find(({ key }) => isListed(list, key));
  const [above, below] = [near(before), near(after)];
  const isMate = (one: GroupedRow | undefined) => one !== undefined && one.group === row.group;
  if (above !== undefined && isMate(above)) return indexOfRow(list, above.key) + 1;
  if (below !== undefined && isMate(below)) return indexOfRow(list, below.key);
  const isOf =
    (one: GroupedRow) =>
    ({ section, group }: GroupedRow) =>
      section === one.section && group === one.group;
  if (above !== undefined) return list.rows.findLastIndex(isOf(above)) + 1;
  return below === undefined ? endOfSection(list, row) : list.rows.findIndex(isOf(below));
}
