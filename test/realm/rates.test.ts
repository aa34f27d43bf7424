/** What is left of a person's requests as they make them, and when. */
import { expect, test } from "vitest";
import { rateLimits } from "#realm/rates.ts";
import { fakeClock } from "../support/clock.ts";

test("requests leave the count a minute after they were made", async () => {
  const clock = fakeClock();
  const ask = rateLimits(clock, true);
  expect(ask("ana")).toMatchObject({ allowed: true, limit: 200, remaining: 199, retryAfter: 0 });
  await clock.pass("20 s");
  for (let count = 0; count < 198; count += 1) ask("ana");
  expect(ask("ana")).toMatchObject({ allowed: true, remaining: 0 });
  expect(ask("ana")).toMatchObject({ allowed: false, remaining: 0, retryAfter: 40 });
  expect(ask("bo")).toMatchObject({ allowed: true, remaining: 199 });
  await clock.pass("40 s");
  expect(ask("ana")).toMatchObject({ allowed: true, remaining: 0 });
  expect(ask("ana")).toMatchObject({ allowed: false, retryAfter: 20 });
});

test("nobody is counted where limits are off", () => {
  expect(rateLimits(fakeClock(), false)("ana")).toBeUndefined();
});
