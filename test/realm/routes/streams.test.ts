/** Streams made, joined, changed, left, archived and emptied: answers, refusals, and who hears what. */
import { expect, test } from "vitest";
import { type Body, startOwnedRealm, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, don, gus } = people;

/** Type, operation and property of an event, for lists that are compared at a glance. */
const gist = (events: readonly Body[]) =>
  events.map(({ type, op, property }) => [type, op, property].filter(Boolean).join(" "));

test("a stream that is made is there for all members, and for its people first", async () => {
  const { as } = startRealm();
  const { queue_id: mine } = await as(ana).register({ include_subscribers: true });
  const { queue_id: bos } = await as(bo).register({ include_subscribers: true });
  const { queue_id: dons } = await as(don).register();
  const { queue_id: guests } = await as(gus).register();
  const { body } = await as(ana).post("/users/me/subscriptions", {
    subscriptions: [{ name: "fresh", description: "made *here*", color: "#123456" }],
    principals: [ana, bo],
  });
  expect(body).toMatchObject({
    subscribed: { "ana@small.example": ["fresh"], "bo@small.example": ["fresh"] },
    already_subscribed: {},
  });
  expect(body).not.toHaveProperty("unauthorized");
  const own = await as(ana).events(mine);
  expect(gist(own)).toEqual(["stream create", "subscription add", "message"]);
  expect(own[0]?.["streams"]).toMatchObject([
    { stream_id: 7, name: "fresh", creator_id: ana, first_message_id: null, invite_only: false },
  ]);
  expect(own[1]?.["subscriptions"]).toMatchObject([
    { stream_id: 7, color: "#123456", subscribers: [ana, bo] },
  ]);
  expect(own[2]?.["message"]).toMatchObject({
    subject: "channel events",
    content: expect.stringContaining(`**Public** channel created by @_**Ana Ruiz|${ana}**.`),
  });
  expect(gist(await as(bo).events(bos))).toEqual(["stream create", "subscription add", "message"]);
  const told = await as(don).events(dons);
  expect(gist(told)).toEqual(["stream create", "subscription peer_add"]);
  expect(told[1]).toMatchObject({ stream_ids: [7], user_ids: [ana, bo] });
  expect(await as(gus).events(guests)).toEqual([]);
});

test("a private stream is told only to its people and to administrators", async () => {
  const { as } = startRealm();
  const { queue_id: bos } = await as(bo).register();
  const { queue_id: cleos } = await as(cleo).register();
  await as(ana).post("/users/me/subscriptions", {
    subscriptions: [{ name: "hidden" }],
    invite_only: true,
  });
  expect(await as(bo).events(bos)).toEqual([]);
  expect(gist(await as(cleo).events(cleos))).toEqual(["stream create", "subscription peer_add"]);
  const { body } = await as(ana).get("/streams/7");
  expect(body["stream"]).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
  expect((await as(bo).get("/streams/7")).body["msg"]).toBe("Invalid channel ID");
});

test("whoever is put into a stream by somebody else is written to", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(don).register();
  await as(ana).post("/users/me/subscriptions", {
    subscriptions: [{ name: "DEV" }],
    principals: ["don@small.example"],
  });
  const events = await as(don).events(queue);
  expect(gist(events)).toEqual(["subscription add", "message"]);
  expect(events[1]?.["message"]).toMatchObject({
    type: "private",
    content: `@**Ana Ruiz|${ana}** subscribed you to the channel #**dev**.`,
  });
});

test("what may not be joined spoils all, or is listed", async () => {
  const { as } = startRealm();
  const subscriptions = [{ name: "secret" }, { name: "other" }];
  const strict = await as(don).post("/users/me/subscriptions", { subscriptions });
  expect([strict.status, strict.body["msg"]]).toEqual([400, "Unable to access channel (secret)."]);
  expect((await as(don).get("/users/me/subscriptions")).body["subscriptions"]).toHaveLength(2);
  const listed = await as(don).post("/users/me/subscriptions", {
    subscriptions,
    authorization_errors_fatal: false,
  });
  expect(listed.body).toMatchObject({
    subscribed: { "don@small.example": ["other"] },
    unauthorized: ["secret"],
  });
});

test.each([
  [ana, { subscriptions: [{ name: " " }] }, "Channel name can't be empty."],
  [
    ana,
    { subscriptions: [{ name: "n".repeat(61) }] },
    "Channel name too long (limit: 60 characters).",
  ],
  [ana, { subscriptions: [{ name: "a\nb" }] }, "Invalid character in channel name, at position 2."],
  [
    ana,
    { subscriptions: [{ name: "ab\uFFFE" }] },
    "Invalid character in channel name, at position 3.",
  ],
  [
    ana,
    { subscriptions: [{ name: "x", description: "d".repeat(1025) }] },
    'subscriptions[0]["description"] is too long (limit: 1024 characters)',
  ],
  [
    ana,
    { subscriptions: [{ name: "x", color: "red" }] },
    "Invalid subscriptions[0]: Value error, add.color is not a valid hex color code",
  ],
  [ana, { subscriptions: [{}] }, 'subscriptions[0]["name"] field is missing: Field required'],
  [ana, { subscriptions: [{ name: "x" }], principals: [999] }, "No such user"],
  [
    ana,
    { subscriptions: [{ name: "x" }], message_retention_days: 3 },
    "Must be an organization owner",
  ],
  [
    ana,
    { subscriptions: [{ name: "x" }], stream_post_policy: 9 },
    "Invalid stream_post_policy: Value error, Not in the list of possible values",
  ],
  [gus, { subscriptions: [{ name: "general" }] }, "Not allowed for guest users"],
])("person %i joining with %j is refused", async (who, parameters, msg) => {
  const { as } = startRealm();
  const { status, body } = await as(who).post("/users/me/subscriptions", parameters);
  expect([status, body["msg"]]).toEqual([400, msg]);
  expect((await as(cleo).get("/streams")).body["streams"]).toHaveLength(6);
});

test("a renamed and described stream is told in the order of real servers, each with a notice", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(bo).register();
  await as(cleo).patch(`/streams/${streams.dev}`, {
    new_name: "engineering",
    description: "two\nlines ",
    stream_post_policy: 2,
  });
  const events = await as(bo).events(queue);
  expect(gist(events)).toEqual([
    "stream update description",
    "message",
    "stream update name",
    "message",
    "stream update stream_post_policy",
    "stream update is_announcement_only",
    "message",
  ]);
  const drawn = "<p>two lines</p>";
  expect(events[0]).toMatchObject({ value: "two lines ", rendered_description: drawn });
  expect(events[2]).toMatchObject({ value: "engineering", name: "dev" });
  const notices = events.filter(({ type }) => type === "message");
  expect(notices.map(({ message }) => message.content)).toContainEqual(
    `@_**Cleo Vane|${cleo}** renamed channel **dev** to **engineering**.`,
  );
  const { body } = await as(bo).get("/get_stream_id", { stream: "Engineering" });
  expect(body["stream_id"]).toBe(streams.dev);
});

test("whoever gains a stream that opens learns of it with its people; whoever loses one hears nothing", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(bo).register();
  await as(cleo).patch(`/streams/${streams.secret}`, { is_private: false });
  const events = await as(bo).events(queue);
  expect(gist(events)).toEqual(["stream create", "subscription peer_add"]);
  expect(events[1]).toMatchObject({ stream_ids: [streams.secret], user_ids: [ana, cleo] });
  const { queue_id: second } = await as(don).register();
  await as(cleo).patch(`/streams/${streams.other}`, { is_private: true });
  expect(await as(don).events(second)).toEqual([]);
});

test.each([
  [ana, streams.dev, { description: "x" }, "Must be an organization administrator"],
  [bo, streams.secret, { description: "x" }, "Invalid channel ID"],
  [cleo, 99, { description: "x" }, "Invalid channel ID"],
  [cleo, streams.dev, { is_private: true, is_web_public: true }, "Invalid parameters"],
  [cleo, streams.dev, { history_public_to_subscribers: false }, "Invalid parameters"],
  [cleo, streams.dev, { new_name: "dev" }, "Channel already has that name."],
  [cleo, streams.dev, { new_name: "General" }, "Channel name already in use."],
  [cleo, streams.dev, { is_web_public: true }, "Web-public channels are not enabled."],
  [cleo, streams.dev, { message_retention_days: 5 }, "Must be an organization owner"],
  [
    cleo,
    streams.dev,
    { can_remove_subscribers_group: 1 },
    "'can_remove_subscribers_group' must be a system user group.",
  ],
  [
    cleo,
    streams.dev,
    { can_remove_subscribers_group: 9 },
    "'can_remove_subscribers_group' setting cannot be set to 'role:internet' group.",
  ],
])("person %i changing stream %i by %j is refused", async (who, id, wish, msg) => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(cleo).register();
  const { status, body } = await as(who).patch(`/streams/${id}`, wish);
  expect([status, body["msg"]]).toEqual([400, msg]);
  expect(await as(cleo).events(queue)).toEqual([]);
});

test("retention is a number of days, the realm's or for ever, in the words of the level", async () => {
  const { as } = startOwnedRealm();
  const set = async (value: unknown) => {
    const { body } = await as(cleo).patch("/streams/2", { message_retention_days: value });
    const { stream } = (await as(cleo).get("/streams/2")).body;
    return [body["code"], stream.message_retention_days];
  };
  expect(await set(30)).toEqual([undefined, 30]);
  expect(await set('"unlimited"')).toEqual([undefined, -1]);
  expect(await set('"realm_default"')).toEqual([undefined, null]);
  expect(await set('"forever"')).toEqual(["REQUEST_VARIABLE_INVALID", null]);
  expect(await set(0)).toEqual(["REQUEST_VARIABLE_INVALID", null]);
  const old = startOwnedRealm({ level: 90 });
  const { status } = await old
    .as(cleo)
    .patch("/streams/2", { message_retention_days: '"forever"' });
  expect(status).toBe(200);
});

test("history alone is ignored below level 136, and refused from it on where it cannot be", async () => {
  const answer = async (level: number) => {
    const { as } = startRealm({ level });
    const wish = { history_public_to_subscribers: false };
    return (await as(cleo).patch("/streams/2", wish)).body["msg"];
  };
  expect([await answer(135), await answer(136)]).toEqual(["", "Invalid parameters"]);
});

test("whoever leaves is gone for all, and names of nothing are refused", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(bo).register();
  const { body } = await as(ana).delete("/users/me/subscriptions", {
    subscriptions: ["dev", "other"],
  });
  expect(body).toMatchObject({ removed: ["dev"], not_removed: ["other"] });
  expect(await as(bo).events(queue)).toMatchObject([
    { op: "peer_remove", stream_ids: [streams.dev], user_ids: [ana] },
  ]);
  const unknown = await as(ana).delete("/users/me/subscriptions", { subscriptions: ["nowhere"] });
  expect(unknown.body).toMatchObject({
    code: "BAD_REQUEST",
    msg: "Channel(s) (nowhere) do not exist",
  });
});

test("up to level 184 an unknown stream to leave is refused as the document says", async () => {
  const { as } = startRealm({ level: 184 });
  const { body } = await as(ana).delete("/users/me/subscriptions", { subscriptions: ["nowhere"] });
  expect(body).toEqual({
    result: "error",
    msg: "Stream 'nowhere' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
    stream: "nowhere",
  });
});

test("others are taken out by administrators, and by the group that the stream names", async () => {
  const { as } = startRealm();
  const take = (who: number) =>
    as(who).delete("/users/me/subscriptions", { subscriptions: ["general"], principals: [bo] });
  expect((await take(don)).body["msg"]).toBe("Insufficient permission");
  const { body } = await as(ana).get("/user_groups");
  const moderators = body["user_groups"].find(({ name }: Body) => name === "role:moderators");
  const removers = { can_remove_subscribers_group: moderators.id };
  expect((await as(cleo).patch(`/streams/${streams.general}`, removers)).status).toBe(200);
  expect((await take(don)).body).toMatchObject({ removed: ["general"], not_removed: [] });
  expect((await take(cleo)).body).toMatchObject({ removed: [], not_removed: ["general"] });
});

test("a private stream that the last one leaves is archived", async () => {
  const { as } = startRealm();
  await as(ana).delete("/users/me/subscriptions", { subscriptions: ["secret"] });
  const { queue_id: queue } = await as(cleo).register();
  await as(cleo).delete("/users/me/subscriptions", { subscriptions: ["secret"] });
  expect(gist(await as(cleo).events(queue))).toEqual(["subscription remove", "stream delete"]);
  const { body } = await as(cleo).get("/streams", { include_all_active: true });
  expect(body["streams"].map(({ name }: Body) => name)).not.toContain("secret");
});

test("streams are listed by what is asked for", async () => {
  const { as } = startRealm();
  const names = async (who: number, parameters = {}) =>
    (await as(who).get("/streams", parameters)).body["streams"].map(({ name }: Body) => name);
  expect(await names(don)).toEqual(["dev", "general", "news", "other", "web"]);
  expect(await names(don, { include_public: false })).toEqual(["general", "news"]);
  expect(await names(gus)).toEqual(["general"]);
  expect(await names(gus, { include_web_public: true })).toEqual(["general", "web"]);
  const web = { include_public: false, include_subscribed: false, include_web_public: true };
  expect(await names(don, web)).toEqual(["web"]);
  expect(await names(cleo, { include_all_active: true })).toContain("secret");
  const refused = await as(don).get("/streams", { include_all_active: true });
  expect(refused.body).toMatchObject({
    msg: "User not authorized for this query",
    code: "BAD_REQUEST",
  });
});

test("a topic is deleted at once for everybody, newest first", async () => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  expect(
    (await as(ana).post("/streams/2/delete_topic", { topic_name: "noise" })).body,
  ).toMatchObject({
    msg: "Must be an organization administrator",
    code: "UNAUTHORIZED_PRINCIPAL",
  });
  const { body } = await as(cleo).post("/streams/2/delete_topic", { topic_name: "noise" });
  expect(body["complete"]).toBe(true);
  expect(await as(ana).events(queue)).toMatchObject([
    { type: "delete_message", message_ids: [109, 105], stream_id: 2, topic: "noise" },
  ]);
  const nothing = await as(cleo).post("/streams/2/delete_topic", { topic_name: "noise" });
  expect(nothing.body["complete"]).toBe(true);
});

test.each([
  [153, {}],
  [154, { result: "partially_completed", code: "REQUEST_TIMEOUT" }],
  [210, { result: "partially_completed", code: "REQUEST_TIMEOUT" }],
  [211, { complete: false }],
])(
  "at level %i a deletion that runs out of time says %j, and goes on when it is asked again",
  async (level, says) => {
    const { realm, as } = startRealm({ level });
    realm.control.outOfTime();
    const empty = () => as(cleo).post("/streams/2/delete_topic", { topic_name: "noise" });
    const { status, body } = await empty();
    expect([status, body]).toEqual([200, { result: "success", msg: "", ...says }]);
    expect(realm.control.server.state.messages.byId.has(109)).toBe(false);
    expect(realm.control.server.state.messages.byId.has(105)).toBe(true);
    await empty();
    expect(realm.control.server.state.messages.byId.has(105)).toBe(false);
  },
);

test("of a closed past nobody deletes what they never received", async () => {
  const { realm, as } = startRealm();
  realm.control.unsubscribe(cleo, streams.secret);
  const id = await as(ana).say({ streamId: streams.secret, topic: "plans" }, "unseen");
  realm.control.subscribe(cleo, streams.secret);
  const { body } = await as(cleo).post("/streams/3/delete_topic", { topic_name: "plans" });
  expect(body["complete"]).toBe(true);
  expect((await as(ana).get(`/messages/${id}`)).body["msg"]).toBe("");
});

test("the older word for who may post goes before the newer one", async () => {
  const { as } = startRealm();
  const both = { is_announcement_only: true, stream_post_policy: 4 };
  await as(cleo).patch("/streams/2", both);
  expect((await as(cleo).get("/streams/2")).body["stream"].stream_post_policy).toBe(2);
});

test("what is small about streams is answered, too", async () => {
  const { as } = startRealm();
  expect((await as(ana).get("/streams/2/members")).body["subscribers"]).toEqual([ana, bo, cleo]);
  const { queue_id: queue } = await as(don).register();
  await as(don).patch("/users/me/subscriptions/muted_topics", {
    stream: "dev",
    topic: "old",
    op: "add",
  });
  expect(await as(don).events(queue)).toMatchObject([
    { type: "muted_topics" },
    { type: "user_topic", topic_name: "old", visibility_policy: 1 },
  ]);
});

test("whoever is refused for what they are is refused whatever they ask", async () => {
  const { as } = startRealm();
  const { body: emptied } = await as(ana).post("/streams/2/delete_topic", {});
  expect(emptied["code"]).toBe("UNAUTHORIZED_PRINCIPAL");
  const { body: joined } = await as(gus).post("/users/me/subscriptions", {});
  expect(joined["msg"]).toBe("Not allowed for guest users");
});
