import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { profileOf } from "#model/select/people.ts";
import * as make from "../support/make.ts";
import { step } from "../support/replica.ts";

const field = (id: number, order: number) => ({
  id,
  order,
  type: 1,
  name: `field ${id}`,
  hint: "",
  field_data: "",
});

test("a register answer sets the organization, with settings named without `realm_`", () => {
  const { organization } = make.replica({
    custom_profile_fields: [field(2, 1), field(1, 0)],
    realm_linkifiers: [{ id: 1, pattern: "#(?P<id>[0-9]+)", url_template: "https://x.test/{id}" }],
    realm_mandatory_topics: true,
    realm_bots: [],
  });
  expect(organization.profileFields.map(({ id }) => id)).toEqual([1, 2]);
  expect(organization.linkifiers).toHaveLength(1);
  expect(organization.settings).toMatchObject({ mandatory_topics: true });
  expect(Object.keys(organization.settings)).not.toContain("bots");
});

test("a profile is shown in the order of fields, without values of deleted ones", () => {
  const person = make.person(make.ada, {
    profile_data: { 1: { value: "rows" }, 2: { value: "sails" }, 3: { value: "swims" } },
  });
  let replica = make.replica({ custom_profile_fields: [field(1, 0), field(2, 1), field(3, 2)] });
  replica = step(replica, make.event("realm_user", { op: "add", person }));
  const fewer = { fields: [field(3, 0), field(1, 1)] };
  replica = step(replica, make.event("custom_profile_fields", fewer));
  const ada = get(replica.people, make.ada);
  const shown = ada === undefined ? [] : profileOf(replica, ada);
  expect(shown.map(({ field: { id }, value }) => [id, value])).toEqual([
    [3, "swims"],
    [1, "rows"],
  ]);
});

test("choices that no longer exist or whose field cannot be parsed are not shown", () => {
  const choice = (id: number, field_data: string) => ({ ...field(id, id), type: 3, field_data });
  const options = (...keys: readonly string[]) =>
    JSON.stringify(Object.fromEntries(keys.map((key) => [key, { text: key, order: "1" }])));
  const person = make.person(make.ada, {
    profile_data: { 1: { value: "tea" }, 2: { value: "rye" }, 3: { value: "ink" } },
  });
  let replica = make.replica({ custom_profile_fields: [choice(1, options("tea", "rye"))] });
  replica = step(replica, make.event("realm_user", { op: "add", person }));
  const fields = [choice(1, options("rye")), choice(2, options("rye")), choice(3, "[not JSON")];
  replica = step(replica, make.event("custom_profile_fields", { fields }));
  const ada = get(replica.people, make.ada);
  const shown = ada === undefined ? [] : profileOf(replica, ada);
  expect(shown.map(({ field: { id }, value }) => [id, value])).toEqual([[2, "rye"]]);
});

test("filters of old servers are converted to linkifiers", () => {
  const filter = ["#(?P<id>[0-9]+)", "https://x.test/100%%/%(id)s", 4];
  const linkifiers = [{ id: 4, pattern: filter[0], url_template: "https://x.test/100%/{+id}" }];
  const registered = make.replica({ realm_filters: [filter], realm_linkifiers: [] });
  expect(registered.organization.linkifiers).toEqual(linkifiers);
  const later = step(make.replica(), make.event("realm_filters", { realm_filters: [filter] }));
  expect(later.organization.linkifiers).toEqual(linkifiers);
});
