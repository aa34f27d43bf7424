/** Muting people. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, robot } = people;

async function said(answer: Promise<{ readonly body: Body }>): Promise<string> {
  return (await answer).body["msg"];
}

test("nobody mutes themselves, and nobody has muted themselves", async () => {
  const { as } = startRealm();
  const own = `/users/me/muted_users/${ana}`;
  expect(await said(as(ana).post(own))).toBe("Cannot mute self");
  expect(await said(as(ana).delete(own))).toBe("User is not muted");
});

test("bots cannot be muted below level 188", async () => {
  const mute = (level: number) =>
    said(startRealm({ level }).as(ana).post(`/users/me/muted_users/${robot}`));
  expect(await mute(187)).toBe("No such user");
  expect(await mute(188)).toBe("");
});
