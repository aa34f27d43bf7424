/**
 * Maps and lists that one batch of changes copies once and then writes in place.
 *
 * A thousand changes to one map cost one copy instead of a thousand. Outside the batch they are immutable, so nothing
 * may keep a reference to what an unfinished batch returned.
 */
import type { Batch } from "./table.ts";

const owners = new WeakMap<object, Batch>();

/** A writable `map`: itself if the batch created it, else a copy that the batch owns. */
export function writableMap<K, V>(map: ReadonlyMap<K, V>, batch: Batch): Map<K, V> {
  if (owners.get(map) === batch) return map as Map<K, V>;
  const copy = new Map(map);
  owners.set(copy, batch);
  return copy;
}

/** A writable `list`: itself if the batch created it, else a copy that the batch owns. */
export function writableList<V>(list: readonly V[], batch: Batch): V[] {
  if (owners.get(list) === batch) return list as V[];
  const copy = [...list];
  owners.set(copy, batch);
  return copy;
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
  const own = writableMap(map, batch);
  own.delete(key);
  return own;
}
