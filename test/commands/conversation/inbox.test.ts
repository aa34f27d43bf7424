/** What the inbox says while it is empty. */
import { expect, onTestFinished, test } from "vitest";
import { emptyTable } from "#base/table.ts";
import { changeReplica } from "#store/store.ts";
import { emptyAcme, storeOf } from "../../support/acme.ts";
import { showScreen } from "../../support/screen.tsx";

test("to somebody without a stream, it says how to find one", async () => {
  const store = storeOf(emptyAcme());
  const screen = await showScreen(store);
  onTestFinished(screen.ends);
  expect(screen.pane.shows("Nothing is unread. ^K goes to a stream")).toBe(true);
  changeReplica(store, (replica) => ({ ...replica, streams: emptyTable() }));
  await screen.settles();
  expect(screen.pane.shows("You are subscribed to no stream. g b shows those")).toBe(true);
});
