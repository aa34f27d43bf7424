/** New and edited messages that match an open search. */
import { expect, test } from "vitest";
import { get } from "#base/table.ts";
import { type Narrow, narrowKey, type SearchTerm } from "#model/narrow.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

function search(...terms: readonly SearchTerm[]): Extract<Narrow, { kind: "search" }> {
  return { kind: "search", text: "asked", terms };
}

async function searching(narrow: Extract<Narrow, { kind: "search" }>) {
  const small = await startSmall();
  const { client, clock, store } = small;
  client.open(narrow);
  await clock.pass("1 s");
  const key = narrowKey(narrow);
  const found = () =>
    (store.getState().replica.histories.get(key)?.ids ?? []).map(
      (id) => get(store.getState().replica.messages, id)?.content,
    );
  const requestCount = () =>
    client.network.sent.filter((line) => line.includes("matches_narrow")).length;
  const pages = () => client.network.sent.filter((line) => line === "GET /messages").length;
  return { ...small, key, found, requestCount, pages };
}

const words = search({ operator: "search", operand: "rolling" });

test("the server matches search words, with one request for all messages of a second, and its matches are highlighted", async () => {
  const { found, requestCount, pages, bo, clock, store, key } = await searching(words);
  expect(found()).toEqual(["rolling"]);
  const before = pages();
  await bo.say(inDeploy, "rolling again");
  await bo.say(inDeploy, "nothing of the kind");
  await clock.pass("3 s");
  expect(found()).toEqual(["rolling", "rolling again"]);
  expect(requestCount()).toBe(1);
  expect(pages()).toBe(before);
  const marked = [...(store.getState().session.matches.get(key)?.values() ?? [])];
  expect(marked.map(({ content }) => content)).toEqual([["rolling"], ["rolling"]]);
});

test("terms that the client can evaluate cause no request", async () => {
  const narrow = search(
    { operator: "sender", operand: people.bo },
    { operator: "stream", operand: streams.dev },
    { operator: "is", operand: "mentioned", negated: true },
  );
  const { found, requestCount, bo, cleo, clock } = await searching(narrow);
  const before = found().length;
  await bo.say(inDeploy, "of Bo");
  await cleo.say(inDeploy, "of Cleo");
  await clock.pass("3 s");
  expect(found().slice(before)).toEqual(["of Bo"]);
  expect(requestCount()).toBe(0);
});

test("a reopened search contains messages that arrived meanwhile", async () => {
  const { found, client, bo, clock, store } = await searching(words);
  changeScreen(store, (screen) => ({ ...screen, place: { kind: "inbox" } }));
  await bo.say(inDeploy, "rolling again");
  await clock.pass("3 s");
  expect(found()).toEqual(["rolling"]);
  client.open(words);
  await clock.pass("3 s");
  expect(found()).toEqual(["rolling", "rolling again"]);
});

test("messages that could not be matched are fetched when the server answers again", async () => {
  const { found, client, bo, clock } = await searching(words);
  await bo.say(inDeploy, "rolling again");
  await clock.pass(500);
  client.network.plug(false);
  await clock.pass("2 s");
  expect(found()).toEqual(["rolling"]);
  client.network.plug(true);
  await clock.pass("1 min");
  expect(found()).toEqual(["rolling", "rolling again"]);
});

test("an edited message enters or leaves an open search", async () => {
  const { found, requestCount, bo, clock, store, key } = await searching(words);
  const id = await bo.say(inDeploy, "something else");
  await clock.pass("3 s");
  await bo.patch(`/messages/${id}`, { content: "rolling at last" });
  await clock.pass("3 s");
  expect(found()).toEqual(["rolling", "rolling at last"]);
  expect(
    store
      .getState()
      .session.matches.get(key)
      ?.get(id as MessageId)?.content,
  ).toEqual(["rolling"]);
  await bo.patch(`/messages/${id}`, { content: "something else" });
  await clock.pass("3 s");
  expect(found()).toEqual(["rolling"]);
  expect(requestCount()).toBe(3);
});

test("a message that is not loaded appears when a move makes it match", async () => {
  const inDeploy = search(
    { operator: "stream", operand: streams.dev },
    { operator: "topic", operand: "deploy" },
  );
  const { found, cleo, clock, store } = await searching(inDeploy);
  expect(found()).toEqual(["rolling", "@**Ana Ruiz** look"]);
  expect(get(store.getState().replica.messages, 105 as MessageId)).toBeUndefined();
  await cleo.patch("/messages/105", { topic: "deploy" });
  await clock.pass("3 s");
  expect(found().slice(0, 3)).toEqual(["rolling", "buzz", "@**Ana Ruiz** look"]);
});

test("after a flood the newest page is fetched instead of asking about every message", async () => {
  const { client, found, requestCount, bo, clock, store, key } = await searching(words);
  client.network.line("silent");
  for (let n = 0; n < 1_200; n += 1) await bo.say(inDeploy, `drizzle ${n}`);
  await bo.say(inDeploy, "rolling in the rain");
  client.network.line("well");
  await clock.pass("3 min");
  expect(found()).toContain("rolling in the rain");
  expect(requestCount()).toBeLessThan(4);
  expect(store.getState().replica.histories.get(key)?.newestKnown).toBe(true);
});
