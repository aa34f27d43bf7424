import { expect, test } from "vitest";
import { narrowKey } from "#model/narrow.ts";
import { changeScreen } from "#store/store.ts";
import { before, deploy, startSmall, there } from "../support/small-client.ts";

/** Beside the one page at the start that tells where the user has written. */
const pages = (sent: readonly string[]) =>
  sent.filter((line) => line === "GET /messages").length - 1;

/** Deploy with so many messages behind its first two, unread by Ana. */
async function startLong(count: number) {
  const small = await startSmall();
  const { client, clock, bo, control } = small;
  client.open({ kind: "mentions" });
  await clock.pass("5 s");
  client.network.plug(false);
  for (let at = 0; at < count; at += 1) await bo.say(there, `line ${at}`);
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("1 min");
  return small;
}

test("a conversation is asked for once, however often it is opened", async () => {
  const { client, clock } = await startSmall();
  expect(pages(client.network.sent)).toBe(1);
  client.open({ kind: "mentions" });
  await clock.pass("1 s");
  client.open(deploy);
  await clock.pass("1 s");
  expect(pages(client.network.sent)).toBe(2);
});

test("a long conversation opens at its first unread message and grows where the screen wants more", async () => {
  const { client, clock, store, rows } = await startLong(300);
  client.open(deploy);
  await clock.pass("5 s");
  expect(rows().slice(0, 3)).toEqual([...before, "line 0"]);
  expect(rows().length).toBeLessThan(200);
  const known = rows().length;
  changeScreen(store, (screen) => ({
    ...screen,
    wants: [
      { narrow: deploy, side: "newer" },
      { narrow: deploy, side: "newer" },
    ],
  }));
  await clock.pass("1 s");
  expect(rows().length).toBe(known + 100);
  expect(store.getState().screen.wants).toEqual([]);
  expect(new Set(rows()).size).toBe(rows().length);
});

test("a page that fails is asked for again, and why it is missing is told meanwhile", async () => {
  const { client, clock, store, control } = await startSmall();
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 2 });
  const narrow = { kind: "starred" } as const;
  client.open(narrow);
  await clock.pass(100);
  expect(store.getState().session.loadFailures.get(narrowKey(narrow))).toContain("502");
  await clock.pass("10 s");
  const { session, replica } = store.getState();
  expect(session.loadFailures.size).toBe(0);
  expect(session.loading.size).toBe(0);
  expect(replica.histories.get(narrowKey(narrow))?.ids).toEqual([101]);
});

test("a narrow that the server refuses says so and is left alone", async () => {
  const { client, clock, store } = await startSmall();
  const narrow = { kind: "stream", streamId: 999 as never } as const;
  client.open(narrow);
  await clock.pass("10 s");
  expect(store.getState().session.loadFailures.has(narrowKey(narrow))).toBe(true);
  expect(pages(client.network.sent)).toBe(2);
});

test("after a lost queue the open narrow is asked for anew around the line that is read", async () => {
  const { client, clock, store, bo, control, rows } = await startSmall();
  await bo.say(there, "first draft");
  await clock.pass("1 s");
  const id = store.getState().replica.newestMessage;
  client.network.plug(false);
  await bo.patch(`/messages/${id}`, { content: "second draft" });
  await bo.say(there, "and more");
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("1 min");
  expect(rows()).toEqual([...before, "second draft", "and more"]);
});

test("what will be read next is there before it is opened", async () => {
  const small = await startSmall({}, { ahead: () => ({ kind: "directs" }) });
  const { client, store, clock } = small;
  await clock.pass("5 s");
  expect(store.getState().replica.histories.get(narrowKey({ kind: "directs" }))?.ids).toEqual([
    110, 111, 112, 113,
  ]);
  expect(pages(client.network.sent)).toBe(2);
});

test("a conversation that is opened does not wait for its prefetch's turn", async () => {
  const topics = Array.from({ length: 300 }, (_, at) => ({ ...deploy, topic: `topic ${at}` }));
  const { client, store, clock } = await startSmall(
    {},
    {
      ahead: ({ replica }) => topics.find((narrow) => !replica.histories.has(narrowKey(narrow))),
    },
  );
  await clock.pass("5 s");
  const { histories, loading } = { ...store.getState().replica, ...store.getState().session };
  const waiting = topics.find((narrow) => !histories.has(narrowKey(narrow)))!;
  expect([...loading]).toEqual([narrowKey(waiting)]);
  client.open(waiting);
  await clock.pass("1 s");
  expect(store.getState().replica.histories.has(narrowKey(waiting))).toBe(true);
});
