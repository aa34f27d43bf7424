import { expect, test } from "vitest";
import { call, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const realmAt = async (level?: number) =>
  startRealm(level === undefined ? {} : { level })
    .as(people.ana)
    .register({ fetch_event_types: ["realm"] });

test("what is set for the server alone is no setting of the realm", async () => {
  const { realm, as } = startRealm();
  realm.control.setRealm("external_authentication_methods", []);
  const told = await as(people.ana).register();
  expect(told).not.toHaveProperty("realm_external_authentication_methods");
});

test("the realm's icon is where it says", async () => {
  const { realm } = startRealm();
  const told = await realmAt();
  const { status } = await realm.fetch(new Request(`http://realm.test${told["realm_icon_url"]}`));
  expect(status).toBe(200);
});

test("a program is incompatible by one name alone", async () => {
  const { realm } = startRealm();
  const isTold = async (agent: string) =>
    (await call(realm, "GET", "/server_settings", {}, { "user-agent": agent })).body[
      "is_incompatible"
    ];
  expect(await isTold("SvcInvalid/5.0")).toBe(true);
  expect(await isTold("SvcMobile/1.0.0 (Android 9)")).toBe(false);
  expect(await isTold("")).toBe(false);
});
