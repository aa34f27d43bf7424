/**
 * Keys of rows, and sets of them.
 *
 * Keys of rows of other accounts begin with the account's name; those of the shown account's rows are as ever. A set has
 * those of each account apart: what is derived of one account's stays valid while another's change, and if another
 * account is shown.
 */
import { memoizeEach } from "#base/memoize.ts";
import type { GroupedRow } from "#journal/journal.ts";

/** Names a row, a heading or a section; unique in its list. */
export type RowKey = string;

/** No key of a row or a heading begins with it, and no name of an account contains it. */
const mark = "\u0000";

/** The key of another account's row or heading. */
export function foreignKey(account: string, key: RowKey): RowKey {
  return `${mark}${account}${mark}${key}`;
}

/** Whose row it is, and its key there; undefined for rows of the shown account, and for sections. */
export function foreignRow(
  key: RowKey,
): { readonly account: string; readonly key: RowKey } | undefined {
  if (!key.startsWith(mark)) return undefined;
  const end = key.indexOf(mark, 1);
  return { account: key.slice(1, end), key: key.slice(end + 1) };
}

/** The key as another account has it that is shown instead. */
export function renaming(from: string, to: string): (key: RowKey) => RowKey {
  const inTarget = foreignKey(to, "");
  return (key) => {
    if (!key.startsWith(mark)) return foreignKey(from, key);
    return key.startsWith(inTarget) ? key.slice(inTarget.length) : key;
  };
}

/** By account, undefined for the shown one; the keys are those that the rows have there. */
export type RowKeys = ReadonlyMap<string | undefined, ReadonlySet<RowKey>>;

export const noRowKeys: RowKeys = new Map();

const none: ReadonlySet<RowKey> = new Set();

export function keysOf(keys: Iterable<RowKey>): RowKeys {
  return withKeys(noRowKeys, keys);
}

/** The same object for the same rows, which are all of one account that is shown. */
export const keysOfRows = memoizeEach(
  (rows: readonly GroupedRow[]): ReadonlySet<RowKey> => new Set(rows.map(({ key }) => key)),
);

/** The same object for the same rows: a list of 20,000 rows is shown again whenever its filter is cleared. */
export const keysAmong = memoizeEach((rows: readonly GroupedRow[]) =>
  keysOf(rows.map(({ key }) => key)),
);

export function hasKey(keys: RowKeys, key: RowKey): boolean {
  const foreign = foreignRow(key);
  return keysIn(keys, foreign?.account).has(foreign?.key ?? key);
}

/** Those of an account. */
export function keysIn(keys: RowKeys, account: string | undefined): ReadonlySet<RowKey> {
  return keys.get(account) ?? none;
}

export function withKeys(keys: RowKeys, added: Iterable<RowKey>): RowKeys {
  const changed = new Map<string | undefined, Set<RowKey>>();
  for (const key of added) {
    const foreign = foreignRow(key);
    const account = foreign?.account;
    const ofAccount = changed.get(account) ?? new Set(keysIn(keys, account));
    changed.set(account, ofAccount.add(foreign?.key ?? key));
  }
  return changed.size === 0 ? keys : new Map([...keys, ...changed]);
}

export function withoutKey(keys: RowKeys, key: RowKey): RowKeys {
  if (!hasKey(keys, key)) return keys;
  const foreign = foreignRow(key);
  const left = new Set(keysIn(keys, foreign?.account));
  left.delete(foreign?.key ?? key);
  return new Map(keys).set(foreign?.account, left);
}

/** The same keys where `to` is shown instead of `from`. */
export function takenKeys(keys: RowKeys, from: string, to: string): RowKeys {
  const named = (account: string | undefined) => {
    if (account === undefined) return from;
    return account === to ? undefined : account;
  };
  return new Map([...keys].map(([account, own]) => [named(account), own]));
}
