import { expect, test } from "vitest";
import { startOwnedRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { cleo, gus } = people;

test("domains come, change and go, and everybody hears, guests too", async () => {
  const { realm, as } = startOwnedRealm();
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
  const { as } = startOwnedRealm();
  const { body } = await as(cleo).post("/realm/domains", { domain, allow_subdomains: false });
  expect(body["msg"]).toBe(`Invalid domain: ${why}`);
});

test("a domain is there once, and one that is not there is not changed", async () => {
  const { as } = startOwnedRealm();
  const asks = { domain: "a.example", allow_subdomains: false };
  await as(cleo).post("/realm/domains", asks);
  expect((await as(cleo).post("/realm/domains", asks)).body["msg"]).toBe(
    "The domain a.example is already a part of your organization.",
  );
  expect((await as(cleo).delete("/realm/domains/b.example")).body["msg"]).toBe(
    "No entry found for domain b.example.",
  );
});

test.each([
  ["a@first.example", "success"],
  ["a@below.first.example", "Email 'a@below.first.example' not allowed in this organization"],
  ["a@below.Second.example", "success"],
  ["a@nosecond.example", "Email 'a@nosecond.example' not allowed in this organization"],
  ["a+b@first.example", "Email addresses containing + are not allowed."],
])("where domains decide who may join, %s hears: %s", async (email, told) => {
  const { as } = startOwnedRealm();
  for (const [domain, allow_subdomains] of [
    ["first.example", false],
    ["second.example", true],
  ]) {
    await as(cleo).post("/realm/domains", { domain, allow_subdomains });
  }
  await as(cleo).patch("/realm", { emails_restricted_to_domains: true });
  const { body } = await as(cleo).post("/users", {
    email,
    password: "long enough",
    full_name: "Al",
  });
  expect(body["msg"] || body["result"]).toBe(told);
});
