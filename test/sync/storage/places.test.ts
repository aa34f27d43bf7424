import { expect, test } from "vitest";
import { startSmall } from "../../support/small-client.ts";

test.each([
  ["on the screen", []],
  ["behind another filter", ["]", "]"]],
])("conversations done today leave their filter at midnight, %s", async (_, keys) => {
  const { press, rowKeys: rows, clock, store } = await startSmall();
  press("g", "i", "^L", "e", "[", "[");
  const done = rows();
  expect(done).toHaveLength(1);
  press(...keys);
  const count = () => store.getState().screen.lists.get("inbox")?.counts["done"];
  expect(count()).toBe(1);
  clock.jump("11 h");
  await clock.pass("1 min");
  expect(count()).toBe(1);
  clock.jump("2 h");
  await clock.pass("1 min");
  expect(count()).toBe(0);
  expect(rows()).not.toEqual(expect.arrayContaining(done));
});
