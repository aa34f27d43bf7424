import { expect, test } from "vitest";
import type { Address } from "#journal/intent.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import type { OwnKey } from "#sync/own-key.ts";
import type { StreamId } from "#wire/ids.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { memoryDisk } from "../support/storage.ts";

const deploy: Address = { kind: "topic", streamId: streams.dev as StreamId, topic: "deploy" };

async function start() {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const client = startClient({ clock, realm });
  await clock.pass("1 s");
  return { clock, realm, as, client, bo: as(people.bo) };
}

test("a session registers and becomes live", async () => {
  const { client } = await start();
  const { session, replica } = client.store.getState();
  expect(session.connection).toEqual({ kind: "live" });
  expect(replica.ownId).toBe(people.ana);
  expect(replica.epoch).toBe(1);
});

test("a session asks for nothing until what was restored may be followed by it", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const drawn = Promise.withResolvers<void>();
  const restored = drawn.promise.then(() => ({ left: [], archived: undefined }));
  const { network, store } = startClient({ clock, realm, restored });
  await clock.pass("1 s");
  expect(network.sent).toEqual([]);
  drawn.resolve();
  await clock.pass("1 s");
  expect(store.getState().session.connection).toEqual({ kind: "live" });
});

test("a message from another user appears below the earlier ones of the open conversation", async () => {
  const { clock, client, bo } = await start();
  client.open(deploy);
  await clock.pass("1 s");
  await bo.say({ streamId: streams.dev, topic: "deploy" }, "news");
  await clock.pass("1 s");
  expect(client.rows(deploy)).toEqual(["rolling", "@**Ana Ruiz** look", "news"]);
});

test("a send has one row from the start, which becomes the message with its event", async () => {
  const { clock, client } = await start();
  client.open(deploy);
  await clock.pass("1 s");
  client.send(deploy, "on it");
  expect(client.rows(deploy).at(-1)).toBe("on it (sending)");
  await clock.pass("1 s");
  expect(client.rows(deploy)).toEqual(["rolling", "@**Ana Ruiz** look", "on it"]);
  expect(client.store.getState().journal.intents.size).toBe(0);
  expect(client.disk.intents.size).toBe(0);
  expect(client.network.sent.filter((line) => line === "POST /messages")).toHaveLength(1);
});

test("a session is idle once everything is fetched and sent, despite the open poll", async () => {
  const { clock, client } = await start();
  client.open(deploy);
  client.send(deploy, "soon");
  const seen: string[] = [];
  void client.session.whenIdle().then(() => seen.push(...client.rows(deploy)));
  await clock.pass("10 s");
  expect(seen.at(-1)).toBe("soon");
  expect(client.network.sent.at(-1)).toBe("GET /events");
});

test("a stored place that cannot be read is ignored", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const disk = memoryDisk();
  disk.places.set("place", { kind: "narrow", narrow: { kind: "topic", streamId: "two" } });
  disk.places.set("address", { kind: "carrier pigeon" });
  const client = startClient({ clock, realm, disk });
  await clock.pass("1 s");
  const {
    place,
    composing: { address },
  } = client.store.getState().screen;
  expect([place, address]).toEqual([{ kind: "inbox" }, undefined]);
});

test("the open search, the recent ones, and what plain mode says are restored at the next start", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const disk = memoryDisk();
  const terms = [{ operator: "search", operand: "rolling" }];
  const narrow = { kind: "search", text: "rolling", terms } as const;
  const first = startClient({ clock, realm, disk });
  await clock.pass("1 s");
  first.open(narrow);
  changeScreen(first.store, (screen) => ({
    ...screen,
    kept: { searches: ["rolling", "has:link"] },
    reading: { ...screen.reading, spoken: "quiet" },
  }));
  await clock.pass("1 s");
  await first.session.flush();
  const second = startClient({ clock, realm, disk, name: "second" });
  await clock.pass("1 s");
  const { place, kept, reading } = second.store.getState().screen;
  expect(reading.spoken).toBe("quiet");
  expect(place).toEqual(narrow);
  expect(kept.searches).toEqual(["rolling", "has:link"]);
});

test("a session deletes its queue when it stops", async () => {
  const { client, clock, realm } = await start();
  expect(realm.control.server.queues.size).toBe(1);
  let hasStopped = false;
  void client.session.stop().then(() => {
    hasStopped = true;
  });
  await clock.pass(50);
  expect(hasStopped).toBe(true);
  expect(realm.control.server.queues.size).toBe(0);
});

test("what was typed last is saved while a key is still being renewed", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const disk = memoryDisk();
  const { promise: checked, reject } = Promise.withResolvers<never>();
  const ownKey: OwnKey = {
    email: "ana@small.example",
    key: "k".repeat(32),
    connect: () => client.session.connection(),
    stored: { read: () => checked, write: () => checked, check: () => checked },
  };
  const client = startClient({ clock, realm, disk, ownKey });
  await clock.pass("1 s");
  const renewal = { id: "renewal", calls: [], renewsKey: true, report: "" } as const;
  changeSession(client.store, (session) => ({ ...session, requests: [renewal] }));
  await clock.pass("1 s");
  client.types(deploy, "half a sentence");
  void client.session.stop();
  await clock.pass(10);
  const saved = [...disk.drafts.values()].map(({ text }) => text);
  reject(new Error("The keyring stays locked."));
  expect(saved).toContain("half a sentence");
});

test.each(["a hung server", "a full lane"])("stopping does not wait for %s", async (trouble) => {
  const { client, clock, realm } = await start();
  if (trouble === "a hung server")
    realm.control.fault({ kind: "hang", path: "/events", delayMs: 60_000, times: 9 });
  else {
    realm.control.fault({ kind: "delay", path: "/messages", delayMs: 10_000, times: 20 });
    for (let at = 0; at < 8; at += 1) client.open({ kind: "stream", streamId: at as StreamId });
    for (let at = 0; at < 8; at += 1)
      client.send({ kind: "topic", streamId: 2 as StreamId, topic: `t${at}` }, "slow");
    await clock.pass("1 s");
  }
  let hasStopped = false;
  void client.session.stop().then(() => {
    hasStopped = true;
  });
  await clock.pass(99);
  expect(hasStopped).toBe(true);
});

test.each([88, 278])(
  "at level %i the user's settings are known after the register, and follow another client's changes",
  async (level) => {
    const clock = fakeClock();
    const { realm, as } = startRealm({ clock, level });
    const ana = as(people.ana);
    await ana.patch("/settings", {
      twenty_four_hour_time: false,
      timezone: "Asia/Tokyo",
    });
    const { store } = startClient({ clock, realm });
    await clock.pass("1 s");
    const initial = { twenty_four_hour_time: false, timezone: "Asia/Tokyo" };
    expect(store.getState().view.settings).toMatchObject(initial);
    await ana.patch("/settings", {
      twenty_four_hour_time: true,
      timezone: "Europe/Berlin",
      enter_sends: false,
    });
    await clock.pass("1 s");
    const changed = { twenty_four_hour_time: true, timezone: "Europe/Berlin", enter_sends: false };
    expect(store.getState().view.settings).toMatchObject(changed);
  },
);
