import fc from "fast-check";
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { catalogueFor } from "#emoji/catalogue.ts";
import { searchEmoji } from "#emoji/search.ts";
import { runToEnd } from "#model/decode.ts";
import { carryOver } from "#model/from-register.ts";
import { decodeEmojiNames } from "#model/organization.ts";
import { emptyReplica } from "#model/replica.ts";
import { profileOf } from "#model/select/people.ts";
import { withEmojiNames } from "#model/settings.ts";
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

test("a rule about a permission that cannot be read in part is kept without that part", () => {
  const rule = { default_group_name: null, allow_everyone_group: false };
  const rules = { stream: { can_subscribe_group: rule, can_resolve_topics_group: "new" } };
  const { organization } = make.replica({ server_supported_permission_settings: rules });
  expect(organization.permissionRules).toEqual({
    stream: { can_subscribe_group: { allow_everyone_group: false } },
  });
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

const decode = (raw: unknown) => runToEnd(decodeEmojiNames(raw));

test("entries with an invalid code or without names are skipped", () => {
  const bad = ["zzz", "1F44D", "d83d-dc4d", "110000", "1f44d-", "+1f44d", "1f44d ", ""];
  const list = Object.fromEntries(bad.map((code) => [code, ["name"]]));
  expect(
    decode({ code_to_names: { ...list, "1f389": ["tada", 7, "a b", "", ":x:", "hi"] } }),
  ).toEqual(new Map([["1f389", ["tada", "hi"]]]));
  expect(decode({ code_to_names: { "1f389": ["\u001b[31m"], "1f44d": "+1" } })).toBeUndefined();
});

test("names have at most a hundred characters, and codes at most a hundred and twenty", () => {
  const codeOf = (parts: number) => Array(parts).fill("1f44d").join("-");
  const [name, code] = ["a".repeat(100), codeOf(20)];
  const list = { [code]: [`${name}a`, name, "a\n"], [codeOf(21)]: ["a"], [`2139\n`]: ["a"] };
  expect(decode({ code_to_names: list })).toEqual(new Map([[code, [name]]]));
});

test("a value that is not a list gives undefined", () => {
  for (const raw of [undefined, null, "x", [], {}, { code_to_names: [] }, { code_to_names: null }])
    expect(decode(raw), JSON.stringify(raw)).toBeUndefined();
});

test("an overlong list is truncated", () => {
  const codes = Array.from({ length: 9_000 }, (_, at) => (0x10000 + at).toString(16));
  const list = {
    code_to_names: Object.fromEntries(codes.map((code) => [code, Array(90).fill("x")])),
  };
  const names = decode(list);
  expect(names?.size).toBe(4_000);
  expect(names?.get("10000")).toHaveLength(50);
});

test("each entry of any list is used or skipped, and used ones can be searched", () => {
  const part = fc.constantFrom("1f44d", "2764", "200d", "fe0f", "0000", "ffffff", "-", "e000", "");
  const code = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 4 }).map((parts) => parts.join("-")),
  );
  const name = fc.oneof(fc.string(), fc.constantFrom("tada", "a-b", "+1"), fc.jsonValue());
  const value = fc.oneof(fc.jsonValue(), fc.array(name));
  fc.assert(
    fc.property(fc.dictionary(code, value), fc.string(), (list, typed) => {
      const names = decode({ code_to_names: list });
      for (const [each, known] of names ?? []) {
        expect(list[each]).toEqual(expect.arrayContaining([...known]));
        expect(known.every((one) => /^[\w\-+]+$/.test(one))).toBe(true);
        expect(each).toMatch(/^[\da-f]{2,6}(?:-[\da-f]{2,6})*$/);
      }
      searchEmoji(catalogueFor(names), [], typed, 50);
    }),
  );
});

test("emoji names persist after a lost queue, and changed ones redraw messages", () => {
  const names = new Map([["1f389", ["tada"]]]);
  const named = withEmojiNames(emptyReplica, names);
  expect(named.namesRevision).toBeGreaterThan(emptyReplica.namesRevision);
  expect(withEmojiNames(named, names)).toBe(named);
  expect(carryOver(emptyReplica, named).emojiNames).toBe(names);
});
