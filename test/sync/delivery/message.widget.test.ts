/** Votes in polls and checks in to-do lists. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { offeredTexts, type Widget, widgetOf } from "#model/widget.ts";
import { addIntents, undoStep } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { people } from "../../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

type Of = Widget["kind"];

async function started(content: string) {
  const world = await startSmall();
  const id = (await world.bo.say(inDeploy, content)) as MessageId;
  await world.clock.pass("2 s");
  const { store, client, clock } = world;
  const ids = { clock, newId: client.newId };
  const tick = (of: Of, key: string, op: "add" | "remove" = "add") => {
    const action = { kind: "tick", of, messageId: id, key } as const;
    const inverse = op === "add" ? "remove" : "add";
    const step = { sentence: "Done", inverse: [{ ...action, op: inverse } as const] };
    addIntents(store, ids, [{ ...action, op }], step);
  };
  const widgetIn = (of: "view" | "replica") => {
    const message = get(store.getState()[of].messages, id);
    return message === undefined ? undefined : widgetOf(message);
  };
  const votes = (of: "view" | "replica" = "view") => {
    const widget = widgetIn(of);
    return widget?.kind === "poll" ? widget.options.map(({ voterIds }) => [...voterIds]) : [];
  };
  const done = (of: "view" | "replica" = "view") => {
    const widget = widgetIn(of);
    return widget?.kind === "tasks" ? widget.tasks.map(({ isDone }) => isDone) : [];
  };
  const requestCount = () =>
    client.network.sent.filter((line) => line.includes("/submessage")).length;
  const open = () => store.getState().journal.intents.size;
  return { ...world, id, tick, votes, done, requestCount, open, undo: () => undoStep(store, ids) };
}

const lunch = "/poll Lunch?\nsoup\nsalad";
const party = "/todo Party\ncake\ndrinks";

test("a vote is shown immediately and then confirmed by the server", async () => {
  const { tick, votes, clock, open } = await started(lunch);
  tick("poll", "canned,1");
  expect(votes()).toEqual([[], [people.ana]]);
  expect(votes("replica")).toEqual([[], []]);
  await clock.pass("2 s");
  expect(votes("replica")).toEqual([[], [people.ana]]);
  expect(open()).toBe(0);
});

test("undo of a vote cancels an unsent request, or removes the vote on the server", async () => {
  const { tick, votes, clock, undo, requestCount, client } = await started(lunch);
  client.network.plug(false);
  await clock.pass("1 s");
  tick("poll", "canned,0");
  undo();
  client.network.plug(true);
  await clock.pass("40 s");
  expect(requestCount()).toBe(0);
  tick("poll", "canned,0");
  await clock.pass("2 s");
  undo();
  expect(votes()).toEqual([[], []]);
  await clock.pass("2 s");
  expect(votes("replica")).toEqual([[], []]);
  expect(requestCount()).toBe(2);
});

test("votes for two options do not conflict", async () => {
  const { tick, votes, clock, client } = await started(lunch);
  client.network.plug(false);
  await clock.pass("1 s");
  tick("poll", "canned,0");
  tick("poll", "canned,1");
  expect(votes()).toEqual([[people.ana], [people.ana]]);
  client.network.plug(true);
  await clock.pass("40 s");
  expect(votes("replica")).toEqual([[people.ana], [people.ana]]);
});

test("a task is checked and unchecked", async () => {
  const { tick, done, clock, open } = await started(party);
  tick("tasks", "0,canned");
  expect(done()).toEqual([true, false]);
  await clock.pass("2 s");
  expect(done("replica")).toEqual([true, false]);
  tick("tasks", "0,canned", "remove");
  await clock.pass("2 s");
  expect(done("replica")).toEqual([false, false]);
  expect(open()).toBe(0);
});

test("a check whose answer was lost does not toggle the task twice", async () => {
  const { tick, done, clock, control, requestCount, open } = await started(party);
  control.fault({ kind: "drop after", path: "/submessage" });
  tick("tasks", "1,canned");
  await clock.pass("40 s");
  expect(done("replica")).toEqual([false, true]);
  expect(requestCount()).toBe(1);
  expect(open()).toBe(0);
});

test("a check does not undo that of somebody else, made while the queue was lost", async () => {
  const { tick, done, clock, control, client, bo, id, requestCount } = await started(party);
  client.network.plug(false);
  await clock.pass("1 s");
  tick("tasks", "1,canned");
  control.expireQueues(people.ana);
  const content = JSON.stringify({ type: "strike", key: "1,canned" });
  await bo.post("/submessage", { message_id: id, msg_type: "widget", content });
  client.network.plug(true);
  await clock.pass("1 min");
  expect(done("replica")).toEqual([false, true]);
  expect(requestCount()).toBe(0);
});

test("a vote on a deleted message is dropped, with the server's message", async () => {
  const { tick, clock, store, cleo, id, open } = await started(lunch);
  tick("poll", "canned,0");
  await cleo.delete(`/messages/${id}`);
  await clock.pass("5 s");
  expect(open()).toBe(0);
  expect(store.getState().screen.toast?.text ?? "").toMatch(/Invalid message/);
});

// Adding options to polls and tasks to to-do lists.

async function startWithWidget(content: string) {
  const world = await startSmall();
  const id = (await world.bo.say(inDeploy, content)) as MessageId;
  await world.clock.pass("2 s");
  const { store, client, clock } = world;
  const add = (of: "poll" | "tasks", text: string, description = "") =>
    addIntents(store, { clock, newId: client.newId }, [
      { kind: "widget-add", messageId: id, of, text, description },
    ]);
  const texts = (of: "view" | "replica" = "view") => {
    const message = get(store.getState()[of].messages, id);
    return message === undefined ? [] : offeredTexts(message);
  };
  const requestCount = () =>
    client.network.sent.filter((line) => line.includes("/submessage")).length;
  return { ...world, add, texts, requestCount, open: () => store.getState().journal.intents.size };
}

test("two options added at once get different numbers", async () => {
  const { add, texts, clock, open } = await startWithWidget("/poll Lunch?\nsoup");
  add("poll", "salad");
  add("poll", "bread");
  expect(texts()).toEqual(["soup", "salad", "bread"]);
  await clock.pass("3 s");
  expect(texts("replica")).toEqual(["soup", "salad", "bread"]);
  expect(open()).toBe(0);
});

test("a task is added with its description, and an existing one is not sent", async () => {
  const { add, texts, clock, requestCount } = await startWithWidget("/todo Party\ncake");
  add("tasks", "drinks", "cold ones");
  add("tasks", "cake");
  await clock.pass("3 s");
  expect(texts("replica")).toEqual(["cake", "drinks"]);
  expect(requestCount()).toBe(1);
});

test("an option added offline is sent when the server is back", async () => {
  const { add, texts, clock, client } = await startWithWidget("/poll Lunch?");
  client.network.plug(false);
  await clock.pass("1 s");
  add("poll", "salad");
  expect(texts()).toEqual(["salad"]);
  client.network.plug(true);
  await clock.pass("2 min");
  expect(texts("replica")).toEqual(["salad"]);
});
