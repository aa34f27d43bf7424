import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changedChunks,
  drop,
  emptyTable,
  get,
  ids,
  newBatch,
  put,
  type Table,
  tableOf,
  values,
  valuesBetween,
} from "#base/table.ts";
import { tableFrom } from "../support/table.ts";

const change = fc.record({
  id: fc.nat(2000),
  value: fc.option(fc.string({ maxLength: 3 }), { nil: undefined }),
  newBatch: fc.boolean(),
});

const asMap = (table: Table<number, string>) =>
  new Map([...ids(table)].map((id) => [id, get(table, id)]));

test("a table has the entries of a map, and a snapshot before a batch is unchanged", () => {
  const property = fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
    const map = new Map<number, string>();
    let table = emptyTable<number, string>();
    let batch = newBatch("first");
    let shown = { table, map: new Map(map) };
    for (const { id, value, newBatch: isNew } of changes) {
      if (isNew) {
        expect(asMap(shown.table)).toEqual(shown.map);
        shown = { table, map: new Map(map) };
        batch = newBatch("next");
      }
      if (value === undefined) map.delete(id);
      else map.set(id, value);
      table = value === undefined ? drop(table, id, batch) : put(table, id, value, batch);
      expect(table.size).toBe(map.size);
    }
    expect(asMap(table)).toEqual(map);
    expect(asMap(shown.table)).toEqual(shown.map);
    expect(asMap(tableFrom(map))).toEqual(map);
    const all = changes.map(({ id, value = "" }) => [id, value] as const);
    expect(asMap(tableFrom(all))).toEqual(new Map(all));
    expect(tableFrom(all).size).toBe(new Map(all).size);
    const some = [...map].filter(([id]) => id >= 300 && id <= 900).map(([, value]) => value);
    expect([...valuesBetween(table, 300, 900)].sort()).toEqual(some.sort());
    const ascending = [...map].sort(([one], [other]) => one - other).map(([, value]) => value);
    for (const last of [2_000, Number.MAX_SAFE_INTEGER])
      expect([...valuesBetween(table, -1, last)]).toEqual(ascending);
  });
  fc.assert(property);
});

test("the chunks that changed tell what is new, and which are gone", () => {
  const before = tableFrom(["a", "b", "c", "d"].map((value, at) => [at * 300, value] as const));
  const batch = newBatch("later");
  const after = drop(put(put(before, 301, "e", batch), 2, "f", batch), 900, batch);
  expect([...changedChunks(before, after)]).toEqual([
    { number: 0, values: ["a", "f"], changed: ["f"] },
    { number: 1, values: ["b", "e"], changed: ["e"] },
    { number: 3, values: [], changed: [] },
  ]);
  expect([...changedChunks(after, after)]).toEqual([]);
});

test("an operation that changes nothing returns the same table", () => {
  const table = tableOf(["one", "three"], (word) => word.length);
  const batch = newBatch("none");
  expect([...values(table)]).toEqual(["one", "three"]);
  expect(put(table, 3, "one", batch)).toBe(table);
  expect(drop(table, 4, batch)).toBe(table);
});
