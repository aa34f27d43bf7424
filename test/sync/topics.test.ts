import { expect, test } from "vitest";
import { topicKey } from "#model/conversation.ts";
import { streams } from "../support/small-blueprint.ts";
import { deploy, startSmall } from "../support/small-client.ts";

test("in a small realm the topics of all streams are fetched at the start, including read ones", async () => {
  const { store } = await startSmall();
  const { topics, topicsComplete } = store.getState().replica;
  expect(topicsComplete.has(streams.general as never)).toBe(true);
  const key = topicKey(streams.general as never, "hello");
  expect(topics.get(streams.general as never)?.get(key)).toMatchObject({ newest: 103 });
});

test("after a lost queue the topics are fetched again, and a failure is retried", async () => {
  const { clock, client, control, store } = await startSmall();
  client.network.plug(false);
  control.expireQueues();
  control.fault({ kind: "bad gateway", path: "/users/me", times: 2 });
  client.network.plug(true);
  await clock.pass("1 min");
  expect(store.getState().replica.epoch).toBe(2);
  client.open({ kind: "mentions" });
  client.open(deploy);
  await clock.pass("10 s");
  expect(store.getState().replica.topicsComplete.size).toBeGreaterThanOrEqual(4);
});

test("a topic whose messages were deleted before they were loaded is removed from the list", async () => {
  const { clock, cleo, store } = await startSmall();
  const topic = topicKey(streams.general as never, "hello");
  const names = () => [
    ...(store
      .getState()
      .replica.topics.get(streams.general as never)
      ?.keys() ?? []),
  ];
  expect(names()).toContain(topic);
  const done = await cleo.post(`/streams/${streams.general}/delete_topic`, { topic_name: "hello" });
  expect(done.status).toBe(200);
  await clock.pass("5 s");
  expect(names()).not.toContain(topic);
});
