import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, gus } = people;
const told = (events: readonly Body[]) =>
  events.map(({ type, op }) => (op === undefined ? type : `${type} ${op}`));

test("whoever comes into a hidden stream learns of it first, and its history stays closed", async () => {
  const { realm, as } = startRealm();
  const { queue_id: queue } = await as(bo).register();
  realm.control.subscribe(bo, streams.secret);
  const events = await as(bo).events(queue);
  expect(told(events)).toEqual(["stream create", "subscription add"]);
  expect((await as(bo).get("/messages/106")).body["msg"]).toBe("Invalid message(s)");
  const id = await as(ana).say({ streamId: streams.secret, topic: "plans" }, "welcome");
  expect((await as(bo).get(`/messages/${id}`)).status).toBe(200);
});

test("whoever leaves it loses it, with what was unread there", async () => {
  const { realm, as } = startRealm();
  const id = await as(cleo).say({ streamId: streams.secret, topic: "plans" }, "psst");
  const { queue_id: queue } = await as(ana).register();
  realm.control.unsubscribe(ana, streams.secret);
  const events = await as(ana).events(queue);
  expect(told(events)).toEqual([
    "subscription remove",
    "stream delete",
    "update_message_flags add",
  ]);
  expect(events[2]?.["messages"]).toEqual([id]);
  expect((await as(ana).get(`/messages/${id}`)).body["msg"]).toBe("Invalid message(s)");
  expect((await as(ana).register())["unsubscribed"]).toEqual([]);
});

test("the others are told of those who come and go", async () => {
  const { realm, as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  realm.control.subscribe(gus, streams.dev);
  realm.control.unsubscribe(gus, streams.dev);
  const peers = (await as(ana).events(queue)).map(({ op, stream_ids, user_ids }) => [
    op,
    stream_ids,
    user_ids,
  ]);
  expect(peers).toEqual([
    ["peer_add", [streams.dev], [gus]],
    ["peer_remove", [streams.dev], [gus]],
  ]);
});

test("a stream that was left is listed apart, and what is said there no longer arrives", async () => {
  const { realm, as } = startRealm();
  const { queue_id: queue } = await as(ana).register({ event_types: ["message"] });
  realm.control.unsubscribe(ana, streams.dev);
  const id = await as(bo).say({ streamId: streams.dev, topic: "deploy" }, "without her");
  expect(await as(ana).events(queue)).toEqual([]);
  const body = await as(ana).register();
  expect(body["unsubscribed"].map(({ name }: Body) => name)).toEqual(["dev"]);
  expect((await as(ana).get(`/messages/${id}`)).body["message"].flags).toEqual([
    "read",
    "historical",
  ]);
  await as(ana).post("/messages/flags", { messages: [104], op: "remove", flag: "read" });
  expect((await as(ana).register())["unread_msgs"].streams).toEqual([]);
});

const properties = "/users/me/subscriptions/properties";
const set = (property: string, value: unknown, id: number = streams.dev) => ({
  stream_id: id,
  property,
  value,
});

test.each([
  [[set("is_muted", "yes")], "is_muted is not a boolean"],
  [[set("in_home_view", "no")], "in_home_view is not a boolean"],
  [[set("flavour", "sweet")], "Unknown subscription property: flavour"],
  [[set("pin_to_top", true), set("color", "mauve")], "color is not a valid hex color code"],
  // What is wrong with a value is said before anything of streams.
  [[set("pin_to_top", true, 99), set("name", "x")], "Unknown subscription property: name"],
  [[set("pin_to_top", true), set("pin_to_top", true, 99)], "Invalid channel ID"],
])("setting %j is refused, and nothing is set", async (changes, msg) => {
  const { as } = startRealm();
  const { queue_id: queue } = await as(ana).register();
  const { body } = await as(ana).post(properties, { subscription_data: changes });
  expect([body["code"], body["msg"]]).toEqual(["BAD_REQUEST", msg]);
  expect(await as(ana).events(queue)).toEqual([]);
});
