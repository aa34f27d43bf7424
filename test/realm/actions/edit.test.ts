/** Changing and deleting messages: in which order the realm finds fault, and who may. */
import { expect, test } from "vitest";
import { commit } from "#realm/server.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, robot } = people;
const place = { streamId: streams.dev, topic: "plan" };
const notYours = "You don't have permission to edit this message";

async function said(settings: Readonly<Record<string, unknown>> = {}) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const { server } = realm.control;
  for (const [property, value] of Object.entries(settings)) {
    commit(server, { kind: "realm set", property, value });
  }
  const id = await as(ana).say(place, "first words");
  const change = async (who: number, wish: object) =>
    (await as(who).patch(`/messages/${id}`, { ...wish })).body["msg"];
  return { server, clock, as, id, change };
}

test("whether texts may be changed at all comes before whose text it is", async () => {
  const { change } = await said({ allow_message_editing: false });
  expect(await change(bo, { content: "x" })).toBe(
    "Your organization has turned off message editing",
  );
});

test("whose text it is comes before whether the change makes sense", async () => {
  const { change } = await said();
  expect(await change(bo, { content: "x", stream_id: streams.other })).toBe(notYours);
  expect(await change(ana, { content: "x", stream_id: streams.general })).toBe(
    "Cannot change message content while changing channel",
  );
});

test("naming the stream where a message is already changes nothing, and is no fault", async () => {
  const { as, id } = await said();
  const { queue_id: queue } = await as(bo).register();
  const { status } = await as(ana).patch(`/messages/${id}`, { stream_id: streams.dev });
  expect(status).toBe(200);
  expect(await as(bo).events(queue)).toEqual([]);
});

test("a new topic in a new stream needs the right to both", async () => {
  const { change } = await said({ edit_topic_policy: 2 });
  const wish = { stream_id: streams.general, topic: "elsewhere" };
  expect(await change(ana, wish)).toBe(notYours);
  expect(await change(ana, { stream_id: streams.general })).toBe("");
});

test("of a whole topic the message itself has to be young enough, before the others are counted", async () => {
  const limit = { move_messages_within_stream_limit_seconds: 600 };
  const { as, clock, change, id } = await said(limit);
  await clock.pass("20 min");
  const late = await as(ana).say(place, "much later");
  const wish = { topic: "elsewhere", propagate_mode: "change_all" };
  expect(await change(bo, wish)).toBe(
    "The time limit for editing this message's topic has passed.",
  );
  expect((await as(bo).patch(`/messages/${late}`, wish)).body).toMatchObject({
    code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
    first_message_id_allowed_to_move: late,
    total_messages_in_topic: 2,
    total_messages_allowed_to_move: 1,
  });
  expect(late).toBeGreaterThan(id);
});

test("calling everybody is asked about again with each new text", async () => {
  const { server, as, id, change } = await said();
  await as(ana).patch(`/messages/${id}`, { content: "@**all** come" });
  commit(server, { kind: "realm set", property: "wildcard_mention_policy", value: 6 });
  const crowd = Array.from({ length: 20 }, (_, index) => 900 + index);
  commit(server, { kind: "people joined", userIds: crowd, streamId: streams.dev });
  expect(await change(ana, { content: "@**all** come here" })).toMatch(/channel wildcard mentions/);
});

test("what a bot wrote may be deleted by its owner", async () => {
  const { server, as } = await said();
  const bot = server.state.people.byId.get(robot);
  const { id: _, ...facts } = { ...bot, id: robot };
  expect(facts).toBeDefined();
  const message = await as(robot).say([bo], "beep");
  expect((await as(bo).delete(`/messages/${message}`)).status).toBe(400);
  if (bot !== undefined) server.state.people.byId.set(robot, { ...bot, ownerId: bo });
  expect((await as(bo).delete(`/messages/${message}`)).status).toBe(200);
  expect((await as(cleo).delete(`/messages/${message}`)).status).toBe(400);
});

test("an edit tells of wildcards by their kinds", async () => {
  const { as } = startRealm();
  const id = await as(ana).say(place, "hello");
  const { queue_id: queue } = await as(bo).register();
  await as(ana).patch(`/messages/${id}`, { content: "@**all** hello" });
  expect((await as(bo).events(queue))[0]?.["flags"]).toEqual(["stream_wildcard_mentioned"]);
});
