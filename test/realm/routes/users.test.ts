/** People as administrators change them and as others see it: roles, names, coming and going, profiles, statuses. */
import { expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, smallBlueprint, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, don, gus, eva, robot } = people;

/** Cleo is the only owner, Don an administrator. */
function withOwner(level = 278) {
  const blueprint = smallBlueprint(Math.floor(fakeClock().now() / 1000));
  const roles = new Map([
    [cleo, 100],
    [don, 200],
  ] as const);
  const users = blueprint.users.map((user) => ({
    ...user,
    role: roles.get(user.id as typeof cleo) ?? user.role,
  }));
  return startRealm({ level, blueprint: { ...blueprint, users } });
}

const gist = (events: readonly Body[]) =>
  events.map(({ type, op }) => [type, op].filter(Boolean).join(" "));

test("everybody is listed, the deactivated and bots too, with profiles only when they are asked for", async () => {
  const { as } = startRealm();
  const { members } = (await as(ana).get("/users")).body;
  expect(members.map(({ user_id: id }: Body) => id).sort()).toEqual(Object.values(people).sort());
  const byId = new Map(members.map((one: Body) => [one["user_id"], one]));
  expect(byId.get(eva)).toMatchObject({ is_active: false, role: 400 });
  expect(byId.get(robot)).toMatchObject({ is_bot: true, bot_type: 1 });
  expect(byId.get(bo)).not.toHaveProperty("profile_data");
  const whole = (await as(ana).get("/users", { include_custom_profile_fields: true })).body;
  expect(whole["members"][0]).toHaveProperty("profile_data", {});
});

test("one person is found by ID and by address, and nobody else", async () => {
  const { realm, as } = startRealm();
  const bosOwn = { user_id: bo, full_name: "Bo Lindt", is_active: true };
  expect((await as(ana).get(`/users/${bo}`)).body["user"]).toMatchObject(bosOwn);
  expect((await as(ana).get("/users/BO@small.example")).body["user"]).toMatchObject(bosOwn);
  const { notifier } = realm.control.server.state.people;
  for (const nobody of ["999", String(notifier.id), "x@small.example"]) {
    const { status, body } = await as(ana).get(`/users/${nobody}`);
    expect([status, body["msg"]]).toEqual([400, "No such user"]);
  }
});

test("a new name is told to all, and drawn in what is written from then on", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(cleo).patch(`/users/${bo}`, { full_name: " Bo Renamed " });
  expect(await as(ana).events(queue)).toMatchObject([
    { type: "realm_user", op: "update", person: { user_id: bo, full_name: "Bo Renamed" } },
  ]);
  const { body } = await as(ana).post("/messages/render", { content: "@**Bo Renamed**" });
  expect(body["rendered"]).toContain(`data-user-id="${bo}"`);
});

test("whoever becomes a guest loses sight of public streams, and gains it back", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(cleo).patch(`/users/${ana}`, { role: 600 });
  const lost = await as(ana).events(queue);
  expect(gist(lost)).toEqual([
    "realm_user update",
    "user_group remove_members",
    "user_group remove_members",
    "user_group add_members",
    "stream delete",
  ]);
  expect(lost[4]?.["streams"]).toMatchObject([{ stream_id: streams.other }]);
  await as(cleo).patch(`/users/${ana}`, { role: 400 });
  const gained = (await as(ana).events(queue)).slice(-2);
  expect(gained).toMatchObject([
    { type: "stream", op: "create", streams: [{ stream_id: streams.other }] },
    { op: "peer_add", stream_ids: [streams.other], user_ids: [bo, cleo] },
  ]);
  const { body } = await as(ana).get("/users/me");
  expect(body).toMatchObject({ role: 400, is_guest: false });
});

test("an administrator is told of private streams", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(bo).register();
  await as(cleo).patch(`/users/${bo}`, { role: 200 });
  const events = await as(bo).events(queue);
  const created = events.find(({ type, op }) => type === "stream" && op === "create");
  expect(created?.["streams"]).toMatchObject([{ stream_id: streams.secret }]);
  expect(events.at(-1)).toMatchObject({ op: "peer_add", user_ids: [ana, cleo] });
});

test.each([
  [ana, bo, { full_name: "x y" }, "Insufficient permission"],
  [don, 999, { full_name: "x y" }, "No such user"],
  [don, bo, { full_name: "x" }, "Name too short!"],
  [don, bo, { full_name: "n".repeat(101) }, "Name too long!"],
  [don, bo, { full_name: "a*b" }, "Invalid characters in name!"],
  [don, bo, { role: 500 }, "Invalid role: Value error, Not in the list of possible values"],
  [don, bo, { role: 100 }, "Must be an organization owner"],
  [don, cleo, { role: 400 }, "Must be an organization owner"],
  [
    cleo,
    cleo,
    { role: 400 },
    "The owner permission cannot be removed from the only organization owner.",
  ],
  [don, bo, { profile_data: [{ id: 9, value: "x" }] }, "Field id 9 not found."],
])("person %i changing %i by %j is refused, and nobody hears of it", async (who, id, wish, msg) => {
  const { as } = withOwner();
  const { queue_id: queue } = await as(gus).register();
  const { status, body } = await as(who).patch(`/users/${id}`, wish);
  expect([status, body["msg"]]).toEqual([400, msg]);
  expect(await as(gus).events(queue)).toEqual([]);
});

test("up to level 184 guests cannot be made administrators", async () => {
  const answer = async (level: number) => {
    const { as } = startRealm({ level });
    return (await as(cleo).patch(`/users/${gus}`, { role: 200 })).body["msg"];
  };
  expect(await answer(184)).toBe("Guests cannot be organization administrators");
  expect(await answer(185)).toBe("");
});

test("whoever is deactivated is gone from lists and cannot sign in, until they are brought back", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  await as(bo).register();
  expect((await as(cleo).delete(`/users/${bo}`)).status).toBe(200);
  expect(await as(ana).events(queue)).toMatchObject([
    { type: "realm_user", op: "update", person: { user_id: bo, is_active: false } },
  ]);
  const { status, body } = await as(bo).get("/users/me");
  expect([status, body["msg"]]).toEqual([401, "Account is deactivated"]);
  expect((await as(ana).get("/streams/2/members")).body["subscribers"]).not.toContain(bo);
  await as(cleo).post(`/users/${bo}/reactivate`);
  expect((await as(ana).events(queue)).slice(1)).toMatchObject([
    { type: "realm_user", person: { user_id: bo, is_active: true } },
    { type: "subscription", op: "peer_add", stream_ids: [1, 2, 4, 5], user_ids: [bo] },
  ]);
  expect((await as(bo).get("/users/me")).status).toBe(200);
});

test("below level 222 the deactivated leave, and come anew", async () => {
  const { as } = startRealm({ level: 221 });
  const { queue_id: queue } = await as(ana).register();
  await as(cleo).delete(`/users/${bo}`);
  await as(cleo).post(`/users/${bo}/reactivate`);
  expect((await as(ana).events(queue)).slice(0, 2)).toMatchObject([
    { type: "realm_user", op: "remove", person: { user_id: bo, full_name: "Bo Lindt" } },
    { type: "realm_user", op: "add", person: { user_id: bo, is_active: true } },
  ]);
});

test("no comment is no mail, an empty one a mail without words, and a text is in it", async () => {
  const mails = async (comment: string | undefined) => {
    const { realm, as } = startRealm();
    const parameters = { deactivation_notification_comment: comment };
    await as(cleo).delete(`/users/${bo}`, parameters);
    return realm.control.server.mails;
  };
  expect(await mails(undefined)).toEqual([]);
  expect(await mails("")).toEqual([{ to: "bo@small.example", comment: "" }]);
  expect(await mails("Thanks")).toEqual([{ to: "bo@small.example", comment: "Thanks" }]);
});

test.each([
  [ana, bo, {}, "Insufficient permission"],
  [don, 999, {}, "No such user"],
  [don, robot, {}, "No such user"],
  [don, eva, {}, "User is deactivated"],
  [don, cleo, {}, "Must be an organization owner"],
  [cleo, cleo, {}, "Cannot deactivate the only organization owner"],
  [
    don,
    bo,
    { deactivation_notification_comment: "x".repeat(2001) },
    "deactivation_notification_comment is too long (limit: 2000 characters)",
  ],
])("person %i deactivating %i is refused", async (who, id, parameters, msg) => {
  const { as } = withOwner();
  const { status, body } = await as(who).delete(`/users/${id}`, parameters);
  expect([status, body["msg"]]).toEqual([400, msg]);
});

test("the last owner has no code in the document", async () => {
  const old = withOwner(184).as(cleo);
  expect((await old.delete(`/users/${cleo}`)).body).toEqual({
    result: "error",
    msg: "Cannot deactivate the only organization owner",
  });
});

test("a status tells only what was passed, and an empty part takes it back", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(bo).register();
  const set = (parameters: object) => as(ana).post("/users/me/status", { ...parameters });
  await set({ status_text: "  out  ", emoji_name: "car" });
  await set({ status_text: "in" });
  await set({ emoji_name: "" });
  const own = { type: "user_status", user_id: ana };
  expect((await as(bo).events(queue)).map(({ id: _, ...event }) => event)).toEqual([
    {
      ...own,
      status_text: "out",
      emoji_name: "car",
      emoji_code: "1f697",
      reaction_type: "unicode_emoji",
    },
    { ...own, status_text: "in" },
    { ...own, emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" },
  ]);
  expect((await as(bo).get(`/users/${ana}/status`)).body["status"]).toEqual({ status_text: "in" });
  const { user_status: all } = await as(bo).register();
  expect(all).toEqual({ [ana]: { status_text: "in" } });
  await set({ status_text: "" });
  expect((await as(bo).register())["user_status"]).toEqual({});
});

test("away is the opposite of telling one's presence", async () => {
  const { as } = startRealm();
  const { queue_id: own } = await as(ana).register();
  const { queue_id: other } = await as(bo).register();
  await as(ana).post("/users/me/status", { away: true });
  expect(await as(ana).events(own)).toMatchObject([
    { type: "user_settings", property: "presence_enabled", value: false },
    { type: "presence", user_id: ana, presence: { website: { status: "idle" } } },
    { type: "user_status", user_id: ana, away: true },
  ]);
  expect(gist(await as(bo).events(other))).toEqual(["presence", "user_status"]);
  expect((await as(bo).register())["user_status"]).toEqual({ [ana]: { away: true } });
});

test.each([
  [{}, "Client did not pass any new values."],
  [{ emoji_code: "1f389" }, "Client did not pass any new values."],
  [
    { status_text: "x", emoji_code: "1f389" },
    "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
  ],
  [{ status_text: "x".repeat(61) }, "status_text is too long (limit: 60 characters)"],
  [{ emoji_name: "no_such" }, "Emoji 'no_such' does not exist"],
  [
    { emoji_name: "car", emoji_code: "1f389", reaction_type: "unicode_emoji" },
    "Invalid emoji name.",
  ],
  [{ emoji_name: "car", emoji_code: "zz", reaction_type: "unicode_emoji" }, "Invalid emoji code."],
  [{ emoji_name: "car", emoji_code: "1f697", reaction_type: "x" }, "Invalid emoji type."],
  [{ emoji_name: "a", emoji_code: "7", reaction_type: "realm_emoji" }, "Invalid custom emoji."],
])("the status %j is refused", async (parameters, msg) => {
  const { as } = startRealm();
  const { status, body } = await as(ana).post("/users/me/status", parameters);
  expect({ status, body }).toEqual({
    status: 400,
    body: { result: "error", msg, code: "BAD_REQUEST" },
  });
  expect((await as(bo).register())["user_status"]).toEqual({});
});

const field = { name: "Pet", field_type: 1, hint: "who?" };

test("profile fields are made, ordered, changed and removed, and all hear of each", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(gus).register();
  expect((await as(cleo).post("/realm/profile_fields", field)).body["id"]).toBe(1);
  const choices = { a: { text: "Alpha", order: "1" } };
  const list = { name: "Team", field_type: 3, field_data: choices };
  expect((await as(cleo).post("/realm/profile_fields", list)).body["id"]).toBe(2);
  await as(cleo).patch("/realm/profile_fields", { order: [2, 1] });
  await as(cleo).patch("/realm/profile_fields/1", { hint: "", display_in_profile_summary: true });
  const { body } = await as(ana).get("/realm/profile_fields");
  expect(body["custom_fields"]).toEqual([
    {
      id: 2,
      name: "Team",
      type: 3,
      hint: "",
      field_data: JSON.stringify(choices),
      order: 0,
      required: false,
    },
    {
      id: 1,
      name: "Pet",
      type: 1,
      hint: "",
      field_data: "",
      order: 1,
      required: false,
      display_in_profile_summary: true,
    },
  ]);
  await as(cleo).delete("/realm/profile_fields/2");
  const events = await as(gus).events(queue);
  expect(events.map(({ type, fields }) => [type, fields.length])).toEqual([
    ["custom_profile_fields", 1],
    ["custom_profile_fields", 2],
    ["custom_profile_fields", 2],
    ["custom_profile_fields", 2],
    ["custom_profile_fields", 1],
  ]);
});

test.each([
  [ana, field, "Must be an organization administrator"],
  [cleo, { ...field, name: " " }, "Label cannot be blank."],
  [cleo, { ...field, name: "n".repeat(41) }, "name is too long (limit: 40 characters)"],
  [cleo, { ...field, hint: "h".repeat(81) }, "hint is too long (limit: 80 characters)"],
  [cleo, { ...field, field_type: 9 }, "Invalid field type."],
  [cleo, { ...field, field_type: 3 }, "Field must have at least one choice."],
  [cleo, { ...field, name: "First" }, "A field with that label already exists."],
  [
    cleo,
    { ...field, field_type: 2, display_in_profile_summary: true },
    "Field type not supported for display in profile summary.",
  ],
  [
    cleo,
    { ...field, display_in_profile_summary: true },
    "Only 2 custom profile fields can be displayed in the profile summary.",
  ],
])("person %i making the field %j is refused", async (who, wish, msg) => {
  const { as } = startRealm();
  const shown = { field_type: 1, display_in_profile_summary: true };
  await as(cleo).post("/realm/profile_fields", { ...shown, name: "First" });
  await as(cleo).post("/realm/profile_fields", { ...shown, name: "Second" });
  const { status, body } = await as(who).post("/realm/profile_fields", wish);
  expect([status, body["msg"]]).toEqual([400, msg]);
});

test("pronouns exist from level 151 on", async () => {
  const answer = async (level: number) => {
    const { as } = startRealm({ level });
    return (await as(cleo).post("/realm/profile_fields", { name: "They", field_type: 8 })).status;
  };
  expect([await answer(150), await answer(151)]).toEqual([400, 200]);
});

test("what people write into fields is judged by their types, told, and cleared", async () => {
  const { as } = startRealm();
  const make = (name: string, type: number, data?: object) =>
    as(cleo).post("/realm/profile_fields", { name, field_type: type, field_data: data });
  await make("About", 2);
  await make("Team", 3, { a: { text: "Alpha", order: "1" } });
  await make("Birthday", 4);
  await make("Site", 5);
  await make("Friends", 6);
  const { queue_id: queue } = await as(bo).register();
  const write = async (id: number, value: unknown) =>
    (await as(ana).patch("/users/me/profile_data", { data: [{ id, value }] })).body["msg"];
  expect(await write(2, "z")).toBe("'z' is not a valid choice for 'Team'.");
  expect(await write(3, "yesterday")).toBe("Birthday is not a date");
  expect(await write(4, "no link")).toBe("Site is not a URL");
  expect(await write(5, "x")).toBe("User IDs is not a list");
  expect(await write(5, [999])).toBe("Invalid user IDs: 999");
  expect(await as(bo).events(queue)).toEqual([]);
  expect(await write(1, "**me**")).toBe("");
  expect(await write(5, [bo])).toBe("");
  await as(ana).delete("/users/me/profile_data", { data: [5] });
  const told = (await as(bo).events(queue)).map(({ person }) => person);
  expect(told).toEqual([
    {
      user_id: ana,
      custom_profile_field: {
        id: 1,
        value: "**me**",
        rendered_value: "<p><strong>me</strong></p>",
      },
    },
    { user_id: ana, custom_profile_field: { id: 5, value: `[${bo}]` } },
    { user_id: ana, custom_profile_field: { id: 5, value: null } },
  ]);
  const { user } = (await as(bo).get(`/users/${ana}`, { include_custom_profile_fields: true }))
    .body;
  expect(user["profile_data"]).toEqual({
    1: { value: "**me**", rendered_value: "<p><strong>me</strong></p>" },
  });
});
