/** Views of this machine, which all windows of the account share. */

import { expect, test } from "vitest";
import { localStep } from "#journal/local-rows.ts";
import { savedViews } from "#model/views.ts";
import { addIntents, changeLocal, redoStep, undoStep } from "#store/store.ts";
import { startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

const fragment = "narrow/is/followed";
const own = { own: { name: "Ours", isPinned: true } };
const row = `view:${fragment}`;

async function withView() {
  const small = await startSmall();
  changeLocal(small.store, "views", new Map([[fragment, own]]));
  await small.clock.pass("1 s");
  const names = () => savedViews(small.store.getState().view).map(({ name }) => name);
  return { ...small, disk: small.client.disk, names };
}

test("a view is stored on disk, and windows follow each other", async () => {
  const { disk, names, clock } = await withView();
  expect(disk.places.get(row)).toEqual(own);
  disk.places.set(row, { own: { name: "Theirs", isPinned: true }, position: 3 });
  disk.places.set("view:narrow/is/dm", { own: { name: "Direct", isPinned: false } });
  disk.places.set("view:narrow/is/odd", { own: "of another version" });
  await clock.pass("31 s");
  expect(names()).toEqual(["Theirs", "Direct"]);
  disk.places.set(row, null);
  await clock.pass("31 s");
  expect(names()).toEqual(["Direct"]);
});

test("what is not on disk yet is not replaced by what the disk has", async () => {
  const { disk, names, clock, store } = await withView();
  disk.fail(full);
  changeLocal(store, "views", new Map([[fragment, { own: { name: "Newer", isPinned: true } }]]));
  await clock.pass("2 min");
  expect(names()).toEqual(["Newer"]);
  disk.fail(undefined);
  await clock.pass("2 min");
  expect(disk.places.get(row)).toEqual({ own: { name: "Newer", isPinned: true } });
});

test("a step that changes views is undone and redone, and is in the log on disk", async () => {
  const { store, clock, names, disk } = await withView();
  const origin = { clock, newId: () => `step ${clock.now()}` };
  const views = localStep(store.getState().journal, "views", new Map([[fragment, undefined]]));
  addIntents(store, origin, [], { sentence: "Deleted", inverse: [], location: undefined, views });
  expect(names()).toEqual([]);
  undoStep(store, origin);
  expect(names()).toEqual(["Ours"]);
  redoStep(store, origin);
  expect(names()).toEqual([]);
  await clock.pass("1 s");
  expect([...disk.steps.values()].map(({ json }) => JSON.parse(json).views)).toEqual([
    { before: [[fragment, own]], after: [[fragment, null]] },
  ]);
  expect(disk.places.get(row)).toBeNull();
});
