import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, smallBlueprint } from "../../support/small-blueprint.ts";

const { ana, cleo, gus } = people;

/** The small realm with Cleo as its owner. */
function started() {
  const clock = fakeClock();
  const blueprint = smallBlueprint(Math.floor(clock.now() / 1000));
  const users = blueprint.users.map((user) =>
    user.id === cleo ? { ...user, role: 100 as const } : user,
  );
  return startRealm({ clock, blueprint: { ...blueprint, users } });
}

test("domains come, change and go, and everybody hears, guests too", async () => {
  const { realm, as } = started();
  const owner = as(cleo);
  const { queue_id } = await as(gus).register();
  const made = await owner.post("/realm/domains", {
    domain: " A.example ",
    allow_subdomains: true,
  });
  expect(made.body["new_domain"]).toEqual([1, "a.example"]);
  await owner.patch("/realm/domains/a.example", { allow_subdomains: false });
  realm.control.setRealm("emails_restricted_to_domains", true);
  await owner.delete("/realm/domains/a.example");
  const told = { domain: "a.example", allow_subdomains: true };
  expect(await as(gus).events(queue_id)).toMatchObject([
    { type: "realm_domains", op: "add", realm_domain: told },
    { type: "realm_domains", op: "change", realm_domain: { ...told, allow_subdomains: false } },
    { type: "realm", property: "emails_restricted_to_domains", value: true },
    { type: "realm", property: "emails_restricted_to_domains", value: false },
    { type: "realm_domains", op: "remove", domain: "a.example" },
  ]);
  const again = await owner.post("/realm/domains", {
    domain: "b.example",
    allow_subdomains: false,
  });
  expect(again.body["new_domain"]).toEqual([2, "b.example"]);
  expect((await as(gus).register())["realm_domains"]).toEqual([
    { domain: "b.example", allow_subdomains: false },
  ]);
});

test.each([
  ["", "Domain can't be empty."],
  ["example", "Domain must have at least one dot (.)"],
  [`a.${"b".repeat(255)}`, "Domain is too long"],
  [".example.org", "Domain cannot start or end with a dot (.)"],
  ["a..org", "Consecutive '.' are not allowed."],
  ["-a.org", "Subdomains cannot start or end with a '-'."],
  ["a_b.org", "Domain can only have letters, numbers, '.' and '-'s."],
])("%s is no domain", async (domain, why) => {
  const { as } = started();
  const { body } = await as(cleo).post("/realm/domains", { domain, allow_subdomains: false });
  expect(body["msg"]).toBe(`Invalid domain: ${why}`);
});

test("a domain is there once, and one that is not there is not changed", async () => {
  const { as } = started();
  const asks = { domain: "a.example", allow_subdomains: false };
  await as(cleo).post("/realm/domains", asks);
  expect((await as(cleo).post("/realm/domains", asks)).body["msg"]).toBe(
    "The domain a.example is already a part of your organization.",
  );
  expect((await as(cleo).delete("/realm/domains/b.example")).body["msg"]).toBe(
    "No entry found for domain b.example.",
  );
});

const playground = {
  name: "Try",
  pygments_language: "Python",
  url_template: "https://try.example/{code}",
};

test("playgrounds are told all together, and keep their numbers", async () => {
  const { as } = started();
  const { queue_id } = await as(ana).register();
  expect((await as(cleo).post("/realm/playgrounds", playground)).body["id"]).toBe(1);
  await as(cleo).delete("/realm/playgrounds/1");
  expect((await as(cleo).post("/realm/playgrounds", playground)).body["id"]).toBe(2);
  expect(await as(ana).events(queue_id)).toMatchObject([
    { type: "realm_playgrounds", realm_playgrounds: [{ id: 1, ...playground }] },
    { realm_playgrounds: [] },
    { realm_playgrounds: [{ id: 2, ...playground }] },
  ]);
  expect((await as(ana).register())["realm_playgrounds"]).toEqual([{ id: 2, ...playground }]);
});

test.each([
  [{}, "Realm playground with this Realm, Pygments language and Name already exists."],
  [{ pygments_language: "C?" }, "Invalid characters in pygments language"],
  [{ url_template: "https://try.example/{" }, "Invalid URL template."],
  [
    { url_template: "https://try.example/" },
    'Missing the required variable "code" in the URL template',
  ],
])("a playground with %j is refused beside another", async (asks, msg) => {
  const { as } = started();
  await as(cleo).post("/realm/playgrounds", playground);
  const { body } = await as(cleo).post("/realm/playgrounds", { ...playground, ...asks });
  expect(body["msg"]).toBe(msg);
});

test("what newcomers have is told one by one, and leaves alone what people have", async () => {
  const { as } = started();
  const { queue_id, user_settings } = await as(ana).register();
  const asks = { enter_sends: false, twenty_four_hour_time: false, color_scheme: 1 };
  await as(cleo).patch("/realm/user_settings_defaults", asks);
  const base = { type: "realm_user_settings_defaults", op: "update", value: false };
  const events = await as(ana).events(queue_id);
  expect(events).toHaveLength(2);
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...base, property: "enter_sends" }),
      expect.objectContaining({ ...base, property: "twenty_four_hour_time" }),
    ]),
  );
  const now = await as(ana).register();
  expect(now["realm_user_settings_defaults"]).toMatchObject(asks);
  expect(now["user_settings"]).toEqual(user_settings);
});
