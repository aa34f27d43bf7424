/** Names that may be had once, where an organization wants it so. */
import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, cleo } = people;
const taken = "Unique names required in this organization.";

/** How a new name is taken: by Bo themselves, and for Bo by an administrator. */
async function takes(isUnique: boolean, name: string): Promise<readonly unknown[]> {
  const { realm, as } = startRealm();
  realm.control.setRealm("require_unique_names", isUnique);
  const answers = [
    await as(bo).patch("/settings", { full_name: name }),
    await as(cleo).patch(`/users/${bo}`, { full_name: name }),
  ];
  return answers.map(({ body }) => body["msg"]);
}

test("where names are unique, nobody takes somebody else's, however it is spelled", async () => {
  expect(await takes(true, "ana RUIZ")).toEqual([taken, taken]);
  expect(await takes(false, "ana RUIZ")).toEqual(["", ""]);
});

test("where names are unique, one's own name may be spelled anew, and a free one taken", async () => {
  const { realm, as } = startRealm();
  realm.control.setRealm("require_unique_names", true);
  for (const name of ["ANA RUIZ", "Ana Somebody"])
    expect((await as(ana).patch("/settings", { full_name: name })).body["msg"]).toBe("");
});

test("the name of somebody who left is free", async () => {
  const { realm, as } = startRealm();
  realm.control.setRealm("require_unique_names", true);
  await as(cleo).delete(`/users/${ana}`);
  expect((await as(bo).patch("/settings", { full_name: "Ana Ruiz" })).body["msg"]).toBe("");
});
