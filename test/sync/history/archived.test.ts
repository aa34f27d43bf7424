import { expect, test } from "vitest";
import { values } from "#base/table.ts";
import type { History } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { narrowKey } from "#model/narrow.ts";
import { edges, type LoadRequest } from "#store/screen.ts";
import { changeReplica, changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { memoryArchive } from "../../support/memory-archive.ts";
import { deploy, startSmall } from "../../support/small-client.ts";

const topic = { ...deploy, topic: "long ago" };
const key = narrowKey(topic);

/** A client whose archive has messages 1 to 90 of a topic that the server does not know, without 41 to 50. */
async function startWithArchive() {
  const archive = memoryArchive();
  const small = await startSmall({}, { archive });
  const { store, client, clock } = small;
  const [like] = values(store.getState().replica.messages);
  const kept = Array.from(
    { length: 90 },
    (_, at): Message => ({
      ...(like as Message),
      id: (at + 1) as MessageId,
      conversation: key as never,
      topic: topic.topic,
      content: `line ${at + 1}`,
    }),
  );
  archive.keep(key, kept.slice(0, 40), { oldestKnown: true });
  archive.keep(key, kept.slice(50), { newestKnown: true });
  archive.asked.length = 0;
  const history = () => store.getState().replica.histories.get(key);
  const wants = async (...sides: readonly LoadRequest["side"][]) => {
    changeScreen(store, (screen) => ({
      ...screen,
      wants: { here: sides.map((side) => ({ narrow: topic, side })) },
    }));
    await clock.pass("1 s");
  };
  const goesOffline = async () => {
    client.network.plug(false);
    await clock.pass("1 min");
  };
  const jumps = async (jumpTarget: number) => {
    const reader = { selected: undefined, top: undefined, newFrom: undefined };
    changeScreen(store, (screen) => ({
      ...screen,
      readers: new Map([[key, { ...reader, jumpTarget: jumpTarget as MessageId }]]),
    }));
    await clock.pass("1 s");
  };
  return { ...small, archive, history, wants, goesOffline, jumps };
}

const span = (history: History | undefined) => [history?.ids[0], history?.ids.at(-1)];

test("a conversation that was seen stands there before the server answers, and its page replaces it", async () => {
  const { client, clock, history, archive } = await startWithArchive();
  client.network.line("silent");
  client.open(topic);
  // A page with gaps is not shown for moments only.
  await clock.pass(100);
  expect(history()).toBeUndefined();
  await clock.pass(150);
  expect(span(history())).toEqual([1, 90]);
  expect(history()).toMatchObject({ holes: [40], oldestKnown: true, newestKnown: false });
  client.network.plug(false);
  client.network.line("well");
  client.network.plug(true);
  await clock.pass("2 min");
  // The server has no such messages.
  expect(history()?.ids).toEqual([]);
  expect(history()?.holes).toBeUndefined();
  expect(archive.asked.length).toBe(1);
});

test("offline, pages of the archive continue each other up to their ends, each asked for once", async () => {
  const { client, clock, history, archive, wants, goesOffline, store } = await startWithArchive();
  await goesOffline();
  client.open(topic);
  await clock.pass("1 s");
  await wants("older");
  await wants("older");
  expect(span(history())).toEqual([1, 90]);
  expect(history()).toMatchObject({ holes: [40], oldestKnown: true, newestKnown: true });
  const asked = archive.asked.length;
  for (let time = 0; time < 5; time += 1) await wants("older", "newer", "around");
  expect(archive.asked.length).toBe(asked);
  expect(store.getState().session.loading.size).toBe(0);
});

test("offline, a jump to a message or an end shows what the archive has there", async () => {
  const { client, clock, history, goesOffline, jumps, store } = await startWithArchive();
  await goesOffline();
  client.open(topic);
  await clock.pass("1 s");
  await jumps(edges.first);
  expect(span(history())).toEqual([1, 90]);
  expect(store.getState().screen.readers.get(key)?.selected).toBe(1);
  await jumps(edges.last);
  expect(store.getState().screen.readers.get(key)?.selected).toBe(90);
});

test("offline, a conversation of this run goes on with what only the archive has", async () => {
  const { store, clock, archive, goesOffline, rows } = await startWithArchive();
  const known = rows();
  const [like] = values(store.getState().replica.messages);
  const older = { ...(like as Message), id: 5 as MessageId, content: "older", isHistory: false };
  archive.keep(narrowKey(deploy), [older]);
  // As if its beginning had been evicted.
  changeReplica(store, (replica) => {
    const history = replica.histories.get(narrowKey(deploy));
    const cut = history && { ...history, ids: history.ids.slice(1), oldestKnown: false };
    return cut ? { ...replica, histories: new Map([[narrowKey(deploy), cut]]) } : replica;
  });
  await goesOffline();
  changeScreen(store, (screen) => ({
    ...screen,
    wants: { here: [{ narrow: deploy, side: "older" }] },
  }));
  await clock.pass("1 s");
  expect(rows()).toEqual(["older", ...known]);
  expect(store.getState().replica.histories.get(narrowKey(deploy))?.holes).toEqual([5]);
});

test("when the server answers again, the end of an archived conversation is unknown", async () => {
  const { client, clock, history, goesOffline, control } = await startWithArchive();
  await goesOffline();
  client.open(topic);
  await clock.pass("1 s");
  expect(history()?.newestKnown).toBe(true);
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 100 });
  client.network.plug(true);
  await clock.pass("1 min");
  expect(history()).toMatchObject({ newestKnown: false, holes: [40] });
});
