import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hasId,
  idAt,
  idListOf,
  idsOf,
  insertId,
  removeId,
  withIds,
  withoutIds,
} from "#base/id-list.ts";
import { sorted } from "#base/sorted.ts";

/** IDs of up to a few blocks. */
const some = fc.uniqueArray(fc.nat(900), { maxLength: 600 }).map((ids) => sorted(ids));

test("a list has the elements of a sorted array after any operations", () => {
  const property = fc.property(some, some, fc.nat(1000), (a, b, id) => {
    const list = a.reduce((grown, one) => insertId(grown, one), idListOf<number>([]));
    expect(list).toEqual(idListOf(a));
    expect([idsOf(list), list.length]).toEqual([a, a.length]);
    expect([idAt(list, id), idAt(list, -1 - id)]).toEqual([a[id], a.at(-1 - id)]);
    expect(hasId(list, id)).toBe(a.includes(id));
    expect(insertId(list, id)).toEqual(idListOf(sorted([...a, id])));
    expect(removeId(list, id)).toEqual(idListOf(a.filter((one) => one !== id)));
    expect(withIds(list, b)).toEqual(idListOf(sorted([...a, ...b])));
    expect(withoutIds(list, new Set(b))).toEqual(idListOf(a.filter((one) => !b.includes(one))));
    expect(idsOf(list)).toEqual(a);
  });
  fc.assert(property);
});

test("an operation that changes nothing returns the same list", () => {
  const list = idListOf([2, 4, 6]);
  expect(insertId(list, 4)).toBe(list);
  expect(removeId(list, 5)).toBe(list);
  expect(withIds(list, [2, 6])).toBe(list);
  expect(withoutIds(list, new Set([1, 3]))).toBe(list);
});
