import { expect, test } from "vitest";
import { rateLimits, signIns } from "#realm/rates.ts";
import { fakeClock } from "../support/clock.ts";

test("each name is counted for itself, until a minute has passed", async () => {
  const clock = fakeClock();
  const rates = rateLimits(clock, true);
  for (let count = 0; count < 200; count += 1) rates.ask("other:1");
  expect(rates.ask("other:1")).toMatchObject({ allowed: false, remaining: 0, retryAfter: 60 });
  expect(rates.ask("other:2")).toMatchObject({ allowed: true, remaining: 199 });
  await clock.pass("1 min");
  expect(rates.ask("other:1")).toMatchObject({ allowed: true, remaining: 199 });
});

test("of very many names those that were asked for last are remembered", () => {
  const rates = rateLimits(fakeClock(), true);
  const left = (name: string) => rates.ask(name, signIns)?.remaining;
  expect(["early", "often", "early", "often"].map(left)).toEqual([4, 4, 3, 3]);
  for (let name = 0; name < 9_999; name += 1) {
    rates.ask(`made up ${name}`, signIns);
    if (name === 5_000) expect(left("often")).toBe(2);
  }
  expect([left("often"), left("early")]).toEqual([1, 4]);
});
