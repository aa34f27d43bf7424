/** Profile fields: how they are set up, and what people may write into them. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, don, eva, robot } = people;
const fields = "/realm/profile_fields";
const own = "/users/me/profile_data";

async function complaint(answer: Promise<{ readonly body: Body }>): Promise<string> {
  return (await answer).body["msg"];
}

test("options have a text and an order each, and no two the same text", async () => {
  const { as } = startRealm();
  const says = (field_data: unknown) =>
    complaint(as(cleo).post(fields, { name: "Tea", field_type: 3, field_data }));
  expect(await says({})).toBe("Field must have at least one choice.");
  expect(await says([])).toBe("field_data is not a dict");
  expect(await says({ a: "Green" })).toBe("field_data is not a dict");
  expect(await says({ a: 1 })).toBe('field_data["a"]["dict[str,str]"] is not a dict');
  expect(await says({ a: { text: 1 } })).toBe(
    'field_data["a"]["dict[str,str]"]["text"] is not a string',
  );
  expect(await says({ a: { text: "Green" } })).toBe("order key is missing from field_data");
  expect(await says({ a: { order: "1" } })).toBe("text key is missing from field_data");
  expect(await says({ a: { text: " ", order: "1" } })).toBe('field_data["text"] cannot be blank.');
  expect(await says({ " ": { text: "Green", order: "1" } })).toBe("'value' cannot be blank.");
  expect(await says({ a: { text: "Green", order: "1", hot: "yes" } })).toBe(
    "Unexpected arguments: hot",
  );
  const twice = { a: { text: "Green", order: "1" }, b: { text: "Green", order: "2" } };
  expect(await says(twice)).toBe("Field must not have duplicate choices.");
});

test("an account elsewhere is one that is known, or has an address with a place for the name", async () => {
  const { as } = startRealm();
  const says = (field_data?: unknown) =>
    complaint(
      as(cleo).post(fields, {
        name: "Elsewhere",
        field_type: 7,
        ...(field_data === undefined ? {} : { field_data }),
      }),
    );
  expect(await says()).toBe("subtype key is missing from field_data");
  expect(await says({ subtype: "" })).toBe('field_data["subtype"] cannot be blank.');
  expect(await says({ subtype: { a: "b" } })).toBe('field_data["subtype"] is not a string');
  expect(await says({ subtype: "myspace" })).toBe("Invalid external account type");
  expect(await says({ subtype: "github", more: "x" })).toBe("Unexpected arguments: more");
  const custom = (url_pattern: string) => says({ subtype: "custom", url_pattern });
  expect(await says({ subtype: "custom" })).toBe("Custom external account must define URL pattern");
  expect(await custom("https://a.example")).toBe("URL pattern must contain '%(username)s'.");
  expect(await custom("a/%(username)s")).toBe('field_data["url_pattern"] is not a URL');
  expect(await custom("https://a.example/%(username)s")).toBe("");
});

test("accounts that every realm knows have names of their own, which nobody changes", async () => {
  const { as } = startRealm();
  const wish = { name: "Mine", hint: "of yours", field_type: 7, field_data: { subtype: "github" } };
  const { id } = (await as(cleo).post(fields, wish)).body;
  const told = async () => (await as(bo).get(fields)).body["custom_fields"].at(-1);
  expect(await told()).toMatchObject({ id, name: "GitHub username", hint: "" });
  expect(await complaint(as(cleo).post(fields, wish))).toBe(
    "A field with that label already exists.",
  );
  expect(await complaint(as(cleo).patch(`${fields}/${id}`, { name: "Hub" }))).toBe(
    "Default custom field cannot be updated.",
  );
  const same = { name: "GitHub username", display_in_profile_summary: true };
  expect(await complaint(as(cleo).patch(`${fields}/${id}`, same))).toBe("");
  expect(await told()).toMatchObject({ display_in_profile_summary: true });
});

test("fields are ordered by a list that names them all, others or twice", async () => {
  const { as } = startRealm();
  const ids: number[] = [];
  for (const name of ["A", "B"])
    ids.push((await as(cleo).post(fields, { name, field_type: 1 })).body["id"]);
  const [a = 0, b = 0] = ids;
  expect(await complaint(as(cleo).patch(fields, { order: [a] }))).toBe("Invalid order mapping.");
  expect(await complaint(as(cleo).patch(fields, { order: [a, 999, b, a] }))).toBe("");
  const { custom_fields } = (await as(bo).get(fields)).body;
  expect(custom_fields.map(({ id }: Body) => id)).toEqual([b, a]);
});

test("an option that is taken back is nobody's choice any more", async () => {
  const { as } = startRealm();
  const options = { tea: { text: "Tea", order: "1" }, rye: { text: "Rye", order: "2" } };
  const wish = { name: "Drink", field_type: 3, field_data: options };
  const { id } = (await as(cleo).post(fields, wish)).body;
  await as(bo).patch(own, { data: [{ id, value: "rye" }] });
  await as(don).patch(own, { data: [{ id, value: "tea" }] });
  const { queue_id: queue } = await as(ana).register();
  await as(cleo).patch(`${fields}/${id}`, { field_data: { tea: options.tea } });
  const profile = async (who: number) =>
    (await as(ana).get(`/users/${who}`, { include_custom_profile_fields: true })).body["user"][
      "profile_data"
    ];
  expect(await profile(bo)).toEqual({});
  expect(await profile(don)).toEqual({ [id]: { value: "tea" } });
  const events = await as(ana).events(queue);
  expect(events.map(({ type }) => type)).toEqual(["custom_profile_fields"]);
});

test("each kind of field takes what it is for", async () => {
  const { as } = startRealm();
  const add = async (field_type: number, more: Body = {}) =>
    (await as(cleo).post(fields, { name: `kind ${field_type}`, field_type, ...more })).body["id"];
  const options = { a: { text: "A", order: "1" } };
  const ids: Record<number, number> = {};
  for (const type of [1, 2, 4, 5, 6, 8]) ids[type] = await add(type);
  ids[3] = await add(3, { field_data: options });
  const says = (type: number, value: unknown) =>
    complaint(as(bo).patch(own, { data: [{ id: ids[type], value }] }));
  const rows: readonly (readonly [number, unknown, string])[] = [
    [1, "x".repeat(50), ""],
    [1, "x".repeat(51), "kind 1 is too long (limit: 50 characters)"],
    [1, "", ""],
    [1, [ana], "kind 1 is not a string"],
    [1, null, 'data[0]["value"]["str"] is not a string'],
    [1, undefined, 'data[0]["value"] field is missing: Field required'],
    [2, "x".repeat(501), "kind 2 is too long (limit: 500 characters)"],
    [3, "a", ""],
    [3, "", "'' is not a valid choice for 'kind 3'."],
    [4, "2000-02-29", ""],
    [4, "2001-02-29", "kind 4 is not a date"],
    [4, "2001-2-3", "kind 4 is not a date"],
    [4, "", "kind 4 is not a date"],
    [5, "https://example.com", ""],
    [5, "", "kind 5 is not a URL"],
    [6, [ana, bo], ""],
    [6, [], ""],
    [6, "[11]", "User IDs is not a list"],
    [6, [999, 998], "Invalid user IDs: 999, 998"],
    [6, [eva], `User with ID ${eva} is deactivated`],
    [6, [robot], `User with ID ${robot} is a bot`],
    [8, "they/them", ""],
  ];
  for (const [type, value, said] of rows) expect(await says(type, value)).toBe(said);
});

test("what stays as it was is told to nobody", async () => {
  const { as } = startRealm();
  const { id } = (await as(cleo).post(fields, { name: "Pet", field_type: 1 })).body;
  const { queue_id: queue } = await as(ana).register();
  await as(bo).delete(own, { data: [id] });
  for (const value of ["cat", "cat", ""]) await as(bo).patch(own, { data: [{ id, value }] });
  await as(bo).delete(own, { data: [id] });
  await as(bo).delete(own, { data: [id] });
  const told = (await as(ana).events(queue)).map(({ person }) => person.custom_profile_field);
  expect(told).toEqual([
    { id, value: "cat", rendered_value: "<p>cat</p>" },
    { id, value: "" },
    { id, value: null },
  ]);
});

test("an empty text of an administrator's clears the field, of the person's own it is one", async () => {
  const { as } = startRealm();
  const { id } = (await as(cleo).post(fields, { name: "Pet", field_type: 1 })).body;
  const profile = async () =>
    (await as(ana).get(`/users/${bo}`, { include_custom_profile_fields: true })).body["user"][
      "profile_data"
    ];
  await as(bo).patch(own, { data: [{ id, value: "" }] });
  expect(await profile()).toEqual({ [id]: { value: "", rendered_value: "" } });
  await as(cleo).patch(`/users/${bo}`, { profile_data: [{ id, value: "" }] });
  expect(await profile()).toEqual({});
});

test("whoever may not make fields is told so before anything else", async () => {
  const { as } = startRealm();
  expect((await as(bo).post(fields)).body).toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
  expect((await as(robot).patch(own)).body["msg"]).toBe(
    "This endpoint does not accept bot requests.",
  );
});
