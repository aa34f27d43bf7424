import { expect, test } from "vitest";
import { memoizeLru } from "#base/memoize-lru.ts";

function counted(size: number) {
  const processed: string[] = [];
  const length = memoizeLru(size, (text) => {
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
