/** The journal in a real file. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { silent } from "#base/log.ts";
import type { StoredState } from "#host/rows.ts";
import { openStateFile } from "#host/state-file.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import { emptyReplica } from "#model/empty.ts";
import { createStore, restoreIntents, retire } from "#store/store.ts";
import { createIdleTracker } from "#sync/idle.ts";
import { startDiskWrites } from "#sync/storage/disk-writes.ts";
import { persistIntents } from "#sync/storage/intents.ts";
import { accountFile } from "../../support/account-file.ts";
import { arbitraryIntent } from "../../support/arbitrary-intents.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { emptyScreen } from "../../support/empty-screen.ts";
import { folder, quickFolder } from "../../support/folder.ts";
import { startRealm } from "../../support/realm.ts";
import { runs } from "../../support/runs.ts";
import { deploy } from "../../support/small-client.ts";
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
    rows.map((json, at) => ({ call: "putIntent", row: { id: `${at}`, createdAt: at, json } })),
  );
  raw.run([
    { call: "putDraft", row: { key: "t:2:deploy", updatedAt: 1, json: "{}" }, over: 1 },
    { call: "putPlace", row: { key: "place", json: "{" } },
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
  const [outcome] = again.run([{ call: "load" }]);
  const left = (outcome as { value: StoredState }).value;
  expect(left.intents.map(({ json }) => json)).toEqual(rows);
  expect(left.drafts).toHaveLength(2);
  expect(left.drafts).toContainEqual({ key: "t:2:deploy set aside 1", updatedAt: 1, json: "{}" });
});
