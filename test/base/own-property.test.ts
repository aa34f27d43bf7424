import { expect, test } from "vitest";
import { ownProperty } from "#base/own-property.ts";

test("a table holds what was put into it, and nothing that all objects inherit", () => {
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
