/** What administrators do to people, and what is said to others who try. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, eva, robot } = people;
const nobody = 999;

async function said(answer: Promise<{ readonly body: Body }>): Promise<string> {
  return (await answer).body["msg"];
}

test("who there is, anybody may know; who may change them is asked then", async () => {
  const { as } = startRealm();
  const rename = (id: number) => said(as(ana).patch(`/users/${id}`, { full_name: "New Name" }));
  expect(await rename(nobody)).toBe("No such user");
  expect(await rename(bo)).toBe("Insufficient permission");
  const end = (id: number) => said(as(ana).delete(`/users/${id}`));
  expect(await end(nobody)).toBe("No such user");
  expect(await end(robot)).toBe("No such user");
  expect(await end(eva)).toBe("User is deactivated");
  expect(await end(bo)).toBe("Insufficient permission");
  const back = (id: number) => said(as(ana).post(`/users/${id}/reactivate`));
  expect(await back(nobody)).toBe("No such user");
  expect(await back(eva)).toBe("Insufficient permission");
});

test("what cannot be read is refused before anybody is looked for", async () => {
  const { as } = startRealm();
  expect(await said(as(ana).patch(`/users/${nobody}`, { role: 500 }))).toBe(
    "Invalid role: Value error, Not in the list of possible values",
  );
  const comment = { deactivation_notification_comment: "x".repeat(2001) };
  expect(await said(as(ana).delete(`/users/${nobody}`, comment))).toBe(
    "deactivation_notification_comment is too long (limit: 2000 characters)",
  );
  const odd = { profile_data: [{ id: 1, value: 5 }] };
  expect(await said(as(ana).patch(`/users/${nobody}`, odd))).toBe(
    'profile_data[0]["value"]["str"] is not a string',
  );
});

test("a comment of blanks is an empty one: a mail without words", async () => {
  const { realm, as } = startRealm();
  for (const text of ["  ", ` ${"x".repeat(2000)} `]) {
    const comment = { deactivation_notification_comment: text };
    expect(await said(as(cleo).delete(`/users/${bo}`, comment))).toBe("");
    await as(cleo).post(`/users/${bo}/reactivate`);
  }
  const mails = realm.control.server.mails.map(({ comment }) => comment);
  expect(mails).toEqual(["", "x".repeat(2000)]);
});

test("names may have brackets on one side, and nothing that cannot be seen", async () => {
  const { as } = startRealm();
  const rename = (full_name: string) => said(as(cleo).patch(`/users/${bo}`, { full_name }));
  expect(await rename("Bo <3")).toBe("");
  for (const odd of ["*", "`", "\\", ">", '"', "@", "\u200b", "\u0007", "\ue000"])
    expect(await rename(`Bo ${odd} Lindt`), odd).toBe("Invalid characters in name!");
  expect(await rename("B")).toBe("Name too short!");
  expect(await rename(" B ")).toBe("Name too short!");
  expect(await rename("n".repeat(101))).toBe("Name too long!");
  expect(await rename(` ${"n".repeat(100)} `)).toBe("");
});
