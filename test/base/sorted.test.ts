import fc from "fast-check";
import { expect, test } from "vitest";
import { has, insert, position, remove, sorted, union, without } from "#base/sorted.ts";

const numbers = fc.array(fc.nat(30), { maxLength: 20 });
const rising = (all: Iterable<number>) => [...new Set(all)].sort((a, b) => a - b);

test("a list stays sorted and without duplicates after any operations", () => {
  const property = fc.property(numbers, numbers, fc.nat(30), (some, others, id) => {
    const [a, b] = [sorted(some), sorted(others)];
    expect(a).toEqual(rising(some));
    expect(insert(a, id)).toEqual(rising([...some, id]));
    expect(remove(a, id)).toEqual(rising(some.filter((one) => one !== id)));
    expect(union(a, b)).toEqual(rising([...some, ...others]));
    expect(without(a, new Set(b))).toEqual(a.filter((one) => !b.includes(one)));
    expect([has(a, id), position(a, id)]).toEqual([
      some.includes(id),
      a.filter((one) => one < id).length,
    ]);
  });
  fc.assert(property);
});

test("an operation that changes nothing returns the same list", () => {
  const ids = [1, 3, 5];
  expect(insert(ids, 3)).toBe(ids);
  expect(remove(ids, 4)).toBe(ids);
  expect(union(ids, [3])).toBe(ids);
  expect(without(ids, new Set([2]))).toBe(ids);
});
