/** Tables by the replica's form, from entries. */
import { newTable, type Table } from "#base/table.ts";

export function tableFrom<Id extends number, V>(entries: Iterable<readonly [Id, V]>): Table<Id, V> {
  const { add, table } = newTable<Id, V>();
  for (const [id, value] of entries) add(id, value);
  return table();
}
