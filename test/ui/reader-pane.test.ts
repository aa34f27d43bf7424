/** What the reader says where messages could not be fetched, and the key that tries again. */
import { expect, onTestFinished, test } from "vitest";
import { narrowKey } from "#model/narrow.ts";
import { changeSession } from "#store/store.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf, withHistory } from "../support/acme.ts";
import { pressing } from "../support/pressing.ts";
import { showScreen } from "../support/screen.tsx";

test("a page that is missing before what is known is told of, and ^L asks for it again", async () => {
  const replica = acme();
  const ids = idsOf(replica, deployWindow);
  const partial = withHistory(replica, deployWindow, ids, { oldestKnown: false });
  const store = storeOf(partial, readingScreen(deployWindow, ids[0]));
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const press = pressing(store, screen.ui.viewport);
  const key = narrowKey(deployWindow);
  const loadFailures = new Map([[key, "The server failed (502)."]]);
  changeSession(store, (session) => ({ ...session, loadFailures }));
  press("k", "K", "K", "K", "K");
  await screen.settles();
  expect(screen.title.shows("not all loaded, ^L retries")).toBe(true);
  expect(screen.pane.shows("Not loaded: The server failed (502). ^L retries")).toBe(true);
  press("^L");
  expect(store.getState().session.loadFailures.has(key)).toBe(false);
});
