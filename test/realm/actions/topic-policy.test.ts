/** Topics muted by the older endpoint, and what each level refuses and has no word for. */
import { expect, test } from "vitest";
import { setTopicPolicy } from "#realm/actions/topic-policy.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { don } = people;
const path = "/users/me/subscriptions/muted_topics";
const byId = { stream_id: streams.dev, topic: "old" };

test("a topic is muted by its stream's ID or name, and by either it is as it was again", async () => {
  const { as } = startRealm();
  const muted = async () => (await as(don).register())["muted_topics"].length;
  const ask = async (wish: object) => (await as(don).patch(path, { ...wish })).body["msg"];
  expect([await ask({ ...byId, op: "add" }), await muted()]).toEqual(["", 1]);
  expect([await ask({ ...byId, op: "add" }), await muted()]).toEqual(["", 1]);
  const byName = { stream: "DEV", topic: "OLD" };
  expect([await ask({ ...byName, op: "remove" }), await muted()]).toEqual(["", 0]);
  expect([await ask({ ...byName, op: "remove" }), await muted()]).toEqual(["", 0]);
});

test.each([
  [{ topic: "old", op: "add" }, "Missing 'stream_id' argument"],
  [{ ...byId, stream: "dev", op: "add" }, "Unsupported parameter combination: stream_id, stream"],
  [{ ...byId, op: "toggle" }, "Invalid op"],
  [{ ...byId, topic: "t".repeat(61), op: "add" }, "topic is too long (limit: 60 characters)"],
  [{ ...byId, stream_id: 99, op: "add" }, "Invalid channel ID"],
  [{ ...byId, stream_id: 99, op: "remove" }, "Topic is not muted"],
  [{ stream: "nowhere", topic: "old", op: "add" }, "Invalid channel name 'nowhere'"],
  [{ stream: "secret", topic: "old", op: "add" }, "Invalid channel name 'secret'"],
  [{ stream: "nowhere", topic: "old", op: "remove" }, "Topic is not muted"],
])("muting by %j is refused", async (wish, msg) => {
  const { as } = startRealm();
  const { body } = await as(don).patch(path, wish);
  expect([body["code"], body["msg"]]).toEqual(["BAD_REQUEST", msg]);
});

test.each([
  [218, []],
  [219, [{ topic_name: "old", visibility_policy: 3 }]],
])("at level %i a topic that is followed is told as %j", async (level, told) => {
  const { realm, as } = startRealm({ level });
  const wish = { streamId: streams.dev, topic: "old", policy: 3 };
  setTopicPolicy(realm.control.server, don, wish);
  expect((await as(don).register())["user_topics"]).toMatchObject(told);
});
