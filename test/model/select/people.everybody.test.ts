import { expect, test } from "vitest";
import { everybody } from "#model/select/people.ts";
import { userId } from "#wire/ids.ts";
import * as make from "../../support/make.ts";

test("people are sorted by name, ignoring accents", () => {
  const names = ["Zoe", "Élodie", "frank", "Ed"];
  const realm_users = names.map((full_name, at) =>
    make.person(userId.parse(100 + at), { full_name }),
  );
  const { people } = everybody(make.replica({ realm_users }).people);
  expect(people.map(({ name }) => name)).toEqual(["Ed", "Élodie", "frank", "Zoe"]);
});
