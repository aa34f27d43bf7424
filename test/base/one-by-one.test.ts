/** Tasks that wait for each other. */
import { expect, test } from "vitest";
import { oneByOne } from "#base/one-by-one.ts";

test("a task begins when the one before it has ended, even if that failed", async () => {
  const inTurn = oneByOne();
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const failing = inTurn(() => {
    begun.push("first");
    return first.promise;
  });
  const second = inTurn(async () => begun.push("second"));
  await undefined;
  expect(begun).toEqual(["first"]);
  first.reject(new Error("failed"));
  await expect(failing).rejects.toThrow("failed");
  expect(await second).toBe(2);
});
