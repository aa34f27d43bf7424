import { expect, test } from "vitest";
import { asksIn } from "#store/asks.ts";
import { acme, storeOf } from "../support/acme.ts";

test("asked about accounts in turn, what each asks for is the same map", () => {
  const [one, other] = [acme(), acme()].map((replica) => storeOf(replica).getState());
  const before = one && asksIn(one);
  expect(before?.size).toBeGreaterThan(0);
  expect(other && asksIn(other)).not.toBe(before);
  expect(one && asksIn(one)).toBe(before);
});
