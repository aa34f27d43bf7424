/**
 * Maps from ids to values in chunks of 256, so that changing one entry of a hundred thousand copies one chunk.
 *
 * Tables are immutable to everybody but the batch that made them: within a batch, a chunk is copied at its first
 * change and written in place after that. A table that is returned unchanged keeps its identity.
 */

type Chunk<V> = { readonly owner: Batch | undefined; readonly entries: Map<number, V> };

export type Table<Id extends number, V> = {
  readonly size: number;
  /** For this file only. */
  readonly chunks: Map<number, Chunk<V>>;
  readonly owner: Batch | undefined;
  /** Names the type of the ids; never set. */
  readonly key?: Id;
};

/** Whoever holds the same batch may write in place what it has copied. One batch is one turn of changes. */
export type Batch = { readonly label: string };

export function newBatch(label: string): Batch {
  return { label };
}

const shift = 8;

export function emptyTable<Id extends number, V>(): Table<Id, V> {
  return { size: 0, chunks: new Map(), owner: undefined };
}

/** The value of `id`; undefined when there is none. */
export function get<Id extends number, V>(table: Table<Id, V>, id: Id): V | undefined {
  return table.chunks.get(Math.floor(id / 2 ** shift))?.entries.get(id);
}

function writable<Id extends number, V>(table: Table<Id, V>, batch: Batch) {
  return table.owner === batch ? table.chunks : new Map(table.chunks);
}

/** `table` with `value` at `id`; the same table when it stood there already. */
export function put<Id extends number, V>(
  table: Table<Id, V>,
  id: Id,
  value: V,
  batch: Batch,
): Table<Id, V> {
  const number = Math.floor(id / 2 ** shift);
  const old = table.chunks.get(number);
  const before = old?.entries.get(id);
  if (before === value && before !== undefined) return table;
  const chunks = writable(table, batch);
  const own = old?.owner === batch ? old : { owner: batch, entries: new Map(old?.entries) };
  const grew = own.entries.has(id) ? 0 : 1;
  own.entries.set(id, value);
  chunks.set(number, own);
  return { size: table.size + grew, chunks, owner: batch };
}

/** `table` without `id`. */
export function drop<Id extends number, V>(
  table: Table<Id, V>,
  id: Id,
  batch: Batch,
): Table<Id, V> {
  const number = Math.floor(id / 2 ** shift);
  const old = table.chunks.get(number);
  if (!old?.entries.has(id)) return table;
  const chunks = writable(table, batch);
  const own = old.owner === batch ? old : { owner: batch, entries: new Map(old.entries) };
  own.entries.delete(id);
  if (own.entries.size === 0) chunks.delete(number);
  else chunks.set(number, own);
  return { size: table.size - 1, chunks, owner: batch };
}

/** All values, in no promised order. */
export function* values<Id extends number, V>(table: Table<Id, V>): Generator<V> {
  for (const chunk of table.chunks.values()) yield* chunk.entries.values();
}

/** The values whose ids lie in [from, to], in no promised order; costs what lies there, not what the table holds. */
export function* valuesBetween<Id extends number, V>(
  table: Table<Id, V>,
  from: number,
  to: number,
): Generator<V> {
  const last = Math.floor(to / 2 ** shift);
  for (let number = Math.floor(from / 2 ** shift); number <= last; number += 1) {
    for (const [id, value] of table.chunks.get(number)?.entries ?? []) {
      if (id >= from && id <= to) yield value;
    }
  }
}

/** All ids, in no promised order. */
export function* ids<Id extends number, V>(table: Table<Id, V>): Generator<Id> {
  for (const chunk of table.chunks.values()) yield* chunk.entries.keys() as Iterable<Id>;
}

/** A table of the given entries; a later one of the same id wins. */
export function tableFrom<Id extends number, V>(entries: Iterable<readonly [Id, V]>): Table<Id, V> {
  const chunks = new Map<number, Chunk<V>>();
  let size = 0;
  for (const [id, value] of entries) {
    const number = Math.floor(id / 2 ** shift);
    let chunk = chunks.get(number);
    if (chunk === undefined) {
      chunk = { owner: undefined, entries: new Map() };
      chunks.set(number, chunk);
    }
    if (!chunk.entries.has(id)) size += 1;
    chunk.entries.set(id, value);
  }
  return { size, chunks, owner: undefined };
}

/** A table of the given values by their own ids. */
export function tableOf<Id extends number, V>(
  all: Iterable<V>,
  idOf: (value: V) => Id,
): Table<Id, V> {
  return tableFrom(Array.from(all, (value) => [idOf(value), value] as const));
}
