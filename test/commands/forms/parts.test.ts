import { expect, test } from "vitest";
import { listOf, namesIn, namesOf, peopleNamed } from "#commands/forms/parts.ts";
import * as make from "../../support/make.ts";

test("a list of names is parsed as it was formatted, including names with commas", () => {
  const names = ["Ana Ruiz", "Vane, Cleo", "a,b,c"];
  expect(namesIn(listOf(names))).toEqual(names);
  expect(namesIn(" Ana ,, Bo ")).toEqual(["Ana", "Bo"]);
});

test("people with the same name are distinguished by their IDs", () => {
  const twins = [make.ada, make.brook].map((id) => make.person(id, { full_name: "Sam Vale" }));
  const replica = make.replica({ realm_users: [make.person(make.me), ...twins] });
  const text = namesOf(replica, [make.brook, make.ada]);
  expect(text).toMatch(/^Sam Vale\|\d+, Sam Vale$|^Sam Vale, Sam Vale\|\d+$/);
  expect(peopleNamed(replica, text)).toEqual([make.brook, make.ada]);
});
