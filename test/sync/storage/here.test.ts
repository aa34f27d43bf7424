/** When the user was here, across runs. */
import { expect, test } from "vitest";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";
import { memoryDisk } from "../../support/storage.ts";

test("the last key of a run is the end of that visit for the next one", async () => {
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const disk = memoryDisk();
  let lastKeyAt = 0;
  const attention = { lastKeyAt: () => lastKeyAt, reportsFocus: () => false };
  const start = () => startClient({ clock, realm, disk, attention });
  const first = start();
  await clock.pass("3 min");
  expect(first.store.getState().session.here).toBeUndefined();
  lastKeyAt = clock.now();
  await clock.pass("3 min");
  expect(first.store.getState().session.here).toEqual({ until: lastKeyAt, before: undefined });
  lastKeyAt = clock.now();
  const stopped = first.session.stop();
  await clock.pass("1 s");
  await stopped;
  const second = start();
  await clock.pass("5 s");
  expect(second.store.getState().session.here).toEqual({ until: lastKeyAt, before: undefined });
});
