/** Muting people. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana } = people;

async function said(answer: Promise<{ readonly body: Body }>): Promise<string> {
  return (await answer).body["msg"];
}

test("nobody mutes themselves, and nobody has muted themselves", async () => {
  const { as } = startRealm();
  const own = `/users/me/muted_users/${ana}`;
  expect(await said(as(ana).post(own))).toBe("Cannot mute self");
  expect(await said(as(ana).delete(own))).toBe("User is not muted");
});
