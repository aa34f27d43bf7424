import { expect, test } from "vitest";
import { listOf, namesIn, namesOf, peopleNamed } from "#commands/forms/parts.ts";
import * as make from "../../support/make.ts";

test("a list of names is read as it was written, commas in names included", () => {
  const names = ["Ana Ruiz", "Vane, Cleo", "a,b,c"];
  expect(namesIn(listOf(names))).toEqual(names);
  expect(namesIn(" Ana ,, Bo ")).toEqual(["Ana", "Bo"]);
});

test("people of one name are told apart by their IDs", () => {
  const twins = [make.ada, make.brook].map((id) => make.person(id, { full_name: "Sam Vale" }));
  const replica = make.replica({ realm_users: [make.person(make.me), ...twins] });
  const text = namesOf(replica, [make.brook, make.ada]);
  expect(text).toMatch(/^Sam Vale\|\d+, Sam Vale$|^Sam Vale, Sam Vale\|\d+$/);
  expect(peopleNamed(replica, text)).toEqual([make.brook, make.ada]);
});
