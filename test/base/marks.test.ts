import { expect, test } from "vitest";
import { mark, marksMade } from "#base/marks.ts";

test("marks say in which order things were done, and at what cost", () => {
  mark("one");
  mark("another");
  const [one, another] = marksMade();
  expect([one?.name, another?.name]).toEqual(["one", "another"]);
  expect(another?.at).toBeGreaterThanOrEqual(one?.at ?? Number.NaN);
  expect(another?.cpuMs).toBeGreaterThanOrEqual(one?.cpuMs ?? Number.NaN);
});
