/**
 * Sorted lists of unique IDs.
 *
 * Every function returns its argument if nothing changes, so that callers can detect this by identity.
 */

export type Sorted<Id extends number = number> = readonly Id[];

/** The index of the first element not below `id`: where `id` is, or would be inserted. */
export function position(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function has(ids: readonly number[], id: number): boolean {
  return ids[position(ids, id)] === id;
}

export function insert<Id extends number>(ids: Sorted<Id>, id: Id): Sorted<Id> {
  const last = ids.at(-1);
  if (last === undefined || last < id) return [...ids, id];
  const at = position(ids, id);
  return ids[at] === id ? ids : ids.toSpliced(at, 0, id);
}

export function remove<Id extends number>(ids: Sorted<Id>, id: Id): Sorted<Id> {
  const at = position(ids, id);
  return ids[at] === id ? ids.toSpliced(at, 1) : ids;
}

/** Any list as a sorted one. */
export function sorted<Id extends number>(ids: Iterable<Id>): Sorted<Id> {
  const all = [...ids];
  if (all.every((id, index) => index === 0 || id > (all[index - 1] as Id))) return all;
  all.sort((a, b) => a - b);
  return all.filter((id, index) => id !== all[index - 1]);
}

/** The ids of both; both must be sorted. */
export function union<Id extends number>(a: Sorted<Id>, b: Sorted<Id>): Sorted<Id> {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const firstOfB = b[0] as Id;
  if ((a.at(-1) as Id) < firstOfB) return [...a, ...b];
  const merged = sorted([...a, ...b]);
  return merged.length === a.length ? a : merged;
}

/** The ids of `a` that are not among `gone`. */
export function without<Id extends number>(a: Sorted<Id>, gone: ReadonlySet<Id>): Sorted<Id> {
  if (gone.size === 0) return a;
  const left = a.filter((id) => !gone.has(id));
  return left.length === a.length ? a : left;
}
