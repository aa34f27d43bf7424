import { expect, test } from "vitest";
import { memoizeLast, sameList } from "#base/memoize-last.ts";

test("a function is asked again only when one of its arguments is another", () => {
  let asked = 0;
  const sum = memoizeLast((a: number, b: number) => {
    asked += 1;
    return { sum: a + b };
  });
  const first = sum(1, 2);
  expect([sum(1, 2) === first, asked]).toEqual([true, 1]);
  expect([sum(1, 3).sum, asked]).toEqual([4, 2]);
});

test("a list of the very same elements keeps its identity", () => {
  const [one, two] = [{}, {}];
  const before = [one, two];
  expect(sameList(before, [one, two])).toBe(before);
  const after = [two, one];
  expect(sameList(before, after)).toBe(after);
  expect(sameList(before, [one])).toHaveLength(1);
});
