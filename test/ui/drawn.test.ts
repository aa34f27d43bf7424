import { expect, test } from "vitest";
import { drawnCache } from "#ui/drawn.ts";

function counted(capacity = 9) {
  const cache = drawnCache<object>(capacity);
  let made = 0;
  return {
    ask: (of: { id: number }, key: string) =>
      cache(of, key, () => {
        made += 1;
        return {};
      }),
    made: () => made,
  };
}

const [one, two, three] = [{ id: 1 }, { id: 2 }, { id: 3 }];

test("a cached drawing is reused until the object or the key changes", () => {
  const { ask, made } = counted();
  expect(ask(one, "a")).toBe(ask(one, "a"));
  expect(made()).toBe(1);
  ask({ ...one }, "a");
  expect(made()).toBe(2);
  ask({ ...one }, "b");
  expect(made()).toBe(3);
});

test("the least recently used drawing is evicted first", () => {
  const { ask, made } = counted(2);
  for (const each of [one, two, one, three]) ask(each, "");
  expect(made()).toBe(3);
  ask(one, "");
  expect(made()).toBe(3);
  ask(two, "");
  expect(made()).toBe(4);
});
