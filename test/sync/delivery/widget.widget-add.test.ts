/** Adding options to polls and tasks to to-do lists. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { offeredTexts } from "#model/widget.ts";
import { addIntents } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

async function started(content: string) {
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
  const { add, texts, clock, open } = await started("/poll Lunch?\nsoup");
  add("poll", "salad");
  add("poll", "bread");
  expect(texts()).toEqual(["soup", "salad", "bread"]);
  await clock.pass("3 s");
  expect(texts("replica")).toEqual(["soup", "salad", "bread"]);
  expect(open()).toBe(0);
});

test("a task is added with its description, and an existing one is not sent", async () => {
  const { add, texts, clock, requestCount } = await started("/todo Party\ncake");
  add("tasks", "drinks", "cold ones");
  add("tasks", "cake");
  await clock.pass("3 s");
  expect(texts("replica")).toEqual(["cake", "drinks"]);
  expect(requestCount()).toBe(1);
});

test("an option added offline is sent when the server is back", async () => {
  const { add, texts, clock, client } = await started("/poll Lunch?");
  client.network.plug(false);
  await clock.pass("1 s");
  add("poll", "salad");
  expect(texts()).toEqual(["salad"]);
  client.network.plug(true);
  await clock.pass("2 min");
  expect(texts("replica")).toEqual(["salad"]);
});
