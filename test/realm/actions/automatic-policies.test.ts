/** What people do in a topic makes them follow or unmute it, as their settings say. */
import { describe, expect, test } from "vitest";
import { type Caller, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, don, robot } = people;
const never = 4;

/** The policy of the person's topic in the stream "dev"; 0 for none. */
async function policyOf(who: Caller, topic: string): Promise<number> {
  const { user_topics: all } = await who.register({ fetch_event_types: ["user_topic"] });
  const found = all.find((one: { topic_name: string }) => one.topic_name === topic);
  return found?.visibility_policy ?? 0;
}

const dev = (topic: string) => ({ streamId: streams.dev, topic });

async function muted(who: Caller) {
  const data = [{ stream_id: streams.dev, property: "is_muted", value: true }];
  await who.post("/users/me/subscriptions/properties", { subscription_data: data });
}

describe("a sender", () => {
  test.each([
    ["starts", 1, 3],
    ["starts", 2, 3],
    ["starts", 3, 3],
    ["starts", never, 0],
    ["answers in", 1, 3],
    ["answers in", 2, 3],
    ["answers in", 3, 0],
  ])(
    "who %s a topic with the setting %i has the policy %i for it",
    async (what, setting, policy) => {
      const { as } = startRealm();
      await as(ana).patch("/settings", { automatically_follow_topics_policy: setting });
      if (what === "answers in") await as(bo).say(dev("new"), "first");
      await as(ana).say(dev("new"), "mine");
      expect(await policyOf(as(ana), "new")).toBe(policy);
    },
  );

  test.each([
    [1, 2],
    [2, 2],
    [3, 0],
    [never, 0],
  ])(
    "in a muted stream with the setting %i has the policy %i for a topic of others",
    async (setting, policy) => {
      const { as } = startRealm();
      await muted(as(ana));
      const name = "automatically_unmute_topics_in_muted_streams_policy";
      await as(ana).patch("/settings", { [name]: setting });
      await as(ana).say(dev("deploy"), "mine");
      expect(await policyOf(as(ana), "deploy")).toBe(policy);
    },
  );

  test("who muted a topic before anybody wrote in it has not started it", async () => {
    const { as } = startRealm();
    const mute = { stream_id: streams.dev, topic: "quiet", visibility_policy: 1 };
    await as(ana).post("/user_topics", mute);
    await as(ana).say(dev("quiet"), "mine");
    expect(await policyOf(as(ana), "quiet")).toBe(1);
  });

  test("who cannot read what was written before starts a topic", async () => {
    const { as } = startRealm();
    const place = { streamId: streams.secret, topic: "plans" };
    await as(cleo).post("/users/me/subscriptions", {
      subscriptions: [{ name: "secret" }],
      principals: [don],
    });
    await as(don).say(place, "mine");
    const { user_topics: all } = await as(don).register({ fetch_event_types: ["user_topic"] });
    expect(all).toMatchObject([{ topic_name: "plans", visibility_policy: 3 }]);
  });

  test("who is no person follows nothing", async () => {
    const { as } = startRealm();
    await as(robot).say(dev("new"), "beep");
    expect(await policyOf(as(robot), "new")).toBe(0);
  });
});

test.each([
  [1, 3],
  [2, 0],
])("whoever reacts or votes with the setting %i has the policy %i", async (setting, policy) => {
  const { as } = startRealm();
  await as(ana).patch("/settings", { automatically_follow_topics_policy: setting });
  const liked = await as(bo).say(dev("liked"), "fine");
  await as(ana).post(`/messages/${liked}/reactions`, { emoji_name: "smile" });
  expect(await policyOf(as(ana), "liked")).toBe(policy);
  const asked = await as(bo).say(dev("asked"), "/poll Lunch?\nsoup");
  const content = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
  await as(ana).post("/submessage", { message_id: asked, msg_type: "widget", content });
  expect(await policyOf(as(ana), "asked")).toBe(policy);
});

test.each(["@**Ana Ruiz** look", "@*crew* look"])(
  "whoever is called by %s follows the topic, unless they wish otherwise",
  async (text) => {
    const called = async (wish: boolean) => {
      const { as } = startRealm();
      const setting = { automatically_follow_topics_where_mentioned: wish };
      await as(ana).patch("/settings", setting);
      await as(bo).say(dev("news"), text);
      return policyOf(as(ana), "news");
    };
    expect(await called(true)).toBe(3);
    expect(await called(false)).toBe(0);
  },
);

test("whoever muted a topic does not follow it when they are called there", async () => {
  const { as } = startRealm();
  const mute = { stream_id: streams.dev, topic: "quiet", visibility_policy: 1 };
  await as(ana).post("/user_topics", mute);
  await as(bo).say(dev("quiet"), "@**Ana Ruiz** look");
  expect(await policyOf(as(ana), "quiet")).toBe(1);
});
