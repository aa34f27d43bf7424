import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { profileOf } from "#model/select/profile.ts";
import * as make from "../support/make.ts";
import { step } from "../support/picture.ts";

const field = (id: number, order: number) => ({
  id,
  order,
  type: 1,
  name: `field ${id}`,
  hint: "",
  field_data: "",
});
const domain = (name: string, allow_subdomains: boolean) => ({ domain: name, allow_subdomains });

test("a register tells the realm's furniture, and settings under their names without `realm_`", () => {
  const { furniture } = make.picture({
    custom_profile_fields: [field(2, 1), field(1, 0)],
    realm_default_streams: [make.stream(make.general)],
    realm_linkifiers: [{ id: 1, pattern: "#(?P<id>[0-9]+)", url_template: "https://x.test/{id}" }],
    realm_mandatory_topics: true,
    realm_bots: [],
  });
  expect(furniture.profileFields.map(({ id }) => id)).toEqual([1, 2]);
  expect(furniture.defaultStreams).toEqual([make.general]);
  expect(furniture.linkifiers).toHaveLength(1);
  expect(furniture.settings).toMatchObject({ mandatory_topics: true });
  expect(Object.keys(furniture.settings)).not.toContain("bots");
});

test("each list of furniture is replaced as a whole, domains one by one", () => {
  const emoji = { id: "1", name: "crab", source_url: "/crab.png", deactivated: false };
  const linkifier = { id: 1, pattern: "x", url_template: "https://x.test" };
  const playground = { id: 1, name: "Try", pygments_language: "Rust" };
  const events = [
    make.event("custom_profile_fields", { fields: [field(2, 1), field(1, 0)] }),
    make.event("realm_emoji", { op: "update", realm_emoji: { 1: emoji } }),
    make.event("realm_linkifiers", { realm_linkifiers: [linkifier] }),
    make.event("realm_playgrounds", { realm_playgrounds: [playground] }),
    make.event("default_streams", { default_streams: [make.stream(make.attic)] }),
    make.event("realm_domains", { op: "add", realm_domain: domain("a.test", false) }),
    make.event("realm_domains", { op: "add", realm_domain: domain("b.test", false) }),
    make.event("realm_domains", { op: "change", realm_domain: domain("a.test", true) }),
    make.event("realm_domains", { op: "remove", domain: "b.test" }),
  ];
  const { furniture } = events.reduce((picture, event) => step(picture, event), make.picture());
  expect(furniture).toMatchObject({
    profileFields: [{ id: 1 }, { id: 2 }],
    emoji: { 1: emoji },
    linkifiers: [linkifier],
    playgrounds: [playground],
    defaultStreams: [make.attic],
    domains: [domain("a.test", true)],
  });
});

test("a profile is shown in the realm's order, without values of fields that are gone", () => {
  const person = make.person(make.ada, {
    profile_data: { 1: { value: "rows" }, 2: { value: "sails" }, 3: { value: "swims" } },
  });
  let picture = make.picture({ custom_profile_fields: [field(1, 0), field(2, 1), field(3, 2)] });
  picture = step(picture, make.event("realm_user", { op: "add", person }));
  const fewer = { fields: [field(3, 0), field(1, 1)] };
  picture = step(picture, make.event("custom_profile_fields", fewer));
  const ada = get(picture.people, make.ada);
  const shown = ada === undefined ? [] : profileOf(picture, ada);
  expect(shown.map(({ field: { id }, value }) => [id, value])).toEqual([
    [3, "swims"],
    [1, "rows"],
  ]);
});

test("a choice that is offered no more is not shown, nor one of a field that cannot be read", () => {
  const choice = (id: number, field_data: string) => ({ ...field(id, id), type: 3, field_data });
  const options = (...keys: readonly string[]) =>
    JSON.stringify(Object.fromEntries(keys.map((key) => [key, { text: key, order: "1" }])));
  const person = make.person(make.ada, {
    profile_data: { 1: { value: "tea" }, 2: { value: "rye" }, 3: { value: "ink" } },
  });
  let picture = make.picture({ custom_profile_fields: [choice(1, options("tea", "rye"))] });
  picture = step(picture, make.event("realm_user", { op: "add", person }));
  const fields = [choice(1, options("rye")), choice(2, options("rye")), choice(3, "[not JSON")];
  picture = step(picture, make.event("custom_profile_fields", { fields }));
  const ada = get(picture.people, make.ada);
  const shown = ada === undefined ? [] : profileOf(picture, ada);
  expect(shown.map(({ field: { id }, value }) => [id, value])).toEqual([[2, "rye"]]);
});

const offer = (id: number, name: string) => ({
  ...{ id, name, description: "to begin with", streams: [make.stream(make.attic)] },
});

test("what newcomers find comes with a register and changes by events", () => {
  const picture = make.picture({
    realm_default_stream_groups: [offer(1, "first")],
    realm_user_settings_defaults: { enter_sends: true, color_scheme: 1 },
  });
  const group = { id: 1, name: "first", description: "to begin with", streamIds: [make.attic] };
  expect(picture.furniture.streamGroups).toEqual([group]);
  const changed = { op: "update", property: "enter_sends", value: false };
  const events = [
    make.event("default_stream_groups", { default_stream_groups: [offer(2, "second")] }),
    make.event("realm_user_settings_defaults", changed),
  ];
  const { furniture } = events.reduce((before, event) => step(before, event), picture);
  expect(furniture.streamGroups).toEqual([{ ...group, id: 2, name: "second" }]);
  expect(furniture.newcomers).toEqual({ enter_sends: false, color_scheme: 1 });
  const same = make.event("realm_user_settings_defaults", { ...changed, value: true });
  expect(step(picture, same)).toBe(picture);
});

test("filters of old servers are linkifiers in other words", () => {
  const filter = ["#(?P<id>[0-9]+)", "https://x.test/%(id)s", 4];
  const linkifiers = [{ id: 4, pattern: filter[0], url_template: "https://x.test/{id}" }];
  const told = make.picture({ realm_filters: [filter], realm_linkifiers: [] });
  expect(told.furniture.linkifiers).toEqual(linkifiers);
  const later = step(make.picture(), make.event("realm_filters", { realm_filters: [filter] }));
  expect(later.furniture.linkifiers).toEqual(linkifiers);
});

test("a domain that changes stays where it is in the list", () => {
  const picture = make.picture({
    realm_domains: [domain("a.test", false), domain("b.test", false)],
  });
  const changed = make.event("realm_domains", {
    op: "change",
    realm_domain: domain("a.test", true),
  });
  expect(step(picture, changed).furniture.domains).toEqual([
    domain("a.test", true),
    domain("b.test", false),
  ]);
});
