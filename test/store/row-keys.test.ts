import { expect, test } from "vitest";
import {
  foreignKey,
  hasKey,
  keysIn,
  keysOf,
  takenKeys,
  withKeys,
  withoutKey,
} from "#store/row-keys.ts";

const [own, theirs] = ["key", foreignKey("libre", "key")];

test("keys of several accounts are apart, although they are the same there", () => {
  const keys = keysOf([own]);
  expect([own, theirs].map((key) => hasKey(keys, key))).toEqual([true, false]);
  const both = withKeys(keys, [theirs]);
  expect([own, theirs].map((key) => hasKey(both, key))).toEqual([true, true]);
  expect([own, theirs].map((key) => hasKey(withoutKey(both, own), key))).toEqual([false, true]);
  expect(withKeys(both, [])).toBe(both);
  expect(withoutKey(keys, theirs)).toBe(keys);
});

test("keys of an account stay the same object while others change, and where another is shown", () => {
  const keys = keysOf([own, theirs]);
  const libre = keysIn(keys, "libre");
  expect(keysIn(withKeys(keys, ["other"]), "libre")).toBe(libre);
  const there = takenKeys(keys, "acme", "libre");
  expect(keysIn(there, undefined)).toBe(libre);
  expect([own, foreignKey("acme", own)].map((key) => hasKey(there, key))).toEqual([true, true]);
  expect(takenKeys(there, "libre", "acme")).toEqual(keys);
});
