import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, cleo } = people;

test("where names are fixed, administrators change theirs, and nobody else's becomes another", async () => {
  const { realm, as } = startRealm();
  realm.control.setRealm("name_changes_disabled", true);
  for (const id of [ana, cleo]) {
    const { status } = await as(id).patch("/settings", { full_name: "Somebody Else" });
    expect(status).toBe(200);
  }
  const nameOf = async (id: number) => (await as(id).get("/users/me")).body["full_name"];
  expect([await nameOf(ana), await nameOf(cleo)]).toEqual(["Ana Ruiz", "Somebody Else"]);
});
