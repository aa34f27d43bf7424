import { expect, test } from "vitest";
import { archiveDropped } from "#archive/archive.ts";
import { silent } from "#base/log.ts";
import { get, ids } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { addIntents, changeLocal, changeScreen } from "#store/store.ts";
import { restoreRealm } from "#sync/archive/restoring.ts";
import { type Client, startClient } from "../../support/client.ts";
import { type FakeClock, fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { registered } from "../../support/replica.ts";
import { savingArchive } from "../../support/saving-archive.ts";
import { people, smallBlueprint } from "../../support/small-blueprint.ts";
import { deploy, inDeploy } from "../../support/small-client.ts";
import { memoryDisk } from "../../support/storage.ts";

/** A realm in which Ana has read with a client that has ended an hour ago. */
async function afterUse() {
  const clock = fakeClock();
  const { realm, as } = startRealm({ clock });
  const files = { archive: savingArchive({ clock }), disk: memoryDisk() };
  const start = (name: string) => startClient({ clock, realm, name, ...files });
  const first = start("first");
  await clock.pass("10 s");
  const endedAt = clock.now();
  await stop(first, clock);
  await clock.pass("1 h");
  return { clock, realm, bo: as(people.bo), files, start, endedAt, last: replicaOf(first) };
}

async function stop({ session }: Client, clock: FakeClock): Promise<void> {
  const stopped = session.stop();
  await clock.pass("100 ms");
  await stopped;
}

const replicaOf = ({ store }: Client) => store.getState().replica;
const connectionOf = ({ store }: Client) => store.getState().session.connection;
/** The server is out of reach from the first request on. */
const unplugged = (client: Client) => {
  client.network.plug(false);
  return client;
};

test("without the server, the realm is there as it was last seen, however often it is asked", async () => {
  const { clock, start, endedAt, last } = await afterUse();
  const client = unplugged(start("second"));
  await clock.pass("1 s");
  expect(registered(replicaOf(client))).toEqual(registered(last));
  await clock.pass("10 min");
  expect(connectionOf(client)).toEqual({ kind: "stale", since: endedAt });
  expect(client.store.getState().screen.toast).toBeUndefined();
});

test("without the server, what a reminder is about is there if it was seen", async () => {
  const { clock, start } = await afterUse();
  const before = start("before");
  before.open(deploy);
  await clock.pass("10 s");
  const [messageId] = ids(replicaOf(before).messages);
  await stop(before, clock);
  const client = unplugged(start("second"));
  const { store, newId } = client;
  await clock.pass("1 s");
  expect(get(store.getState().replica.messages, messageId!)).toBeUndefined();
  addIntents(store, { clock, newId }, [{ kind: "remind-add", messageId: messageId!, at: 1 }]);
  changeScreen(store, (screen) => ({ ...screen, place: { kind: "later" } }));
  await clock.pass("1 s");
  expect(get(store.getState().replica.messages, messageId!)).toBeDefined();
  expect(connectionOf(client).kind).toBe("stale");
});

test("with a clock that was set back, the realm was not seen in the future", async () => {
  const { files, endedAt } = await afterUse();
  const [log, clock] = [silent, { ...fakeClock(), now: () => endedAt - 5_000 }];
  const realm = await restoreRealm({ clock, log, ...files }, await files.archive.load());
  expect(realm?.since).toBe(endedAt - 5_000);
});

test("a text written before the server answers is sent once it does, and the realm is as after a register", async () => {
  const { clock, realm, start, bo, files } = await afterUse();
  await bo.say(inDeploy, "while you were away");
  const client = unplugged(start("second"));
  await clock.pass("1 min");
  client.send(deploy, "at last");
  await clock.pass("1 min");
  client.network.plug(true);
  await clock.pass("1 min");
  expect(connectionOf(client)).toEqual({ kind: "live" });
  const sent = [...realm.control.server.state.messages.byId.values()];
  expect(sent.filter(({ content }) => content === "at last")).toHaveLength(1);
  const fresh = startClient({ clock, realm, name: "fresh" });
  await clock.pass("10 s");
  expect(registered(replicaOf(client))).toEqual(registered(replicaOf(fresh)));
  expect(files.archive.content().messages.size).toBeGreaterThan(0);
});

test("nothing is written before the server has answered", async () => {
  const { clock, start, files } = await afterUse();
  const { length } = files.archive.rounds;
  const client = unplugged(start("second"));
  await clock.pass("1 min");
  await stop(client, clock);
  expect(files.archive.rounds.length).toBe(length);
});

test("an archive that cannot be trusted is dropped, and the start is one without it", async () => {
  const { clock, start, files } = await afterUse();
  await files.archive.write([{ kind: "section", name: "people/0", json: '[{"id":11}]' }], true);
  const client = unplugged(start("second"));
  await clock.pass("1 s");
  expect(files.archive.forgotten()).toBe(1);
  expect(client.store.getState().session.notice).toBe(archiveDropped);
  expect(connectionOf(client).kind).toBe("offline");
  expect(replicaOf(client).epoch).toBe(0);
});

test("if another realm answers at the address, what was restored is dropped, and texts stay", async () => {
  const { clock, start, files } = await afterUse();
  const client = unplugged(start("second"));
  await clock.pass("1 s");
  client.send(deploy, "wherever you are");
  const young = smallBlueprint(Math.floor(clock.now() / 1000));
  const blueprint = { ...young, messages: young.messages.slice(0, 3) };
  client.network.replace(startRealm({ clock, blueprint }).realm);
  client.network.plug(true);
  client.open(deploy);
  await clock.pass("2 min");
  expect(connectionOf(client)).toEqual({ kind: "live" });
  expect(client.rows(deploy)).toEqual(["wherever you are"]);
  expect(files.archive.forgotten()).toBe(1);
});

test("what was written and snoozed is known before the restored realm is shown", async () => {
  const { start, clock } = await afterUse();
  const earlier = unplugged(start("earlier"));
  await clock.pass("1 s");
  earlier.send(deploy, "at last");
  const until = clock.now() / 1000 + 3_600;
  const snooze = { conversation: deploy, until, newest: 200, isDue: false };
  changeLocal(earlier.store, "snoozes", new Map([[conversationKey(deploy), snooze]]));
  await clock.pass("1 s");
  await stop(earlier, clock);
  const client = unplugged(start("second"));
  const seen: unknown[] = [];
  client.store.subscribe(({ replica, journal }) => {
    if (replica.epoch > 0) seen.push([journal.intents.size, journal.snoozes.size]);
  });
  await clock.pass("1 s");
  expect(seen[0]).toEqual([1, 1]);
});
