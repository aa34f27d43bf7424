import { expect, test } from "vitest";
import { noArchive } from "#archive/archive.ts";
import { ids, values } from "#base/table.ts";
import { markDone } from "#commands/conversation/triage.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { missingEnds, missingNewest } from "#model/select/prefetch.ts";
import { toRow } from "#store/list.ts";
import { listOf, withList } from "#store/lists.ts";
import type { Store } from "#store/state.ts";
import { changeScreen, undoStep } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { never } from "../../support/client.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { inboxOrder } from "../../support/replica.ts";
import { streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";

const pages = (sent: readonly string[]) => sent.filter((line) => line === "GET /messages").length;

/** A client after a lost queue: the unread messages in `topics` topics are known, their texts are not. */
async function startBehind(
  topics: number,
  archive = noArchive,
  messagesEach = 1,
  options: Parameters<typeof startSmall>[1] = {},
) {
  const small = await startSmall({}, { archive, ...options });
  const { client, clock, bo, control, store } = small;
  changeScreen(store, (screen) => ({
    ...screen,
    terminal: { ...screen.terminal, rows: 20 },
  }));
  client.network.plug(false);
  for (let at = 0; at < topics; at += 1)
    for (let line = 0; line < messagesEach; line += 1)
      await bo.say({ streamId: streams.dev, topic: `topic ${at}` }, `line ${at}.${line}`);
  control.expireQueues();
  client.network.plug(true);
  await clock.pass("1 min");
  const before = pages(client.network.sent);
  const missing = (keys: readonly ConversationKey[] = inboxOrder(store.getState().view)) =>
    missingEnds(store.getState().view, keys, "first").length;
  return { ...small, missing, requested: () => pages(client.network.sent) - before };
}

const listed = (store: Store) =>
  listOf(store.getState().screen, { kind: "inbox" }).rows.map(({ key }) => key as ConversationKey);

const topic = (at: number) =>
  conversationKey({ kind: "topic", streamId: streams.dev as never, topic: `topic ${at}` });

test("the texts of the rows of a few screens are fetched with a few requests", async () => {
  const { clock, store, missing, requested } = await startBehind(59);
  expect(missing()).toBeGreaterThan(50);
  expect(requested()).toBe(0);
  refreshList(store);
  await clock.pass("5 s");
  expect(missing(listed(store).slice(0, 60))).toBe(0);
  expect(requested()).toBeLessThanOrEqual(3);
});

test("the texts of rows far below the cursor are fetched when the cursor comes near", async () => {
  const { clock, store, missing } = await startBehind(300);
  refreshList(store);
  await clock.pass("5 s");
  const order = listed(store);
  expect(missing(order.slice(0, 60))).toBe(0);
  expect(missing()).toBeGreaterThan(50);
  changeScreen(store, (screen) =>
    withList(screen, { kind: "inbox" }, (list) => toRow(list, order.length)),
  );
  await clock.pass("5 s");
  expect(missing(order.slice(-20))).toBe(0);
});

test("a row that was done before its text was fetched gets it after undo", async () => {
  const { clock, store, missing, client } = await startBehind(3);
  const context = { store, clock, newId: client.newId };
  markDone(context as never, { conversations: [topic(1)], rows: [], title: "" });
  await clock.pass("5 s");
  refreshList(store);
  await clock.pass("5 s");
  undoStep(store, context);
  await clock.pass("5 s");
  expect(inboxOrder(store.getState().view)).toContain(topic(1));
  refreshList(store);
  await clock.pass("5 s");
  expect(missing([topic(1)])).toBe(0);
});

test("after a jump the texts there come at once, though those of the rows before were still awaited", async () => {
  // With so many between them, each is a request.
  const { clock, store, missing, press } = await startBehind(100, noArchive, 22);
  press("g", "i");
  refreshList(store);
  await clock.pass("5 s");
  const order = listed(store);
  expect(missing(order.slice(0, 20))).toBe(0);
  expect(missing(order.slice(0, 60))).toBeGreaterThan(0);
  changeScreen(store, (screen) =>
    withList(screen, { kind: "inbox" }, (list) => toRow(list, order.length)),
  );
  await clock.pass("5 s");
  expect(missing(order.slice(-20))).toBe(0);
});

test("once the inbox is opened, its texts do not wait for those that were fetched before they were needed", async () => {
  const { client, clock, store, missing } = await startBehind(100, noArchive, 22);
  client.open({ kind: "topic", streamId: streams.dev as never, topic: "topic 99" });
  refreshList(store, { kind: "inbox" });
  await clock.pass("5 s");
  const order = listed(store);
  expect(missing(order.slice(0, 60))).toBeGreaterThan(0);
  changeScreen(store, (screen) => withList(screen, { kind: "inbox" }, (list) => toRow(list, 50)));
  await clock.pass("1 s");
  changeScreen(store, (screen) => ({ ...screen, place: { kind: "inbox" } }));
  await clock.pass("5 s");
  expect(missing(order.slice(40, 60))).toBe(0);
});

test("once the inbox is opened, texts that the server was asked for before are awaited", async () => {
  const answering = Promise.withResolvers<void>();
  const asked: string[] = [];
  let isSlow = false;
  const { client, clock, store, missing } = await startBehind(59, noArchive, 1, {
    over: (send) => async (request, signal) => {
      if (isSlow && request.url.includes("/messages?")) {
        asked.push(request.url);
        await Promise.race([answering.promise, never(signal)]);
      }
      return send(request, signal);
    },
  });
  client.open({ kind: "topic", streamId: streams.dev as never, topic: "topic 58" });
  await clock.pass("5 s");
  isSlow = true;
  refreshList(store, { kind: "inbox" });
  await clock.pass("1 s");
  const before = [...asked];
  expect(before.length).toBeGreaterThan(0);
  changeScreen(store, (screen) => ({ ...screen, place: { kind: "inbox" } }));
  await clock.pass("1 s");
  expect(missing(listed(store).slice(0, 20))).toBeGreaterThan(0);
  expect(asked).toEqual(before);
  answering.resolve();
  await clock.pass("5 s");
  expect(missing(listed(store).slice(0, 60))).toBe(0);
});

test("the text of a message that is unread only locally is fetched by its ID", async () => {
  const { clock, store, missing, client, control } = await startBehind(3);
  const context = { store, clock, newId: client.newId };
  const order = inboxOrder(store.getState().view);
  expect(order).toContain(topic(1));
  // Done reaches the server before any text was requested, and its undo does not.
  markDone(context as never, { conversations: [topic(1)], rows: [], title: "" });
  await clock.pass("5 s");
  control.fault({ kind: "bad gateway", path: "/messages/flags", method: "POST", times: 99 });
  undoStep(store, context);
  refreshList(store);
  await clock.pass("20 s");
  expect(missing([topic(1)])).toBe(0);
});

test("failed fetches of texts are retried a limited number of times", async () => {
  const { clock, store, missing, control, requested } = await startBehind(3);
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 2 });
  refreshList(store);
  await clock.pass("1 min");
  expect(missing()).toBe(0);
  expect(requested()).toBeLessThanOrEqual(6);
});

test("texts of recent conversations are fetched, even of read ones", async () => {
  const { clock, store, ana } = await startBehind(15);
  await ana.post("/mark_topic_as_read", { stream_id: streams.dev, topic_name: "topic 7" });
  await clock.pass("2 s");
  changeScreen(store, (screen) => ({ ...screen, place: { kind: "recent" } }));
  refreshList(store, { kind: "recent" });
  await clock.pass("10 s");
  const { rows } = listOf(store.getState().screen, { kind: "recent" });
  const shown = rows.slice(0, 20).map(({ key }) => key as ConversationKey);
  const { view } = store.getState();
  expect(shown).toContain(topic(7));
  expect([missingEnds(view, shown, "first"), missingEnds(view, shown, "newest")]).toEqual([[], []]);
  expect(missingNewest(view, shown)).toEqual([]);
});

test("texts of the archive are shown while the server cannot be reached, each asked for once", async () => {
  const archive = memoryArchive();
  const asked: number[] = [];
  const messages = (ids: readonly MessageId[]) => {
    asked.push(...ids);
    return archive.messages(ids);
  };
  const small = await startBehind(5, { ...archive, messages });
  const { store, client, clock, missing } = small;
  client.network.plug(false);
  await clock.pass("1 min");
  const { unreads, messages: known } = store.getState().replica;
  const [like] = values(known);
  const unread = [...ids(unreads.where)].map((id) => ({ ...(like as Message), id }));
  archive.keep("all" as never, unread);
  expect(missing()).toBeGreaterThan(0);
  asked.length = 0;
  refreshList(store);
  await clock.pass("5 s");
  expect(missing()).toBe(0);
  changeScreen(store, (screen) =>
    withList(screen, { kind: "inbox" }, (list) => toRow(list, list.rows.length - 1)),
  );
  await clock.pass("5 s");
  expect(new Set(asked).size).toBe(asked.length);
});
