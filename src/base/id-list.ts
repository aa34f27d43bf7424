/**
 * Sorted lists of unique IDs that grow to thousands, one ID at a time.
 *
 * All blocks but the last are full, so appending an ID copies one block; any other change copies the list. Every
 * function returns its argument if nothing changes.
 */
import * as sorted from "./sorted.ts";

export type IdList<Id extends number = number> = {
  readonly length: number;
  /** Private to this file. */
  readonly blocks: readonly sorted.Sorted<Id>[];
};

const shift = 7;
const blockSize = 2 ** shift;

export const emptyIdList: IdList<never> = { length: 0, blocks: [] };

/** `ids` must be sorted. */
export function idListOf<Id extends number>(ids: sorted.Sorted<Id>): IdList<Id> {
  if (ids.length === 0) return emptyIdList;
  const blocks: sorted.Sorted<Id>[] = [];
  for (let at = 0; at < ids.length; at += blockSize) blocks.push(ids.slice(at, at + blockSize));
  return { length: ids.length, blocks };
}

export function idsOf<Id extends number>({ blocks }: IdList<Id>): sorted.Sorted<Id> {
  return blocks.length === 1 ? (blocks[0] ?? []) : blocks.flat();
}

/** Undefined beyond the ends; a negative `index` counts from the end. */
export function idAt<Id extends number>({ length, blocks }: IdList<Id>, index: number) {
  const at = index < 0 ? length + index : index;
  return blocks[at >> shift]?.[at % blockSize];
}

export function hasId(list: IdList, id: number): boolean {
  const { blocks } = list;
  let at = blocks.length - 1;
  while (at > 0 && (blocks[at]?.[0] ?? 0) > id) at -= 1;
  const block = blocks[at];
  return block !== undefined && sorted.has(block, id);
}

export function insertId<Id extends number>(list: IdList<Id>, id: Id): IdList<Id> {
  const last = idAt(list, -1);
  if (last === undefined || last < id) return appended(list, id);
  return hasId(list, id) ? list : idListOf(sorted.insert(idsOf(list), id));
}

function appended<Id extends number>({ length, blocks }: IdList<Id>, id: Id): IdList<Id> {
  const tail = blocks.at(-1);
  const after =
    tail === undefined || tail.length === blockSize
      ? blocks.concat([[id]])
      : blocks.with(-1, tail.concat(id));
  return { length: length + 1, blocks: after };
}

export function removeId<Id extends number>(list: IdList<Id>, id: Id): IdList<Id> {
  return hasId(list, id) ? idListOf(sorted.remove(idsOf(list), id)) : list;
}

export function withoutIds<Id extends number>(list: IdList<Id>, gone: ReadonlySet<Id>): IdList<Id> {
  const before = idsOf(list);
  const after = sorted.without(before, gone);
  return after === before ? list : idListOf(after);
}

/** `list` with all of `ids`, which must be sorted. */
export function withIds<Id extends number>(list: IdList<Id>, ids: sorted.Sorted<Id>): IdList<Id> {
  const before = idsOf(list);
  const after = sorted.union(before, ids);
  return after === before ? list : idListOf(after);
}
