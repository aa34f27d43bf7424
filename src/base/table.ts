/**
 * Immutable maps from IDs to values in chunks of 256, so that changing one entry of a hundred thousand copies one
 * chunk.
 *
 * A chunk is two arrays, which take a third of the memory of a map and are copied at once.
 *
 * Only the batch that created a chunk may write to it: within a batch, a chunk is copied at its first change and
 * modified in place after that. A table that does not change keeps its identity.
 */
import { position } from "./sorted.ts";

type Chunk<V> = {
  readonly owner: Batch | undefined;
  /** Ascending; the value of each has the same index in `values`. */
  readonly ids: number[];
  readonly values: V[];
};

export type Table<Id extends number, V> = {
  readonly size: number;
  /** Private to this file. */
  readonly chunks: Map<number, Chunk<V>>;
  readonly owner: Batch | undefined;
  /** Carries the type of the IDs; never set. */
  readonly key?: Id;
};

/** A series of changes that may modify in place what it has copied itself. */
export type Batch = { readonly label: string };

export function newBatch(label: string): Batch {
  return { label };
}

const shift = 8;

export function emptyTable<Id extends number, V>(): Table<Id, V> {
  return { size: 0, chunks: new Map(), owner: undefined };
}

const chunkOf = (id: number) => Math.floor(id / 2 ** shift);

function valueIn<V>({ ids, values }: Chunk<V>, id: number): V | undefined {
  const at = position(ids, id);
  return ids[at] === id ? values[at] : undefined;
}

/** A writable `chunk`: itself if the batch created it, else a copy that the batch owns. */
function ownChunk<V>(chunk: Chunk<V>, batch: Batch): Chunk<V> {
  if (chunk.owner === batch) return chunk;
  return { owner: batch, ids: chunk.ids.slice(), values: chunk.values.slice() };
}

/** True if `id` was added, false if its value was replaced. */
function write<V>({ ids, values }: Chunk<V>, id: number, value: V): boolean {
  const last = ids.at(-1);
  if (last === undefined || last < id) {
    ids.push(id);
    values.push(value);
    return true;
  }
  const at = position(ids, id);
  if (ids[at] === id) {
    values[at] = value;
    return false;
  }
  ids.splice(at, 0, id);
  values.splice(at, 0, value);
  return true;
}

export function get<Id extends number, V>(table: Table<Id, V>, id: Id): V | undefined {
  const chunk = table.chunks.get(chunkOf(id));
  return chunk && valueIn(chunk, id);
}

function writable<Id extends number, V>(table: Table<Id, V>, batch: Batch) {
  return table.owner === batch ? table.chunks : copyOf(table.chunks);
}

/** `table` with `value` at `id`; the same table if it already has that value. */
export function put<Id extends number, V>(
  table: Table<Id, V>,
  id: Id,
  value: V,
  batch: Batch,
): Table<Id, V> {
  const number = chunkOf(id);
  const old = table.chunks.get(number);
  const before = old && valueIn(old, id);
  if (before === value && before !== undefined) return table;
  const chunks = writable(table, batch);
  const chunk = old ? ownChunk(old, batch) : { owner: batch, ids: [], values: [] };
  const grew = write(chunk, id, value) ? 1 : 0;
  chunks.set(number, chunk);
  return { size: table.size + grew, chunks, owner: batch };
}

export function drop<Id extends number, V>(
  table: Table<Id, V>,
  id: Id,
  batch: Batch,
): Table<Id, V> {
  const number = chunkOf(id);
  const old = table.chunks.get(number);
  const at = old === undefined ? 0 : position(old.ids, id);
  if (old?.ids[at] !== id) return table;
  const chunks = writable(table, batch);
  const chunk = ownChunk(old, batch);
  chunk.ids.splice(at, 1);
  chunk.values.splice(at, 1);
  if (chunk.ids.length === 0) chunks.delete(number);
  else chunks.set(number, chunk);
  return { size: table.size - 1, chunks, owner: batch };
}

/** All values, in no particular order. While iterating, do not change the table in the batch that owns it. */
export function* values<Id extends number, V>(table: Table<Id, V>): Generator<V> {
  for (const chunk of table.chunks.values()) yield* chunk.values;
}

/**
 * The values whose IDs are in [from, to], ascending. The cost depends on the range or on the table's size, whichever is
 * smaller: on a server with many organizations, IDs of successive messages are far apart.
 */
export function* valuesBetween<Id extends number, V>(
  table: Table<Id, V>,
  from: number,
  to: number,
): Generator<V> {
  for (const number of chunksBetween(table, chunkOf(from), chunkOf(to))) {
    const chunk = table.chunks.get(number);
    if (chunk === undefined) continue;
    yield* chunk.values.slice(position(chunk.ids, from), position(chunk.ids, to + 1));
  }
}

/** Ascending; some may be missing. */
function chunksBetween(
  { chunks }: Table<number, unknown>,
  first: number,
  last: number,
): readonly number[] {
  const count = last - first + 1;
  if (count <= chunks.size)
    return Array.from({ length: Math.max(0, count) }, (_, at) => first + at);
  return [...chunks.keys()].filter((one) => one >= first && one <= last).sort((a, b) => a - b);
}

/** All IDs, in no particular order. */
export function* ids<Id extends number, V>(table: Table<Id, V>): Generator<Id> {
  for (const chunk of table.chunks.values()) yield* chunk.ids as Id[];
}

/** What has changed in a chunk. */
type ChunkChange<V> = {
  readonly number: number;
  /** All values of the chunk, ascending by ID; none if it is gone. */
  readonly values: readonly V[];
  /** Those of them that are not what they were. */
  readonly changed: readonly V[];
};

/** The chunks in which two tables differ. The cost depends on the number of chunks and the size of those. */
export function* changedChunks<Id extends number, V>(
  before: Table<Id, V>,
  after: Table<Id, V>,
): Generator<ChunkChange<V>> {
  if (before === after) return;
  for (const [number, chunk] of after.chunks) {
    const old = before.chunks.get(number);
    if (old === chunk) continue;
    const isNew = (value: V, at: number) =>
      old === undefined || valueIn(old, chunk.ids[at] ?? 0) !== value;
    yield { number, values: chunk.values, changed: chunk.values.filter(isNew) };
  }
  for (const number of before.chunks.keys())
    if (!after.chunks.has(number)) yield { number, values: [], changed: [] };
}

/** The IDs whose values differ, or that only one of the tables has. The cost is that of `changedChunks`. */
export function* changedIds<Id extends number, V>(
  before: Table<Id, V>,
  after: Table<Id, V>,
): Generator<Id> {
  if (before === after) return;
  for (const number of new Set([...before.chunks.keys(), ...after.chunks.keys()])) {
    const [old, chunk] = [before.chunks.get(number), after.chunks.get(number)];
    if (old !== chunk) yield* changedIn(old, chunk) as Iterable<Id>;
  }
}

function changedIn<V>(old: Chunk<V> | undefined, chunk: Chunk<V> | undefined): readonly number[] {
  const stored = (one: Chunk<V> | undefined, id: number) => one && valueIn(one, id);
  const ids = new Set([...(old?.ids ?? []), ...(chunk?.ids ?? [])]);
  return [...ids].filter((id) => stored(old, id) !== stored(chunk, id));
}

type NewTable<Id extends number, V> = {
  readonly add: (id: Id, value: V) => void;
  /** To be called last. */
  readonly table: () => Table<Id, V>;
};

/** A table that is filled at once; of several values with the same ID, the last one wins. */
export function newTable<Id extends number, V>(): NewTable<Id, V> {
  const chunks = new Map<number, Chunk<V>>();
  const unordered = new Set<number>();
  return {
    add: (id, value) => {
      const number = chunkOf(id);
      let chunk = chunks.get(number);
      if (chunk === undefined) {
        chunk = { owner: undefined, ids: [], values: [] };
        chunks.set(number, chunk);
      }
      const { ids, values } = chunk;
      const { length } = ids;
      if (length > 0 && (ids[length - 1] as number) >= id) unordered.add(number);
      ids.push(id);
      values.push(value);
    },
    table: () => {
      for (const number of unordered) order(chunks.get(number), number);
      unordered.clear();
      let size = 0;
      for (const { ids } of chunks.values()) size += ids.length;
      return { size, chunks, owner: undefined };
    },
  };
}

/** Puts a chunk in order at once: inserting its IDs one by one would move all others each time. */
function order<V>(chunk: Chunk<V> | undefined, number: number): void {
  if (chunk === undefined) return;
  const { ids, values } = chunk;
  // By its place in the chunk, one more than the index of the last value with that ID.
  const places = new Uint32Array(2 ** shift);
  const first = number * 2 ** shift;
  for (let at = 0; at < ids.length; at += 1) places[(ids[at] as number) - first] = at + 1;
  const [allIds, allValues] = [ids.slice(), values.slice()];
  ids.length = 0;
  values.length = 0;
  for (let place = 0; place < places.length; place += 1) {
    const after = places[place] as number;
    if (after === 0) continue;
    ids.push(allIds[after - 1] as number);
    values.push(allValues[after - 1] as V);
  }
}

/** A table of the given values by their own ids. */
export function tableOf<Id extends number, V>(
  all: Iterable<V>,
  idOf: (value: V) => Id,
): Table<Id, V> {
  const { add, table } = newTable<Id, V>();
  for (const value of all) add(idOf(value), value);
  return table();
}

// Maps and lists that one batch of changes copies once and then writes in place.
// A thousand changes to one map cost one copy instead of a thousand. Outside the batch they are immutable, so nothing
// may keep a reference to what an unfinished batch returned.

const owners = new WeakMap<object, Batch>();

/** A writable `map`: itself if the batch created it, else a copy that the batch owns. */
export function writableMap<K, V>(map: ReadonlyMap<K, V>, batch: Batch): Map<K, V> {
  if (owners.get(map) === batch) return map as Map<K, V>;
  const copy = copyOf(map);
  owners.set(copy, batch);
  return copy;
}

/** `new Map(map)` in two thirds of the time: that makes an object for each entry. */
function copyOf<K, V>(map: ReadonlyMap<K, V>): Map<K, V> {
  const copy = new Map<K, V>();
  for (const [key, value] of map) copy.set(key, value);
  return copy;
}

/** A writable `list`: itself if the batch created it, else a copy that the batch owns. */
export function writableList<V>(list: readonly V[], batch: Batch): V[] {
  if (owners.get(list) === batch) return list as V[];
  const copy = [...list];
  owners.set(copy, batch);
  return copy;
}

/** The entries that `after` has anew or otherwise; undefined for a key that it has no longer. */
export function* changedEntries<K, V>(
  before: ReadonlyMap<K, V>,
  after: ReadonlyMap<K, V>,
): Generator<readonly [K, V | undefined]> {
  if (before === after) return;
  for (const [key, value] of after) if (before.get(key) !== value) yield [key, value];
  for (const key of before.keys()) if (!after.has(key)) yield [key, undefined];
}

/** `map` with `value` at `key`; the same map if it already has that value. */
export function withEntry<K, V>(
  map: ReadonlyMap<K, V>,
  key: K,
  value: V,
  batch: Batch,
): ReadonlyMap<K, V> {
  if (value !== undefined && map.get(key) === value) return map;
  return writableMap(map, batch).set(key, value);
}

/** `map` without `key`; the same map if it has no such key. */
export function withoutEntry<K, V>(
  map: ReadonlyMap<K, V>,
  key: K,
  batch: Batch,
): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const copy = writableMap(map, batch);
  copy.delete(key);
  return copy;
}
