/** Topics, and how often and how long what the screen asks for is requested. */
import { expect, test } from "vitest";
import { closeDialog, openDialog } from "#commands/screen.ts";
import { topicKey } from "#model/conversation.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { deploy, startSmall } from "../../support/small-client.ts";

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

test("a list of topics from which a message was deleted on the way is fetched again at once", async () => {
  const { clock, client, cleo, control, store } = await startSmall();
  const { general } = streams;
  const path = `/users/me/${general}/topics`;
  const requests = () => client.network.sent.filter((line) => line.endsWith(path)).length;
  const before = requests();
  const first = await cleo.say({ streamId: general, topic: "short" }, "asks for the list again");
  const second = await cleo.say({ streamId: general, topic: "brief" }, "is in that list");
  control.fault({ kind: "delay", delayMs: 3_000, path });
  await clock.pass("100 ms");
  await cleo.delete(`/messages/${first}`);
  await clock.pass("1 s");
  await cleo.delete(`/messages/${second}`);
  await clock.pass("6 s");
  expect(store.getState().replica.topicsComplete.has(general as never)).toBe(true);
  expect(requests()).toBe(before + 2);
});

const boCard = {
  kind: "card",
  about: { kind: "person", id: people.bo as UserId },
  chosen: 0,
} as const;
const usersPath = `/users/${people.bo}`;

test("while the server answers with errors, the time between two requests grows", async () => {
  const { clock, client, control, store } = await startSmall();
  control.fault({ kind: "bad gateway", path: usersPath, times: 1_000 });
  const before = client.network.sent.length;
  openDialog(store, boCard);
  await clock.pass("10 min");
  const sent = client.network.sent.slice(before).filter((line) => line.endsWith(usersPath));
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.length).toBeLessThan(60);
  closeDialog(store);
  const then = client.network.sent.length;
  await clock.pass("10 min");
  const later = client.network.sent.slice(then).filter((line) => line.endsWith(usersPath));
  expect(later).toEqual([]);
});

test("what the server refuses is asked for again only when the user asks anew", async () => {
  const { clock, client, store } = await startSmall();
  const requests = () => client.network.sent.filter((line) => line.includes("/users/999")).length;
  const nobody = { ...boCard, about: { kind: "person", id: 999 as UserId } } as const;
  openDialog(store, nobody);
  await clock.pass("10 min");
  expect(requests()).toBe(1);
  closeDialog(store);
  openDialog(store, nobody);
  await clock.pass("5 s");
  expect(requests()).toBe(2);
});

test("an answer that comes after its dialog was closed changes nothing", async () => {
  const { clock, ana, control, store } = await startSmall();
  const id = (await ana.say({ streamId: streams.dev, topic: "deploy" }, "read me")) as MessageId;
  await clock.pass("5 s");
  control.fault({ kind: "delay", delayMs: 5_000, path: `/messages/${id}/read_receipts` });
  openDialog(store, { kind: "info", about: { kind: "message", id }, chosen: 0 });
  await clock.pass("1 s");
  const before = store.getState().session.messageDetails;
  expect(before?.readers).toEqual({ kind: "loading" });
  closeDialog(store);
  await clock.pass("1 min");
  expect(store.getState().session.messageDetails).toBe(before);
});
