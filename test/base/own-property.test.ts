import { expect, test } from "vitest";
import { ownProperty } from "#base/own-property.ts";

test("only own properties are found, not inherited ones", () => {
  const table = { a: 1, valueOf: 2 };
  const names = ["a", "b", "valueOf", "constructor", "__proto__", "__defineGetter__"];
  expect(names.map((name) => ownProperty<unknown>(table, name))).toEqual([
    1,
    undefined,
    2,
    undefined,
    undefined,
    undefined,
  ]);
});
