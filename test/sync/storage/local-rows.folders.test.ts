/** The user's own folders of streams, which all windows of the account share. */

import { expect, test } from "vitest";
import { localStep } from "#journal/local-rows.ts";
import type { LocalFolder } from "#model/local-state.ts";
import { folderDeleted, ownFolders, streamsFiled, streamsIn } from "#model/own-folders.ts";
import { addIntents, changeLocal, redoStep, undoStep } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { streams } from "../../support/small-blueprint.ts";
import { startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

const ours = { kind: "folder", name: "Ours", position: 0 } as const;
const dev = `stream:${streams.dev}`;
const inOurs: LocalFolder = { kind: "stream", folder: "a" };

async function withFolder() {
  const small = await startSmall();
  changeLocal(
    small.store,
    "folders",
    new Map<string, LocalFolder>([
      ["a", ours],
      [dev, inOurs],
    ]),
  );
  await small.clock.pass("1 s");
  /** `Ours: dev`. */
  const shown = () => {
    const { view } = small.store.getState();
    return ownFolders(view.localFolders).map((folder) =>
      [`${folder.name}:`, ...streamsIn(view, folder).map(({ name }) => name)].join(" "),
    );
  };
  return { ...small, disk: small.client.disk, shown };
}

test("folders are stored on disk, and windows follow each other", async () => {
  const { disk, shown, clock } = await withFolder();
  expect([disk.places.get("folders:a"), disk.places.get(`folders:${dev}`)]).toEqual([ours, inOurs]);
  disk.places.set("folders:a", { ...ours, name: "Theirs", position: 3 });
  disk.places.set("folders:b", { ...ours, name: "First" });
  disk.places.set("folders:c", { ...ours, name: { of: "another version" } });
  await clock.pass("31 s");
  expect(shown()).toEqual(["First:", "Theirs: dev"]);
});

test("a window that puts a stream into a folder keeps what another has put there", async () => {
  const { disk, shown, clock, store } = await withFolder();
  disk.places.set(`folders:stream:${streams.news}`, inOurs);
  const { localFolders } = store.getState().view;
  changeLocal(store, "folders", streamsFiled(localFolders, [streams.general as StreamId], "a"));
  await clock.pass("31 s");
  expect(shown()).toEqual(["Ours: dev general news"]);
});

test("streams of a folder that vanished are in none, and streams that vanished are not shown", async () => {
  const { disk, shown, clock } = await withFolder();
  disk.places.set("folders:stream:999", inOurs);
  await clock.pass("31 s");
  expect(shown()).toEqual(["Ours: dev"]);
  disk.places.set("folders:a", null);
  await clock.pass("31 s");
  expect(shown()).toEqual([]);
});

test("what is not on disk yet is not replaced by what the disk has", async () => {
  const { disk, shown, clock, store } = await withFolder();
  disk.fail(full);
  changeLocal(store, "folders", new Map([["a", { ...ours, name: "Newer" }]]));
  await clock.pass("2 min");
  expect(shown()).toEqual(["Newer: dev"]);
  disk.fail(undefined);
  await clock.pass("2 min");
  expect(disk.places.get("folders:a")).toEqual({ ...ours, name: "Newer" });
});

test("a deleted folder is back with its streams by undo, and the step is in the log on disk", async () => {
  const { store, clock, shown, disk } = await withFolder();
  const origin = { clock, newId: () => `step ${clock.now()}` };
  const changes = folderDeleted(store.getState().view.localFolders, { ...ours, id: "a" });
  const folders = localStep(store.getState().journal, "folders", changes);
  addIntents(store, origin, [], { sentence: "Deleted", inverse: [], location: undefined, folders });
  expect(shown()).toEqual([]);
  undoStep(store, origin);
  expect(shown()).toEqual(["Ours: dev"]);
  redoStep(store, origin);
  await clock.pass("1 s");
  const before = [
    ["a", ours],
    [dev, inOurs],
  ];
  const after = [
    ["a", null],
    [dev, null],
  ];
  expect([...disk.steps.values()].map(({ json }) => JSON.parse(json).folders)).toEqual([
    { before, after },
  ]);
  expect([disk.places.get("folders:a"), disk.places.get(`folders:${dev}`)]).toEqual([null, null]);
});
