/** Scheduled messages: created once, changed and deleted, with undo; a text is never lost. */
import { describe, expect, test } from "vitest";
import { soonestTime, type Timed } from "#journal/actions/scheduled.ts";
import type { Action } from "#journal/intent.ts";
import { redoStep } from "#store/store.ts";
import { since } from "#wire/levels.ts";
import { startClient } from "../../support/client.ts";
import { callerOf } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, startSmall, withBo } from "../../support/small-client.ts";

const posted = /^POST \/scheduled/;

async function started(level?: number) {
  const world = await startSmall({ level });
  const { clock, store, control } = world;
  const at = Math.floor(clock.now() / 1000) + 7_200;
  const add = (keys: Partial<Timed> = {}): Action => ({
    kind: "schedule-add",
    address: deploy,
    content: "ship it ",
    at,
    ...keys,
  });
  /** Text, recipient and seconds after `at` of each message. */
  const listed = (which: "view" | "replica") =>
    [...store.getState()[which].scheduled.values()].map((one) => [
      one.content,
      one.topic || one.to,
      one.scheduled_delivery_timestamp - at,
    ]);
  const stored = () =>
    (control.server.state.personal.get(people.ana)?.scheduled ?? []).map(({ content }) => content);
  const first = () => {
    const [message] = store.getState().replica.scheduled.values();
    if (message === undefined) throw new Error("Nothing is scheduled.");
    return message.scheduled_message_id;
  };
  return { ...world, at, add, listed, stored, first };
}

test("messages to topics and people are scheduled, and undo deletes them", async () => {
  const { act, undo, add, listed, clock, stored, open } = await started();
  expect(act(add())).toBe("Schedule a message to #dev › deploy");
  await clock.pass("2 s");
  act(add({ address: withBo, content: "lunch?" }));
  await clock.pass("2 s");
  expect(listed("replica")).toEqual([
    ["ship it", "deploy", 0],
    ["lunch?", [people.bo], 0],
  ]);
  undo();
  await clock.pass("2 s");
  expect([stored(), open()]).toEqual([["ship it"], 0]);
});

test("a message undone before the request is never scheduled", async () => {
  const { act, undo, add, client, clock, sent, open } = await started();
  client.network.plug(false);
  await clock.pass("1 s");
  act(add());
  undo();
  client.network.plug(true);
  await clock.pass("40 s");
  expect([sent(/scheduled/), open()]).toEqual([0, 0]);
});

describe("a scheduled message whose answer is lost", () => {
  test("is found if it arrived", async () => {
    const { addIntent, add, clock, control, sent, stored, open, toast } = await started();
    control.fault({ kind: "drop after", path: "/scheduled_messages" });
    addIntent(add());
    await clock.pass("40 s");
    expect([sent(posted), stored(), open(), toast()]).toEqual([1, ["ship it"], 0, undefined]);
  });

  test("is found later, if no check was answered at first", async () => {
    const { addIntent, add, clock, control, sent, intents, open } = await started();
    control.fault({ kind: "drop after", path: "/scheduled_messages", method: "POST" });
    control.fault({ kind: "bad gateway", path: "/scheduled_messages", method: "GET", times: 4 });
    addIntent(add());
    await clock.pass("40 s");
    expect(intents()).toMatchObject([{ phase: "undecided" }]);
    await clock.pass("40 s");
    expect([sent(posted), open()]).toEqual([1, 0]);
  });

  test("is not scheduled again if it is not found, and needs a decision", async () => {
    const { addIntent, add, clock, control, sent, stored, intents, toast } = await started();
    control.fault({ kind: "bad gateway", path: "/scheduled_messages" });
    addIntent(add());
    await clock.pass("60 s");
    expect([sent(posted), stored()]).toEqual([1, []]);
    expect(intents()).toMatchObject([{ phase: "undecided", action: { content: "ship it " } }]);
    expect(toast()).toMatch(/^No response/);
  });
});

test("a message for a past time is refused, and its text is saved", async () => {
  const { addIntent, add, clock, intents, toast, at } = await started();
  addIntent(add({ at: at - 8_000 }));
  await clock.pass("2 s");
  expect(toast()).toBe(
    "Scheduled delivery time must be in the future. (Schedule a message to #dev › deploy)",
  );
  expect(intents()).toMatchObject([{ phase: "failed", action: { content: "ship it " } }]);
});

test("text, recipient and time are changed together, shown immediately, and undone", async () => {
  const { addIntent, act, undo, add, at, first, listed, clock, open } = await started();
  addIntent(add());
  await clock.pass("2 s");
  const changed = { address: withBo, content: "not yet", at: at + 60 };
  expect(act({ kind: "schedule-edit", id: first(), ...changed })).toBe(
    "Change a scheduled message to Bo Lindt",
  );
  const after = [["not yet", [people.bo], 60]];
  expect([listed("view"), listed("replica")]).toEqual([after, [["ship it", "deploy", 0]]]);
  await clock.pass("2 s");
  expect([listed("replica"), open()]).toEqual([after, 0]);
  undo();
  await clock.pass("2 s");
  expect([listed("replica"), open()]).toEqual([[["ship it", "deploy", 0]], 0]);
});

test("a deletion is shown immediately, survives a lost answer, and undo schedules the message again", async () => {
  const { addIntent, act, undo, add, at, first, listed, clock, control, sent, open, toast } =
    await started();
  addIntent(add());
  await clock.pass("2 s");
  control.fault({ kind: "drop after", path: "/scheduled_messages" });
  const gone = { address: deploy, content: "ship it", at };
  expect(act({ kind: "schedule-delete", id: first(), ...gone })).toBe(
    "Delete a scheduled message to #dev › deploy",
  );
  expect(listed("view")).toEqual([]);
  await clock.pass("40 s");
  expect([listed("replica"), open(), sent(/^DELETE/), toast()]).toEqual([[], 0, 1, undefined]);
  undo();
  await clock.pass("2 s");
  expect([listed("replica"), open()]).toEqual([[["ship it", "deploy", 0]], 0]);
});

describe("a scheduled message that is sent without waiting", () => {
  /** One that is due in 2 hours, and the deeds of the other windows and of the server. */
  async function listedOne() {
    const world = await started();
    const { addIntent, add, clock, client, realm, first, at } = world;
    addIntent(add());
    await clock.pass("2 s");
    const { store } = world;
    const id = first();
    return {
      ...world,
      sendNow: () =>
        addIntent({ kind: "schedule-send", id, address: deploy, content: "ship it", at }),
      /** The process is killed, and another one goes on. */
      restart: async () => {
        client.disk.crash();
        client.network.plug(false);
        const next = startClient({ clock, realm, disk: client.disk, name: "next" });
        await clock.pass("5 s");
        next.open(deploy);
      },
      said: () =>
        [...world.control.server.state.messages.byId.values()].filter(
          ({ content }) => content === "ship it",
        ).length,
      isListed: () => store.getState().view.scheduled.has(id),
    };
  }

  test("is posted at once, and is scheduled no more", async () => {
    const { sendNow, clock, rows, said, stored, isListed, open, toast } = await listedOne();
    sendNow();
    expect(isListed()).toBe(false);
    await clock.pass("2 s");
    expect([rows().at(-1), said(), stored(), open(), toast()]).toEqual([
      "ship it",
      1,
      [],
      0,
      undefined,
    ]);
  });

  test.each(["drop before", "drop after"] as const)(
    "is posted once: %s the deletion",
    async (kind) => {
      const { sendNow, clock, control, said, stored, open } = await listedOne();
      control.fault({ kind, path: "/scheduled_messages", method: "DELETE" });
      sendNow();
      await clock.pass("40 s");
      expect([said(), stored(), open()]).toEqual([1, [], 0]);
    },
  );

  test.each([
    ["the deletion", "drop before", "/scheduled_messages", "DELETE"],
    ["the deletion", "drop after", "/scheduled_messages", "DELETE"],
    ["the look at the conversation", "bad gateway", "/messages", "GET"],
    ["the send", "drop after", "/messages", "POST"],
  ] as const)(
    "is posted once by the next run if the program is killed after %s (%s)",
    async (_, kind, path, method) => {
      const { sendNow, restart, clock, control, said, stored } = await listedOne();
      control.fault({ kind, path, method });
      sendNow();
      await clock.pass(0);
      await restart();
      await clock.pass("2 min");
      expect([said(), stored()]).toEqual([1, []]);
    },
  );

  test("is not posted again if its time came while the server could not be reached", async () => {
    const { sendNow, clock, client, said, open } = await listedOne();
    client.network.plug(false);
    await clock.pass("1 s");
    sendNow();
    await clock.pass("3 h");
    client.network.plug(true);
    await clock.pass("2 min");
    expect([said(), open()]).toEqual([1, 0]);
  });

  test("keeps its text if it was deleted elsewhere", async () => {
    const { sendNow, clock, client, ana, said, first, intents, toast } = await listedOne();
    client.network.line("silent");
    await ana.delete(`/scheduled_messages/${first()}`);
    sendNow();
    client.network.line("well");
    await clock.pass("2 min");
    expect([said(), toast()]).toEqual([
      0,
      "It was deleted elsewhere. (Send a scheduled message to #dev › deploy)",
    ]);
    expect(intents()).toMatchObject([{ phase: "failed", action: { content: "ship it" } }]);
  });
});

describe("a message whose time is now the next full minute", () => {
  async function listedOne() {
    const world = await started();
    const { addIntent, add, clock, first, at, rows } = world;
    addIntent(add());
    await clock.pass("2 s");
    const sendNow = () =>
      world.act({
        ...{ kind: "schedule-edit", id: first(), address: deploy, content: "ship it", at },
        ...{ soon: true, at: soonestTime(clock) },
      });
    return { ...world, sendNow, arrived: () => rows().filter((text) => text === "ship it") };
  }

  test("goes at the next full minute, and until then undo restores its time", async () => {
    const { sendNow, undo, listed, clock, arrived, open } = await listedOne();
    expect(sendNow()).toBe("Send a scheduled message to #dev › deploy");
    await clock.pass("2 s");
    undo();
    await clock.pass("75 s");
    expect([arrived(), listed("replica")]).toEqual([[], [["ship it", "deploy", 0]]]);
    sendNow();
    await clock.pass("75 s");
    expect([arrived(), listed("replica"), open()]).toEqual([["ship it"], [], 0]);
  });

  test("goes as soon as the server can be reached again", async () => {
    const { sendNow, client, clock, arrived, open, toast } = await listedOne();
    client.network.plug(false);
    await clock.pass("1 s");
    sendNow();
    await clock.pass("10 min");
    client.network.plug(true);
    await clock.pass("150 s");
    expect([arrived(), open(), toast()]).toEqual([["ship it"], 0, undefined]);
  });

  test("goes once, even if the answer is lost and it was sent meanwhile", async () => {
    const { sendNow, clock, control, arrived, open, toast } = await listedOne();
    control.fault({ kind: "drop after", path: "/scheduled_messages", method: "PATCH", times: 8 });
    sendNow();
    await clock.pass("3 min");
    expect([arrived(), open(), toast()]).toEqual([["ship it"], 0, undefined]);
  });
});

test("a change is undone even if its event is late", async () => {
  const { addIntent, client, act, undo, add, at, first, stored, clock, control, open } =
    await started();
  addIntent(add());
  await clock.pass("2 s");
  control.fault({ kind: "delay", path: "/events", delayMs: 3_000 });
  client.session.poke();
  await clock.pass(10);
  act({ kind: "schedule-edit", id: first(), address: deploy, content: "not yet", at });
  await clock.pass("1 s");
  expect(stored()).toEqual(["not yet"]);
  undo();
  await clock.pass("10 s");
  expect([stored(), open()]).toEqual([["ship it"], 0]);
});

test("a deletion that has not left is undone by cancelling it, even if the message was changed just before", async () => {
  const { addIntent, act, undo, add, at, first, listed, clock, control, sent, open } =
    await started();
  addIntent(add());
  await clock.pass("2 s");
  control.fault({ kind: "delay", delayMs: 1_000, path: "/scheduled_messages" });
  const changed = { address: deploy, content: "ship it", at: at + 60 };
  act({ kind: "schedule-edit", id: first(), ...changed });
  act({ kind: "schedule-delete", id: first(), ...changed });
  undo();
  await clock.pass("4 s");
  expect([listed("replica"), open()]).toEqual([[["ship it", "deploy", 60]], 0]);
  expect([sent(posted), sent(/^DELETE/)]).toEqual([1, 0]);
});

test("what another window has deleted and scheduled again meanwhile is deleted by its undo", async () => {
  const { realm, act, undo, add, client, at, first, stored, clock, control, open } =
    await started();
  act(add());
  await clock.pass("2 s");
  control.fault({ kind: "delay", path: "/events", delayMs: 60_000 });
  client.session.poke();
  await clock.pass(10);
  const other = callerOf(realm, people.ana);
  await other.delete(`/scheduled_messages/${first()}`);
  const again = { type: "stream", to: streams.dev, topic: "deploy", content: "ship it" };
  await other.post("/scheduled_messages", { ...again, scheduled_delivery_timestamp: at });
  undo();
  await clock.pass("10 s");
  expect(stored()).toEqual([]);
  await clock.pass("2 min");
  expect(open()).toBe(0);
});

test("of two that are alike, the one that is still there is deleted, even if events are late", async () => {
  const { act, undo, add, client, stored, clock, control, store, open, toast } = await started();
  act(add());
  await clock.pass("2 s");
  control.fault({ kind: "delay", path: "/events", delayMs: 4_000 });
  client.session.poke();
  await clock.pass(10);
  undo();
  await clock.pass("1 s");
  redoStep(store, { clock });
  await clock.pass("1 s");
  expect(stored()).toEqual(["ship it"]);
  undo();
  await clock.pass("10 s");
  expect([stored(), open(), toast()]).toEqual([[], 0, undefined]);
});

test.each([0, 2_000])("a deletion is redone after it was undone and %i ms passed", async (ms) => {
  const { act, undo, add, first, stored, clock, at, store, open, toast } = await started();
  act(add());
  await clock.pass("2 s");
  act({ kind: "schedule-delete", id: first(), address: deploy, content: "ship it", at });
  await clock.pass("2 s");
  undo();
  await clock.pass(ms);
  redoStep(store, { clock });
  await clock.pass("5 s");
  expect([stored(), open(), toast()]).toEqual([[], 0, undefined]);
  undo();
  await clock.pass("5 s");
  expect([stored(), open(), toast()]).toEqual([["ship it"], 0, undefined]);
});

test("a message whose request is pending is scheduled once, undone and redone", async () => {
  const { act, undo, add, clock, control, stored, store, open, toast } = await started();
  control.fault({ kind: "delay", path: "/scheduled_messages", method: "POST", delayMs: 3_000 });
  act(add());
  await clock.pass("1 s");
  undo();
  redoStep(store, { clock });
  await clock.pass("10 s");
  expect([stored(), open()]).toEqual([["ship it"], 0]);
  control.fault({ kind: "delay", path: "/scheduled_messages", method: "DELETE", delayMs: 3_000 });
  undo();
  await clock.pass("1 s");
  redoStep(store, { clock });
  undo();
  await clock.pass("10 s");
  expect([stored(), open(), toast()]).toEqual([[], 0, undefined]);
});

test("nothing is requested from a server that is too old", async () => {
  const { addIntent, add, clock, sent, toast, intents } = await started(since.scheduling - 1);
  addIntent(add());
  await clock.pass("2 s");
  expect(sent(/scheduled/)).toBe(0);
  expect(toast()).toMatch(/^This server cannot schedule messages/);
  expect(intents()).toMatchObject([{ phase: "failed" }]);
});
