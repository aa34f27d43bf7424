/** The rate limit: remaining requests of a user over time. */
import { expect, test } from "vitest";
import { rateLimits } from "#realm/rates.ts";
import { fakeClock } from "../support/clock.ts";

test("a request counts for a minute", async () => {
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

test("nothing is counted if limits are disabled", () => {
  expect(rateLimits(fakeClock(), false)("ana")).toBeUndefined();
});
