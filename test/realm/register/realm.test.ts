import { expect, test } from "vitest";
import { call, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const realmAt = async (level?: number) =>
  startRealm(level === undefined ? {} : { level })
    .as(people.ana)
    .register({ fetch_event_types: ["realm"] });

test("the ways to sign in are objects from 243 on, and the only open one is a password", async () => {
  const ways = async (level: number) => (await realmAt(level))["realm_authentication_methods"];
  expect(await ways(242)).toMatchObject({ Email: true, Dev: false, GitHub: false });
  expect(await ways(243)).toMatchObject({
    Email: { enabled: true, available: true },
    SAML: { enabled: false, available: false, unavailable_reason: expect.any(String) },
  });
});

test("what there is to choose from is told with what it stands for", async () => {
  const told = await realmAt();
  expect(told["realm_available_video_chat_providers"]).toMatchObject({
    disabled: { name: "None", id: told["realm_video_chat_provider"] },
  });
  const ratings: readonly { readonly id: number }[] = Object.values(told["giphy_rating_options"]);
  expect(ratings.map(({ id }) => id)).toContain(told["realm_giphy_rating"]);
  expect(told["jitsi_server_url"]).toBe(told["server_jitsi_server_url"]);
  expect(told["realm_default_external_accounts"].github.url_pattern).toContain("%(username)s");
});

test("every setting that takes a group says which ones it takes", async () => {
  const told = await realmAt();
  const { realm, stream, group } = told["server_supported_permission_settings"];
  for (const name of Object.keys(realm)) expect(told).toHaveProperty(`realm_${name}`);
  expect(stream).toHaveProperty("can_remove_subscribers_group.require_system_group", true);
  expect(group).toHaveProperty("can_mention_group.default_for_system_groups", "role:nobody");
});

test("what is set for the server alone is no setting of the realm", async () => {
  const { realm, as } = startRealm();
  realm.control.setRealm("external_authentication_methods", []);
  const told = await as(people.ana).register();
  expect(told).not.toHaveProperty("realm_external_authentication_methods");
});

test("the realm's pictures are where it says", async () => {
  const { realm } = startRealm();
  const told = await realmAt();
  for (const key of ["realm_icon_url", "realm_logo_url", "realm_night_logo_url"]) {
    const { status } = await realm.fetch(new Request(`http://realm.test${told[key]}`));
    expect([200, 302], key).toContain(status);
  }
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
