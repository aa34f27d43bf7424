/** Unknown events and values of newer servers are preserved or ignored, logged once, and never an error. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import { pushEvent } from "#realm/server.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { before, deploy, inDeploy } from "../support/small-client.ts";
import { startEveryday } from "./everyday.ts";

async function start() {
  const day = await startEveryday(278);
  day.client.open(deploy);
  await day.clock.pass("1 s");
  /** Sends an event to every queue, even of a type that the client did not register for. */
  const send = async (type: string, body: Readonly<Record<string, unknown>>, times = 2) => {
    const { server } = day.control;
    for (let time = 0; time < times; time += 1)
      for (const queue of server.queues.values()) pushEvent(server, queue, { type, ...body });
    await day.clock.pass("1 s");
  };
  /** The details of matching log entries. */
  const logged = (sentence: RegExp) =>
    day.log.filter((line) => sentence.test(line.sentence)).map(({ details }) => details);
  const isFine = () => {
    expect(day.store.getState().session).toMatchObject({
      connection: { kind: "live" },
      quarantined: [],
    });
    expect(day.store.getState().replica.epoch).toBe(1);
  };
  return { ...day, send, logged, isFine };
}

test("unknown types of events are logged once each, and later events are applied", async () => {
  const { send, logged, isFine, bo, clock, client } = await start();
  await send("weather_report", { sky: "overcast" });
  await send("device", { op: "add", device: { id: 1 } });
  expect(logged(/unknown type/)).toEqual([{ type: "weather_report" }, { type: "device" }]);
  await bo.say(inDeploy, "after the weather");
  await clock.pass("1 s");
  expect(client.rows(deploy)).toEqual([...before, "after the weather"]);
  isFine();
});

test("unknown operations of known events are told by the header and logged, once each, and no errors", async () => {
  const { send, logged, isFine, store } = await start();
  const reaction = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" };
  await send("stream", { op: "paint", stream_id: streams.dev, colour: "red" });
  await send("reaction", { op: "dye", message_id: 104, user_id: people.bo, ...reaction });
  await send("update_message_flags", { op: "toggle", flag: "read", messages: [104] });
  const paths = ["stream.op", "reaction.op", "update_message_flags.op"];
  const reason = "unknown word";
  expect(logged(/could not be read/)).toEqual(paths.map((path) => ({ path, reason })));
  expect(store.getState().session.skipped.map(({ path }) => path)).toEqual(paths);
  isFine();
});

test("unknown roles are stored, unknown policies and flags ignored", async () => {
  const { send, isFine, view } = await start();
  const policy = { stream_id: streams.dev, topic_name: "deploy", last_updated: 1 };
  await send("user_topic", { ...policy, visibility_policy: 9 });
  await send("realm_user", { op: "update", person: { user_id: people.bo, role: 350 } });
  await send("update_message_flags", { op: "add", flag: "folded", messages: [104], all: false });
  await send("realm", { op: "update", property: "unheard_of", value: { of: [1, null] } });
  expect(view().policies.get(topicKey(streams.dev as StreamId, "deploy"))).toBeUndefined();
  expect(get(view().people, people.bo as UserId)?.role).toBe(350);
  isFine();
});

test("keys with any brand are recognized", async () => {
  const { send, logged, isFine } = await start();
  const brand = {
    odd_brand_feature_level: 278,
    odd_brand_version: "10.0",
    odd_brand_merge_base: "10.0",
  };
  await send("restart", { server_generation: 7, immediate: true, ...brand }, 1);
  expect(logged(/unknown/)).toEqual([]);
  isFine();
});

test("at most 500 unknown types of events are logged", async () => {
  const { send, logged, isFine } = await start();
  for (let each = 0; each < 600; each += 1) void send(`kind_${each}`, {}, 1);
  await send("last_kind", {}, 1);
  expect(logged(/unknown type/).length).toBeLessThanOrEqual(500);
  expect(logged(/unknown type/).length).toBeGreaterThan(400);
  isFine();
});

test("ignored parameters are logged once, and the request succeeds", async () => {
  const { client, clock, logged, isFine, control } = await start();
  control.server.level = 200;
  client.send(deploy, "one");
  await clock.pass("2 s");
  client.send(deploy, "two");
  await clock.pass("2 s");
  // The client does not know yet that the server was downgraded.
  expect(logged(/ignored a parameter/)).toEqual([
    { endpoint: "POST /messages", name: "read_by_sender" },
  ]);
  expect(client.rows(deploy)).toEqual([...before, "one", "two"]);
  isFine();
});
