import { expect, test } from "vitest";
import { drawn } from "#base/look-alike.ts";

test.each([
  ["backend", "bаckend"],
  ["backend", "BACKEND"],
  ["backend", "back-end"],
  ["ops", "орѕ"],
  ["ops", "0ps"],
  ["Bill", "Bi11"],
  ["café", "cafe"],
])("%s is drawn like %s", (one, other) => {
  expect(drawn(other)).toBe(drawn(one));
});

test("other names are drawn otherwise", () => {
  const names = ["backend", "frontend", "ops", "oops", "design", "ディープ", "計画"];
  expect(new Set(names.map(drawn)).size).toBe(names.length);
});
