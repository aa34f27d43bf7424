import { expect, test } from "vitest";
import { localStep } from "#journal/local-rows.ts";
import { addIntents, changeLocal, redoStep, undoStep } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

const id = 7 as MessageId;
const row = `not waiting ${id}`;

test("what does not wait is stored on disk, and undone there", async () => {
  const { store, client, clock } = await startSmall();
  const dismissals = localStep(store.getState().journal, "dismissals", new Map([[id, true]]));
  const context = { clock, newId: client.newId };
  addIntents(store, context, [], {
    sentence: "Not waiting",
    inverse: [],
    dismissals,
    location: undefined,
  });
  await clock.pass("1 s");
  expect(client.disk.places.get(row)).toBe(true);
  undoStep(store, context);
  await clock.pass("1 s");
  expect(store.getState().journal.dismissals.size).toBe(0);
  expect(client.disk.places.get(row)).toBeNull();
  redoStep(store, context);
  await clock.pass("1 s");
  expect(client.disk.places.get(row)).toBe(true);
});

test("windows follow each other, but keep what they could not write", async () => {
  const { store, client, clock } = await startSmall();
  const { disk } = client;
  disk.places.set(row, true);
  await clock.pass("31 s");
  expect([...store.getState().journal.dismissals.keys()]).toEqual([id]);
  disk.places.set(row, false);
  await clock.pass("31 s");
  expect(store.getState().journal.dismissals.size).toBe(0);
  disk.fail(full);
  changeLocal(store, "dismissals", new Map([[id, true]]));
  await clock.pass("2 min");
  expect([...store.getState().journal.dismissals.keys()]).toEqual([id]);
});
