/** Streams made, joined, changed, left, archived and emptied: answers, refusals, and who hears what. */
import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
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
  expect(gist(own)).toEqual(["stream create", "subscription add"]);
  expect(own[0]?.["streams"]).toMatchObject([
    { stream_id: 7, name: "fresh", creator_id: ana, first_message_id: null, invite_only: false },
  ]);
  expect(own[1]?.["subscriptions"]).toMatchObject([
    { stream_id: 7, color: "#123456", subscribers: [ana, bo] },
  ]);
  expect(gist(await as(bo).events(bos))).toEqual(["stream create", "subscription add"]);
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

test("the weekly traffic of a stream is counted at the realm's birth; a new stream has none", async () => {
  const { as } = startRealm();
  await as(ana).post("/users/me/subscriptions", { subscriptions: [{ name: "fresh" }] });
  const { body } = await as(ana).get("/streams");
  const traffic = body["streams"].map(({ name, stream_weekly_traffic: weekly }: Body) => [
    name,
    weekly,
  ]);
  expect(Object.fromEntries(traffic)).toMatchObject({ general: 3, dev: 4, news: 0, fresh: null });
});
