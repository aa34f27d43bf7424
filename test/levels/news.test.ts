/** What a newer server says and weir does not know is kept or left aside, logged once, and never an error. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import { pushEvent } from "#realm/server.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { before, deploy, there } from "../support/small-client.ts";
import { startEveryday } from "./everyday.ts";

async function start() {
  const day = await startEveryday(278);
  day.client.open(deploy);
  await day.clock.pass("1 s");
  /** Whatever the client asked for: a newer server may send what no list could name. */
  const tells = async (type: string, body: Readonly<Record<string, unknown>>, times = 2) => {
    const { server } = day.control;
    for (let time = 0; time < times; time += 1)
      for (const queue of server.queues.values()) pushEvent(server, queue, { type, ...body });
    await day.clock.pass("1 s");
  };
  /** Sentences of the log with their details, without the keys that the realm's own events have beyond the schemas. */
  const logged = (sentence: RegExp) =>
    day.log.filter((line) => sentence.test(line.sentence)).map(({ details }) => details);
  const isFine = () => {
    expect(day.store.getState().session).toMatchObject({
      connection: { kind: "live" },
      quarantined: [],
    });
    expect(day.store.getState().replica.epoch).toBe(1);
  };
  return { ...day, tells, logged, isFine };
}

test("events of an unknown type are logged once each, and the next event arrives", async () => {
  const { tells, logged, isFine, bo, clock, client } = await start();
  await tells("weather_report", { sky: "overcast" });
  await tells("saved_snippets", { op: "add", saved_snippet: { id: 1 } });
  expect(logged(/unknown type/)).toEqual([{ type: "weather_report" }, { type: "saved_snippets" }]);
  await bo.say(there, "after the weather");
  await clock.pass("1 s");
  expect(client.rows(deploy)).toEqual([...before, "after the weather"]);
  isFine();
});

test("unknown operations and values of known events are news, whatever the event", async () => {
  const { tells, logged, isFine } = await start();
  const reaction = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" };
  await tells("stream", { op: "paint", stream_id: streams.dev, colour: "red" });
  await tells("reaction", { op: "dye", message_id: 104, user_id: people.bo, ...reaction });
  await tells("update_message_flags", { op: "toggle", flag: "read", messages: [104] });
  expect(logged(/an unknown value/)).toEqual([
    { type: "stream", path: "op" },
    { type: "reaction", path: "op" },
    { type: "update_message_flags", path: "op" },
  ]);
  isFine();
});

test("unknown flags, policies and roles are kept as what they are, or as nothing said", async () => {
  const { tells, isFine, view } = await start();
  const policy = { stream_id: streams.dev, topic_name: "deploy", last_updated: 1 };
  await tells("user_topic", { ...policy, visibility_policy: 9 });
  await tells("realm_user", { op: "update", person: { user_id: people.bo, role: 350 } });
  await tells("update_message_flags", { op: "add", flag: "folded", messages: [104], all: false });
  await tells("realm", { op: "update", property: "unheard_of", value: { of: [1, null] } });
  expect(view().policies.get(topicKey(streams.dev as StreamId, "deploy"))).toBeUndefined();
  expect(get(view().people, people.bo as UserId)?.role).toBe(350);
  isFine();
});

test("keys that carry the brand are known, whatever the brand", async () => {
  const { tells, logged, isFine } = await start();
  const brand = {
    odd_brand_feature_level: 278,
    odd_brand_version: "10.0",
    odd_brand_merge_base: "10.0",
  };
  await tells("restart", { server_generation: 7, immediate: true, ...brand }, 1);
  expect(logged(/unknown/)).toEqual([]);
  isFine();
});

test("a server that makes up a type for every event does not fill the log", async () => {
  const { tells, logged, isFine } = await start();
  for (let each = 0; each < 600; each += 1) void tells(`kind_${each}`, {}, 1);
  await tells("last_kind", {}, 1);
  expect(logged(/unknown type/).length).toBeLessThanOrEqual(500);
  expect(logged(/unknown type/).length).toBeGreaterThan(400);
  isFine();
});

test("parameters that the server ignored are logged once, and the answer counts", async () => {
  const { client, clock, logged, isFine, control } = await start();
  control.server.level = 200;
  client.says(deploy, "one");
  await clock.pass("2 s");
  client.says(deploy, "two");
  await clock.pass("2 s");
  // The client has not heard of it yet that the server went back to an older version.
  expect(logged(/ignored a parameter/)).toEqual([
    { endpoint: "POST /messages", name: "read_by_sender" },
  ]);
  expect(client.rows(deploy)).toEqual([...before, "one", "two"]);
  isFine();
});
