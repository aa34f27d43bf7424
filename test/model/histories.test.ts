import fc from "fast-check";
import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { newBatch } from "#base/table.ts";
import {
  cutIn,
  type Histories,
  type History,
  insertIn,
  isWhole,
  joined,
  partOf,
  removeFrom,
} from "#model/histories.ts";
import { narrowKey } from "#model/narrow.ts";
import type { MessageId } from "#wire/ids.ts";
import * as make from "../support/make.ts";
import { runs } from "../support/runs.ts";

const topic = make.topic();
const key = narrowKey(topic);

function historyOf(ids: readonly number[], holes: readonly number[] = []): History {
  const history = {
    narrow: topic,
    ids: make.ids(...ids),
    oldestKnown: true,
    newestKnown: true,
    epoch: 1,
  };
  return holes.length === 0 ? history : { ...history, holes: make.ids(...holes) };
}

function changed(history: History, change: (histories: Histories) => Histories) {
  return change(new Map([[key, history]])).get(key);
}

const removed = (history: History, ...ids: number[]) =>
  changed(history, (all) => removeFrom(all, [key], new Set(make.ids(...ids)), newBatch("test")));
const inserted = (history: History, id: number) =>
  changed(history, (all) => insertIn(all, [key], make.id(id), newBatch("test")));
const cut = (history: History, id: number) =>
  changed(history, (all) => cutIn(all, key, [make.id(id)], newBatch("test")));

test("a hole after a removed message is after the one above it", () => {
  expect(removed(historyOf([1, 2, 3], [2]), 2)).toEqual(historyOf([1, 3], [1]));
});

test("a hole that becomes an end leaves that end unknown", () => {
  const history = historyOf([1, 2, 3], [1, 2]);
  expect(removed(history, 1)).toEqual({ ...historyOf([2, 3], [2]), oldestKnown: false });
  expect(removed(history, 3)).toEqual({ ...historyOf([1, 2], [1]), newestKnown: false });
});

test("a message inserted into a hole may have others on both sides", () => {
  expect(inserted(historyOf([1, 4], [1]), 3)).toEqual(historyOf([1, 3, 4], [1, 3]));
  expect(inserted(historyOf([1, 4, 6], [4]), 3)).toEqual(historyOf([1, 3, 4, 6], [4]));
});

test("a part has the holes within it", () => {
  const history = historyOf([1, 2, 3, 4, 5], [1, 3, 4]);
  const middle = { ...historyOf([2, 3, 4], [3]), oldestKnown: false, newestKnown: false };
  expect(partOf(history, 1, 4)).toEqual(middle);
  expect(partOf(history, 0, 5)).toBe(history);
  expect(cut(history, 2)).toEqual({ ...historyOf([3, 4, 5], [3, 4]), oldestKnown: false });
});

test("joined parts have the holes of both", () => {
  const [older, newer] = [historyOf([1, 9], [1]), historyOf([9, 10, 12], [10])];
  expect(joined(older, newer)).toEqual(historyOf([1, 9, 10, 12], [1, 10]));
  expect(joined(older, historyOf([4, 5])).holes).toEqual([1, 5]);
});

test("a history with holes is not whole", () => {
  expect([undefined, historyOf([1, 2]), historyOf([1, 2], [1])].map(isWhole)).toEqual([
    false,
    true,
    false,
  ]);
});

type Change = (history: History) => History | undefined;

/** Messages have even numbers; the one that nobody knows is odd. */
const change: fc.Arbitrary<Change> = fc
  .record({
    kind: fc.constantFrom("insert", "remove", "cut", "part"),
    one: fc.nat(50),
    other: fc.nat(50),
  })
  .map(({ kind, one, other }) => (history) => {
    if (kind === "insert") return inserted(history, 2 * one);
    if (kind === "remove") return removed(history, 2 * one);
    if (kind === "cut") return cut(history, 2 * one + 1);
    return partOf(history, Math.min(one, other), Math.max(one, other));
  });

/** Whether `history` says that the message, which is not among its own, does not exist. */
function claimsToKnow(history: History | undefined, id: number): boolean {
  if (history === undefined || history.ids.length === 0) return false;
  const at = history.ids.findLastIndex((other) => other < id);
  if (at < 0) return history.oldestKnown;
  if (at === history.ids.length - 1) return history.newestKnown;
  return history.holes?.includes(history.ids[at] as MessageId) !== true;
}

test("whatever changes, a history does not claim to know what is in its holes", () => {
  const numbers = fc.uniqueArray(fc.nat(49), { minLength: 2 });
  fc.assert(
    fc.property(numbers, fc.nat(), fc.array(change), (all, at, changes) => {
      const ids = sorted(all.map((id) => 2 * id));
      const hole = ids[at % (ids.length - 1)] as number;
      let history: History | undefined = historyOf(ids, [hole]);
      for (const apply of changes) {
        history = history && apply(history);
        expect(claimsToKnow(history, hole + 1)).toBe(false);
      }
    }),
    { numRuns: runs(4) },
  );
});
