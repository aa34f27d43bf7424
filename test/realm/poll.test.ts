import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { type Body, patiently, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

const { ana, bo, cleo } = people;

function here(options: Parameters<typeof startRealm>[0] = {}) {
  const clock = fakeClock();
  const { realm, as } = startRealm({ ...options, clock });
  const [her, him] = [as(ana), as(bo)];
  const tell = (text: string) => him.say([ana], text);
  return { clock, realm, as, her, him, tell };
}

const ids = (events: readonly Body[]) => events.map(({ id }) => id);

describe("a cursor", () => {
  test("gives everything above what it acknowledges, and the same again for the same", async () => {
    const { her, tell } = here();
    const { queue_id: queue } = await her.register();
    for (const text of ["a", "b", "c"]) await tell(text);
    expect(ids(await her.events(queue))).toEqual([0, 1, 2]);
    expect(ids(await her.events(queue))).toEqual([0, 1, 2]);
    expect(ids(await her.events(queue, 1))).toEqual([2]);
    expect(ids(await her.events(queue, 2))).toEqual([]);
  });

  test("cannot go back, nor ahead of what there was", async () => {
    const { her, tell } = here();
    const { queue_id: queue } = await her.register();
    await tell("a");
    await her.events(queue, -1);
    await her.events(queue, 0);
    const ask = async (last: number) => {
      const asked = { queue_id: queue, last_event_id: last, dont_block: true };
      const { status, body } = await her.get("/events", asked);
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
  test("waits for the first event, and then names its queue", async () => {
    const { her, tell } = here();
    const { queue_id: queue } = await her.register();
    const waiting = her.get("/events", { queue_id: queue, last_event_id: -1 });
    await tell("wake up");
    const { body } = await waiting;
    expect(body["queue_id"]).toBe(queue);
    expect(body["events"]).toHaveLength(1);
    const again = await her.get("/events", { queue_id: queue, last_event_id: -1 });
    expect(again.body).not.toHaveProperty("queue_id");
  });

  test("is ended by the next poll of its queue, with nothing", async () => {
    const { clock, her, tell } = here();
    const { queue_id: queue } = await her.register();
    const first = her.get("/events", { queue_id: queue, last_event_id: -1 });
    await clock.pass("1 s");
    const second = her.get("/events", { queue_id: queue, last_event_id: -1 });
    expect((await first).body["events"]).toEqual([]);
    await tell("hello");
    expect((await second).body["events"]).toHaveLength(1);
  });

  test("is kept alive by a heartbeat within 45 to 55 seconds, which must be acknowledged", async () => {
    const { clock, her } = here();
    const { queue_id: queue } = await her.register({ event_types: ["message"] });
    const waiting = her.get("/events", { queue_id: queue, last_event_id: -1 });
    await clock.pass("44 s");
    expect(clock.waiting()).toBe(1);
    await clock.pass("11 s");
    expect((await waiting).body["events"]).toEqual([{ type: "heartbeat", id: 0 }]);
    expect(await her.events(queue, 0)).toEqual([]);
  });

  test("ends when its queue is given up", async () => {
    const { clock, her } = here();
    const { queue_id: queue } = await her.register();
    const waiting = her.get("/events", { queue_id: queue, last_event_id: -1 });
    await clock.pass(1);
    await her.delete("/events", { queue_id: queue });
    expect((await waiting).body["events"]).toEqual([]);
    await expect(her.events(queue)).rejects.toThrow(`Bad event queue ID: ${queue}`);
  });

  test("without a queue makes one if it does not wait", async () => {
    const { her } = here();
    const { body } = await her.get("/events", { dont_block: true });
    expect(body["events"]).toEqual([]);
    expect(await her.events(body["queue_id"])).toEqual([]);
  });
});

describe("a queue", () => {
  test("dies ten minutes after the last poll, and lives as long as one waits", async () => {
    const { clock, her } = here();
    const { queue_id: idle } = await her.register();
    const { queue_id: held } = await her.register();
    let last = -1;
    for (let round = 0; round < 14; round += 1) {
      const poll = her.get("/events", { queue_id: held, last_event_id: last });
      await clock.pass("55 s");
      last = (await poll).body["events"].at(-1).id;
    }
    await expect(her.events(idle)).rejects.toThrow("Bad event queue ID");
    expect(await her.events(held, last)).toEqual([]);
    await clock.pass("599 s");
    expect(await her.events(held, last)).toEqual([]);
    await clock.pass("601 s");
    await expect(her.events(held, last)).rejects.toThrow("Bad event queue ID");
  });

  test("lives as long as it asked for", async () => {
    const { clock, her } = here();
    const { queue_id: queue } = await her.register({ queue_lifespan_secs: 3600 });
    await clock.pass("59 min");
    expect(await her.events(queue)).toEqual([]);
  });

  test("is nobody else's", async () => {
    const { her, him } = here();
    const { queue_id: queue } = await her.register();
    await expect(him.events(queue)).rejects.toThrow("Bad event queue ID");
  });

  test("holds only the types that were asked for", async () => {
    const { her, tell } = here();
    const { queue_id: queue } = await her.register({ event_types: ["reaction"] });
    const id = await tell("hi");
    await her.post(`/messages/${id}/reactions`, { emoji_name: "smile" });
    expect((await her.events(queue)).map(({ type }) => type)).toEqual(["reaction"]);
  });

  test("holds Markdown or HTML, as it was asked", async () => {
    const { her, tell } = here();
    const { queue_id: raw } = await her.register();
    const { queue_id: html } = await her.register({ apply_markdown: true });
    await tell("**loud**");
    const content = async (queue: string) => {
      const [event] = await her.events(queue);
      return [event?.["message"].content, event?.["message"].content_type];
    };
    expect(await content(raw)).toEqual(["**loud**", "text/x-markdown"]);
    expect(await content(html)).toEqual(["<p><strong>loud</strong></p>", "text/html"]);
  });

  test("can be narrowed to a stream, even one that the person is not in", async () => {
    const { her, as } = here();
    const { queue_id: queue } = await her.register({ narrow: [["stream", "OTHER"]] });
    await as(cleo).say({ streamId: streams.dev, topic: "t" }, "in dev");
    await as(cleo).say({ streamId: streams.other, topic: "t" }, "in other");
    const events = await her.events(queue);
    expect(events.map((event) => [event["message"].content, event["flags"]])).toEqual([
      ["in other", []],
    ]);
  });

  test("merges flags of one kind that nobody has seen, but not what took them back", async () => {
    const { her, tell } = here();
    const sent = [await tell("a"), await tell("b"), await tell("c")];
    const { queue_id: queue } = await her.register();
    const flag = (op: string, messages: readonly (number | undefined)[]) =>
      her.post("/messages/flags", { op, flag: "read", messages });
    await flag("add", [sent[0]]);
    await flag("add", [sent[1], sent[2]]);
    await flag("remove", [sent[0]]);
    await flag("remove", [sent[1]]);
    const seen = (await her.events(queue)).map(({ id, op, messages }) => [id, op, messages]);
    expect(seen).toEqual([
      [1, "add", sent],
      [2, "remove", [sent[0]]],
      [3, "remove", [sent[1]]],
    ]);
  });

  test("does not merge into what was handed out", async () => {
    const { her, tell } = here();
    const sent = [await tell("a"), await tell("b")];
    const { queue_id: queue } = await her.register();
    for (const [index, id] of sent.entries()) {
      await her.post("/messages/flags", { op: "add", flag: "read", messages: [id] });
      expect(ids(await her.events(queue, index - 1))).toEqual([index]);
    }
  });
});

test("a restart at a higher level is told to all", async () => {
  const { realm, her } = here({ level: 250 });
  const { queue_id: queue, server_generation: before } = await her.register();
  realm.control.setLevel(278);
  const [event] = await her.events(queue);
  expect(event).toMatchObject({ type: "restart", svc_feature_level: 278, svc_version: "9.2" });
  expect(event?.["server_generation"]).not.toBe(before);
  expect(event).not.toHaveProperty("immediate");
});

test("control ends all queues at once", async () => {
  const { realm, her } = here();
  const { queue_id: queue } = await her.register();
  expect(realm.control.expireQueues()).toBe(1);
  await expect(her.events(queue)).rejects.toThrow("Bad event queue ID");
});

test("nothing is told twice and nothing is left out, however polls and messages alternate", async () => {
  const step = fc.oneof(
    fc.constant("tell" as const),
    fc.constant("poll" as const),
    fc.constant("again" as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.integer(), async (steps, seed) => {
      const { clock, her, tell } = here({ weather: seed });
      const registered = her.register({ event_types: ["message"] });
      const { queue_id: queue } = await patiently(clock, registered);
      const heard: number[] = [];
      const said: number[] = [];
      let last = -1;
      const poll = async () => {
        for (const { id, message } of await patiently(clock, her.events(queue, last))) {
          expect(id).toBeGreaterThan(last);
          heard.push(message.id);
          last = id;
        }
      };
      for (const one of steps) {
        if (one === "tell") said.push(await patiently(clock, tell("x")));
        else if (one === "poll") await poll();
        else await patiently(clock, her.events(queue, last));
      }
      await poll();
      expect(heard).toEqual(said);
    }),
    { numRuns: 60 },
  );
});
