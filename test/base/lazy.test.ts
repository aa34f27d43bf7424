/** Loading on first use. */
import { expect, test } from "vitest";
import { lazy, NotLoaded } from "#base/lazy.ts";

test("a part is loaded once, and one that could not be loaded is tried again", async () => {
  let attempts = 0;
  const part = lazy(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("no such file");
    return "loaded";
  });
  await expect(part()).rejects.toBeInstanceOf(NotLoaded);
  expect([await part(), await part(), attempts]).toEqual(["loaded", "loaded", 2]);
});
