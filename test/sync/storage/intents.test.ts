/** The journal in a real file. */

import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { silent } from "#base/log.ts";
import type { StoredState } from "#host/rows.ts";
import { openStateFile } from "#host/state-file.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import { emptyReplica } from "#model/replica.ts";
import { owned } from "#store/follow.ts";
import { addIntents, changeDraft, createStore, restoreIntents, retire } from "#store/store.ts";
import { createIdleTracker } from "#sync/context.ts";
import { startDiskWrites } from "#sync/storage/disk-writes.ts";
import { persistIntents, startClaimingOrphans } from "#sync/storage/intents.ts";
import type { MessageId } from "#wire/ids.ts";
import { accountFile } from "../../support/account-file.ts";
import { arbitraryIntent } from "../../support/arbitrary-intents.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { emptyScreen } from "../../support/empty-screen.ts";
import { folder, quickFolder } from "../../support/folder.ts";
import { startRealm } from "../../support/realm.ts";
import { runs } from "../../support/runs.ts";
import { before, deploy, startSmall } from "../../support/small-client.ts";
import { stoppable } from "../../support/stoppable.ts";

test("every field of an intent is stored and loaded, in any sequence of phases", async () => {
  const clock = fakeClock();
  const storage = accountFile(join(quickFolder(), "state.db")).openFor(stoppable(clock), "first");
  const store = createStore({ replica: emptyReplica, screen: emptyScreen });
  const context = { store, clock, log: silent, idle: createIdleTracker(clock) };
  const disk = startDiskWrites(context);
  persistIntents({ ...context, storage, disk });
  const survives = async (id: IntentId, versions: readonly Intent[]) => {
    for (const version of versions) restoreIntents(store, [{ ...version, id }]);
    await disk.settled();
    const { intents, unreadable } = await storage.load();
    expect(unreadable).toBe(0);
    // Confirmed intents that agree with the replica are removed from both.
    const inMemory = store.getState().journal.intents.get(id);
    expect(intents.find((intent) => intent.id === id)).toEqual(inMemory);
    retire(store, [id]);
  };
  const id = fc.uuid().map((uuid) => uuid as IntentId);
  const versions = fc.array(arbitraryIntent, { minLength: 1, maxLength: 4 });
  await fc.assert(fc.asyncProperty(id, versions, survives), { numRuns: runs(0.3) });
});

test("the screen waits for the disk to store a text, and for a disk that hangs 50 ms", async () => {
  const clock = fakeClock();
  const real = accountFile(join(quickFolder(), "state.db")).openFor(stoppable(clock), "first");
  const answers: (() => void)[] = [];
  const putIntent: typeof real.putIntent = async (intent) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return real.putIntent(intent);
  };
  const store = createStore({ replica: emptyReplica, screen: emptyScreen });
  const context = { store, clock, log: silent, idle: createIdleTracker(clock) };
  const storage = { ...real, putIntent };
  const { adopt } = persistIntents({ ...context, storage, disk: startDiskWrites(context) });
  const storing = () => store.getState().session.storing;
  const send = { kind: "send", address: deploy, content: "hello" } as const;
  const origin = { clock, newId: () => `id ${answers.length}` };
  addIntents(store, origin, [send]);
  expect(storing()).toBe(1);
  answers[0]?.();
  await clock.pass(1);
  expect(storing()).toBe(0);
  addIntents(store, origin, [send]);
  await clock.pass(49);
  expect(storing()).toBe(1);
  await clock.pass(1);
  expect(storing()).toBe(0);
  // What another run left is on the disk.
  const left = [...store.getState().journal.intents.values()];
  adopt(left.map((intent) => ({ ...intent, id: `other ${intent.id}` as IntentId })));
  expect(storing()).toBe(0);
});

test("unreadable rows of another version are kept, and a toast reports them", async () => {
  const path = join(folder(), "state.db");
  const clock = fakeClock();
  const file = accountFile(path);
  const raw = openStateFile(path, clock, { id: "later", leaseMs: 1, isAlive: () => false });
  const rows = [
    "null",
    "{",
    '{"id":"3","createdAt":1,"wish":{"kind":"forward","to":4},"phase":"waiting","attempts":0}',
  ];
  raw.run(
    rows.map((json, at) => ({ call: "putIntent", args: [{ id: `${at}`, createdAt: at, json }] })),
  );
  raw.run([
    { call: "putDraft", args: [{ key: "t:2:deploy", updatedAt: 1, json: "{}" }, 1] },
    { call: "putPlace", args: [{ key: "place", json: "{" }] },
  ]);
  raw.close();
  const { realm } = startRealm({ clock });
  const client = startClient({ clock, realm, storage: file.openFor(stoppable(clock), "now") });
  await clock.pass("5 s");
  const { screen, journal, session } = client.store.getState();
  expect(screen.toast?.text).toBe(
    "4 saved texts or changes cannot be read by this version of weir. Nothing was deleted.",
  );
  expect([journal.intents.size, session.connection]).toEqual([0, { kind: "live" }]);
  client.types(deploy, "written over it");
  await clock.pass("1 min");
  const again = openStateFile(path, clock, { id: "again", leaseMs: 1, isAlive: () => true });
  const [outcome] = again.run([{ call: "load", args: [] }]);
  const left = (outcome as { value: StoredState }).value;
  expect(left.intents.map(({ json }) => json)).toEqual(rows);
  expect(left.drafts).toHaveLength(2);
  expect(left.drafts).toContainEqual({ key: "t:2:deploy set aside 1", updatedAt: 1, json: "{}" });
});

// Intents that a dead process of the same account left on disk.

const left: Intent = {
  id: "left-behind" as IntentId,
  createdAt: 1_795_174_000_000,
  action: { kind: "send", address: deploy, content: "left behind" },
  phase: "waiting",
  attempts: 0,
};

test("unsent intents of a dead process are sent once, within a lease", async () => {
  const { client, clock, rows } = await startSmall();
  client.disk.leave([left]);
  await clock.pass("5 s");
  expect(rows()).toEqual(before);
  await clock.pass("30 s");
  expect(rows()).toEqual([...before, "left behind"]);
  expect(client.network.sent.filter((line) => line === "POST /messages")).toHaveLength(1);
});

test.for(["answered", "sending"] as const)(
  "intents of a dead process that became messages while %s are removed from disk, and not sent again",
  async (phase) => {
    const { client, clock, rows } = await startSmall();
    const sent = { ...left, phase, attempts: 1, messageId: 104 as MessageId };
    client.disk.leave([sent, { ...left, id: "second" as IntentId }]);
    await clock.pass("1 min");
    expect(rows()).toEqual([...before, "left behind"]);
    expect(client.network.sent.filter((line) => line === "POST /messages")).toHaveLength(1);
    expect(client.disk.intents.size).toBe(0);
  },
);

test("however many placeholders of other windows appear, one check is planned, and none after the stop", async () => {
  const clock = fakeClock();
  const store = createStore({ replica: emptyReplica, screen: emptyScreen });
  let claims = 0;
  const storage = {
    claim: async () => {
      claims += 1;
      return { gained: [], lost: [], elsewhere: [], unreadable: 0 };
    },
  };
  const persistence = { handOver: () => {}, adopt: () => {} };
  const own = owned(clock, store);
  const idle = createIdleTracker(own.clock);
  const context = { ...own, log: silent, idle, storage, stopped: new AbortController().signal };
  startClaimingOrphans(context as never, persistence as never);
  for (let file = 1; file <= 10; file += 1) {
    const draft = { address: undefined, text: `[Uploading file${file}.png…]()`, updatedAt: file };
    changeDraft(store, "t:1:x", draft);
    await clock.pass("2 s");
  }
  const checksIn = async (span: string) => {
    const before = claims;
    await clock.pass(span);
    return claims - before;
  };
  await clock.pass("30 s");
  expect(await checksIn("5 min")).toBe(10);
  own.release();
  expect([await checksIn("5 min"), clock.waiting()]).toEqual([0, 0]);
});
