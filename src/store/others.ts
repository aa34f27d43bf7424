/**
 * Rows of other accounts in a list of the shown one.
 *
 * Their keys begin with the account's name; those of the shown account's rows are as ever, so that whatever acts on rows
 * need not know that there are several accounts. A list that is taken along to another account is renamed for it.
 */
import { memoizeEach, memoizePer } from "#base/memoize.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { type Cursor, isHeading, type List } from "./list.ts";
import { renamedMarks } from "./marks.ts";
import { foreignKey, foreignRow, keysOf, type RowKey, renaming, takenKeys } from "./row-keys.ts";
import type { OtherAccount, State } from "./state.ts";

/** The other account; undefined if it is not live any more. */
export function otherNamed(
  { others }: Pick<State, "others">,
  account: string,
): OtherAccount | undefined {
  return others.find(({ name }) => name === account);
}

/** The state of the row's account, and its key there; undefined if that account is not live any more. */
export function rowIn(
  state: State,
  key: RowKey,
):
  | { readonly state: State; readonly key: RowKey; readonly account?: string | undefined }
  | undefined {
  const foreign = foreignRow(key);
  if (foreign === undefined) return { state, key };
  const other = otherNamed(state, foreign.account);
  return other && { ...foreign, state: other.state };
}

/** The account's rows as others list them; the same array for the same rows. */
export const foreignRowsOf = memoizePer((rows: readonly GroupedRow[], account: string) =>
  rows.map((row) => renamedRow(row, (key) => foreignKey(account, key))),
);

function renamedRow(row: GroupedRow, rename: (key: RowKey) => RowKey): GroupedRow {
  const { group, part } = row;
  const key = rename(row.key);
  // Most rows are of neither account.
  if (key === row.key) return row;
  // A day is the same in all accounts.
  const renamed = group?.startsWith("day:") === false ? { group: rename(group) } : {};
  return { ...row, key, ...renamed, ...(part !== undefined && { part: rename(part) }) };
}

/** Only the rows from the index `from` up to `to`; the list itself if these are all. */
export function partOf(list: List, from: number, to: number): List {
  const { cursor, top } = list;
  const [above, below] = [from, list.rows.length - to];
  if (above === 0 && below === 0) return list;
  const rows = list.rows.slice(from, to);
  const inPart = <At extends Cursor>(at: At | undefined) =>
    at !== undefined && from <= at.at && at.at < to ? { ...at, at: at.at - from } : undefined;
  return {
    ...list,
    rows,
    rowKeys: keysOf(rows.map(({ key }) => key)),
    cursor: inPart(cursor),
    top: inPart(top),
    part: { above, below },
  };
}

/** The whole list with what became of `given`, a part of it; `part` itself if it has got all rows since. */
export function withPart(whole: List, given: List, part: List): List {
  if (part.part === undefined) return part;
  const { above, below } = part.part;
  const end = whole.rows.length - below;
  const grown = part.rows.length - given.rows.length;
  const inWhole = <At extends Cursor>(own: At | undefined, before: At | undefined) => {
    if (own !== undefined) return { ...own, at: own.at + above };
    return before !== undefined && before.at >= end ? { ...before, at: before.at + grown } : before;
  };
  const rows = [...whole.rows.slice(0, above), ...part.rows, ...whole.rows.slice(end)];
  return {
    ...part,
    rows: part.rows === given.rows ? whole.rows : rows,
    rowKeys: whole.rowKeys,
    seen: whole.seen,
    cursor: inWhole(part.cursor, whole.cursor),
    top: inWhole(part.top, whole.top),
    part: undefined,
  };
}

/** Rows as they were before they were renamed: taken there and back, a list is the same one. */
const originals = new WeakMap<object, { readonly to: string; readonly before: unknown }>();

/** The list as `to` sees it. Takes time proportional to the list, but only once while its rows are unchanged. */
export function listSeenBy(list: List, from: string, to: string): List {
  if (from === to) return list;
  const rename = renaming(from, to);
  const { cursor, top } = list;
  return {
    ...list,
    rows: renamed(list.rows, from, to, (rows) => rows.map((row) => renamedRow(row, rename))),
    rowKeys: renamed(list.rowKeys, from, to, (keys) => takenKeys(keys, from, to)),
    marks: renamedMarks(list.marks, rename),
    cursor: cursor && (isSection(list, cursor) ? cursor : { ...cursor, key: rename(cursor.key) }),
    top: top && { ...top, key: rename(top.key) },
    keysBefore: undefined,
    seen: undefined,
  };
}

function isSection(list: List, cursor: NonNullable<List["cursor"]>): boolean {
  return isHeading(list, cursor) && list.rows[cursor.at]?.section === cursor.key;
}

/** By both accounts: keys on rows of several in turn take the list to each of them only once. */
const namesOnTheWay = memoizeEach((_: object) => new Map<string, unknown>());

function renamed<T extends object>(value: T, from: string, to: string, rename: (value: T) => T): T {
  const original = originals.get(value);
  // As it was put there: both are the same type, since a value is only ever renamed as what it is.
  if (original?.to === to) return original.before as T;
  const names = namesOnTheWay(value);
  const way = foreignKey(from, to);
  if (names.has(way)) return names.get(way) as T;
  const after = rename(value);
  originals.set(after, { to: from, before: value });
  names.set(way, after);
  return after;
}
