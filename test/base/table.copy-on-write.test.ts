import { expect, test } from "vitest";
import { newBatch, withEntry, withoutEntry, writableList, writableMap } from "#base/table.ts";

test("a batch copies a map once and then writes in place; other holders do not see it", () => {
  const before = new Map([["a", 1]]);
  const batch = newBatch("first");
  const own = writableMap(before, batch).set("b", 2);
  expect(writableMap(own, batch)).toBe(own);
  expect(writableMap(own, newBatch("second"))).not.toBe(own);
  expect([...before]).toEqual([["a", 1]]);
});

test("a batch copies a list once", () => {
  const before = [1];
  const batch = newBatch("first");
  const own = writableList(before, batch);
  own.push(2);
  expect([writableList(own, batch) === own, before]).toEqual([true, [1]]);
});

test("adding an existing entry or removing a missing one returns the same map", () => {
  const map = new Map([["a", 1]]);
  const batch = newBatch("none");
  expect(withEntry(map, "a", 1, batch)).toBe(map);
  expect(withoutEntry(map, "b", batch)).toBe(map);
  expect([...withEntry(map, "a", 2, batch)]).toEqual([["a", 2]]);
  expect([...withoutEntry(map, "a", batch)]).toEqual([]);
});
