import { expect, test } from "vitest";
import { memoizeFor, memoizeLast, memoizeTexts, sameFields, sameList } from "#base/memoize.ts";
import { retainedBytes } from "../support/heap.ts";

test("a function is called again only when an argument changes", () => {
  let calls = 0;
  const sum = memoizeLast((a: number, b: number) => {
    calls += 1;
    return { sum: a + b };
  });
  const first = sum(1, 2);
  expect([sum(1, 2) === first, calls]).toEqual([true, 1]);
  expect([sum(1, 3).sum, calls]).toEqual([4, 2]);
});

test("a list with identical elements keeps its identity", () => {
  const [one, two] = [{}, {}];
  const before = [one, two];
  expect(sameList(before, [one, two])).toBe(before);
  const after = [two, one];
  expect(sameList(before, after)).toBe(after);
  expect(sameList(before, [one])).toHaveLength(1);
});

test("an object with identical fields keeps its identity, but not if it lacks one", () => {
  const before: { readonly a: number; readonly b?: number } = { a: 1, b: 2 };
  expect(sameFields(before, { a: 1, b: 2 })).toBe(before);
  expect(sameFields(before, { a: 1, b: 3 })).toEqual({ a: 1, b: 3 });
  expect(sameFields(before, { a: 1 })).toEqual({ a: 1 });
});

test("each object has its own result, computed again only when its inputs change", () => {
  const [one, two] = [{}, {}];
  const lengths = memoizeFor<object, { readonly made: number }>();
  let made = 0;
  const ask = (of: object, ...from: readonly unknown[]) =>
    lengths(of, from, () => {
      made += 1;
      return { made };
    }).made;
  expect([ask(one, "a"), ask(two, "a"), ask(one, "a"), ask(two, "a")]).toEqual([1, 2, 1, 2]);
  expect([ask(one, "b"), ask(one, "a", 1), ask(two, "a")]).toEqual([3, 4, 2]);
});

function counted(size: number) {
  const processed: string[] = [];
  const length = memoizeTexts(size, (text) => {
    processed.push(text);
    return text.length;
  });
  return { processed, length };
}

test("the same text is processed once", () => {
  const { processed, length } = counted(10);
  expect([length("abc"), length("abc"), length("")]).toEqual([3, 3, 0]);
  length("");
  expect(processed).toEqual(["abc", ""]);
});

test("recently used results stay while others are evicted", () => {
  const { processed, length } = counted(2);
  for (const text of ["keep", "b", "keep", "c", "keep", "d", "keep", "e", "keep"]) length(text);
  expect(processed.filter((text) => text === "keep")).toHaveLength(1);
  length("b");
  expect(processed.filter((text) => text === "b")).toHaveLength(2);
});

test("a cached part of a text does not keep the text, and is there once for all caches", () => {
  const retained = retainedBytes(() => {
    const caches = Array.from({ length: 5 }, () => memoizeTexts(1_000, () => true));
    for (let at = 0; at < 500; at += 1) {
      const text = `${String(at).padEnd(4_000, "-")}\n${String(at).padEnd(100_000, "-")}`;
      for (const cached of caches) cached(text.split("\n")[0] ?? "");
    }
    return caches;
  });
  // A copy for each cache would be 10 MB, all texts 50 MB.
  expect(retained).toBeLessThan(5_000_000);
});

test("long texts make room earlier, and very long ones are not kept", () => {
  const { processed, length } = counted(1_000);
  const times = (text: string) => processed.filter((one) => one === text).length;
  length("short");
  for (let at = 0; at < 150; at += 1) length(String(at).padEnd(15_000, "-"));
  length("short");
  const long = "-".repeat(20_000);
  for (const text of [long, long, "short"]) length(text);
  expect([times("short"), times(long)]).toEqual([2, 2]);
});
