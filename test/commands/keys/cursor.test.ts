/** Jumping to the first unread and to the newest message. */
import { expect, onTestFinished, test } from "vitest";
import { openReader } from "#commands/screen.ts";
import { edges } from "#store/screen.ts";
import {
  acme,
  deployWindow,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);

test("g n selects the first unread message, G the newest", async () => {
  const store = storeOf(replica, readingScreen(deployWindow, ids[0]));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  const selected = () => openReader(store.getState().screen)?.selected;
  press("G");
  expect(selected()).toBe(ids.at(-1));
  press("g", "n");
  await screen.settles();
  expect(selected()).toBe(ids[3]);
});

test("G requests the newest message if it is not loaded", async () => {
  const partial = withHistory(replica, deployWindow, ids, { newestKnown: false });
  const store = storeOf(partial, readingScreen(deployWindow, ids[0]));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  keyPresser(store, screen.ui.viewport)("G");
  await screen.settles();
  expect(openReader(store.getState().screen)?.jumpTarget).toBe(edges.last);
});
