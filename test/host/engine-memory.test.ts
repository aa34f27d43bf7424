/** Collecting the engine's garbage. */
import { expect, test } from "vitest";
import { engineMemory } from "#host/engine-memory.ts";

test("the engine's heap gets smaller", () => {
  const memory = engineMemory();
  const usedByMany = () => {
    const many = Array.from({ length: 200_000 }, (_, at) => ({ at }));
    return { used: memory.used(), count: many.length };
  };
  const { used, count } = usedByMany();
  expect(count).toBe(200_000);
  memory.collect();
  expect(memory.used()).toBeLessThan(used - 4_000_000);
});
