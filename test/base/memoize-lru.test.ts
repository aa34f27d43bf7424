import { expect, test } from "vitest";
import { memoizeLru } from "#base/memoize-lru.ts";

function counted(size: number) {
  const asked: string[] = [];
  const length = memoizeLru(size, (text) => {
    asked.push(text);
    return text.length;
  });
  return { asked, length };
}

test("the same text is processed once", () => {
  const { asked, length } = counted(10);
  expect([length("abc"), length("abc"), length("")]).toEqual([3, 3, 0]);
  length("");
  expect(asked).toEqual(["abc", ""]);
});

test("recently used results stay while others are evicted", () => {
  const { asked, length } = counted(2);
  for (const text of ["keep", "b", "keep", "c", "keep", "d", "keep", "e", "keep"]) length(text);
  expect(asked.filter((text) => text === "keep")).toHaveLength(1);
  length("b");
  expect(asked.filter((text) => text === "b")).toHaveLength(2);
});
