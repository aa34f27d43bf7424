import { describe, expect, test } from "vitest";
import { fakeClock } from "../../support/clock.ts";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo } = people;

function setUp(options: Parameters<typeof startRealm>[0] = {}) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ ...options, clock });
  const [asAna, asBo] = [as(ana), as(bo)];
  const send = (text: string) => asBo.say([ana], text);
  return { clock, realm, as, asAna, asBo, send };
}

const ids = (events: readonly Body[]) => events.map(({ id }) => id);

describe("a cursor", () => {
  test("rejects pruned and future events", async () => {
    const { asAna, send } = setUp();
    const { queue_id: queue } = await asAna.register();
    await send("a");
    await asAna.events(queue, -1);
    await asAna.events(queue, 0);
    const ask = async (last: number) => {
      const parameters = { queue_id: queue, last_event_id: last, dont_block: true };
      const { status, body } = await asAna.get("/events", parameters);
      return [status, body["code"], body["msg"]];
    };
    expect(await ask(-1)).toEqual([
      400,
      "BAD_REQUEST",
      "An event newer than -1 has already been pruned!",
    ]);
    expect(await ask(99)).toEqual([400, "BAD_REQUEST", "Event 99 was not in this queue"]);
  });
});

describe("a poll", () => {
  test("gets a heartbeat after 45 to 55 seconds, which must be acknowledged", async () => {
    const { clock, asAna } = setUp();
    const { queue_id: queue } = await asAna.register({ event_types: ["message"] });
    const waiting = asAna.get("/events", { queue_id: queue, last_event_id: -1 });
    await clock.pass("44 s");
    expect(clock.waiting()).toBe(1);
    await clock.pass("11 s");
    expect((await waiting).body["events"]).toEqual([{ type: "heartbeat", id: 0 }]);
    expect(await asAna.events(queue, 0)).toEqual([]);
  });

  test("ends when its queue is deleted", async () => {
    const { clock, asAna } = setUp();
    const { queue_id: queue } = await asAna.register();
    const waiting = asAna.get("/events", { queue_id: queue, last_event_id: -1 });
    await clock.pass(1);
    await asAna.delete("/events", { queue_id: queue });
    expect((await waiting).body["events"]).toEqual([]);
    await expect(asAna.events(queue)).rejects.toThrow(`Bad event queue ID: ${queue}`);
  });
});

describe("a queue", () => {
  test("merges undelivered additions of a flag, but not removals", async () => {
    const { asAna, send } = setUp();
    const sent = [await send("a"), await send("b"), await send("c")];
    const { queue_id: queue } = await asAna.register();
    const flag = (op: string, messages: readonly (number | undefined)[]) =>
      asAna.post("/messages/flags", { op, flag: "read", messages });
    await flag("add", [sent[0]]);
    await flag("add", [sent[1], sent[2]]);
    await flag("remove", [sent[0]]);
    await flag("remove", [sent[1]]);
    const seen = (await asAna.events(queue)).map(({ id, op, messages }) => [id, op, messages]);
    expect(seen).toEqual([
      [1, "add", sent],
      [2, "remove", [sent[0]]],
      [3, "remove", [sent[1]]],
    ]);
  });

  test("does not merge into delivered events", async () => {
    const { asAna, send } = setUp();
    const sent = [await send("a"), await send("b")];
    const { queue_id: queue } = await asAna.register();
    for (const [index, id] of sent.entries()) {
      await asAna.post("/messages/flags", { op: "add", flag: "read", messages: [id] });
      expect(ids(await asAna.events(queue, index - 1))).toEqual([index]);
    }
  });
});

test("an upgrade of the server sends a restart event", async () => {
  const { realm, asAna } = setUp({ level: 250 });
  const { queue_id: queue, server_generation: before } = await asAna.register();
  realm.control.setLevel(278);
  const [event] = await asAna.events(queue);
  expect(event).toMatchObject({ type: "restart", svc_feature_level: 278, svc_version: "9.2" });
  expect(event?.["server_generation"]).not.toBe(before);
  expect(event).not.toHaveProperty("immediate");
});

test.each([
  [481, undefined, 600],
  [481, 57_600, 57_600],
  [481, '"mobile"', 604_800],
  [481, 9_999_999, 604_800],
  [480, 57_600, undefined],
])(
  "at level %d, a queue for which %s was asked lives unpolled for %s seconds",
  async (level, asked, seconds) => {
    const { as } = startRealm({ level });
    const answer = await as(people.ana).register({ idle_queue_timeout: asked, event_types: [] });
    expect(answer["idle_queue_timeout_secs"]).toBe(seconds);
  },
);
