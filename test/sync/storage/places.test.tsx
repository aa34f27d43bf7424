import { expect, onTestFinished, test } from "vitest";
import { inboxDefinition } from "#commands/conversation/inbox.ts";
import { countOf, doneFilter } from "#commands/lists/list.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { startClient } from "../../support/client.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";
import { deploy, startSmall, withBo } from "../../support/small-client.ts";

test.each([
  ["on the screen", []],
  ["behind another filter", ["]", "]"]],
])("conversations done today leave their filter at midnight, %s", async (_, keys) => {
  const { press, rowKeys: rows, clock, store } = await startSmall();
  press("g", "i", "^L", "e", "[");
  const done = rows();
  expect(done).toHaveLength(1);
  press(...keys);
  const filter = inboxDefinition.filters.find(({ key }) => key === doneFilter)!;
  const count = () => {
    const state = store.getState();
    return countOf(inboxDefinition, state, state.screen.lists.get("inbox")!, filter);
  };
  expect(count()).toBe(1);
  clock.jump("11 h");
  await clock.pass("1 min");
  expect(count()).toBe(1);
  clock.jump("2 h");
  await clock.pass("1 min");
  expect(count()).toBe(0);
  expect(rows()).not.toEqual(expect.arrayContaining(done));
});

// A start without the server shows the cached names of the last run.

test("a start without the server shows the names of recipients, streams and drafts", async () => {
  const { client, clock, realm } = await startSmall();
  client.types(withBo, "psst");
  client.types(deploy, "half a thought");
  await clock.pass("10 s");
  client.disk.crash();
  const { store, network } = startClient({ clock, realm, disk: client.disk, name: "next" });
  network.plug(false);
  await clock.pass("5 s");
  const screen = await showScreen(store, { clock, columns: 110 });
  onTestFinished(watchLists(store));
  onTestFinished(screen.ends);
  await screen.settles();
  expect(screen.composer.shows("To #dev › deploy")).toBe(true);
  expect(screen.sidebar.shows("# dev")).toBe(true);
  keyPresser(store, screen.ui.viewport)("Esc", "g", "d");
  await screen.settles();
  expect(screen.pane.shows("#dev › deploy half a thought")).toBe(true);
  expect(screen.pane.shows("Bo Lindt psst")).toBe(true);

  network.plug(true);
  await clock.pass("1 min");
  const { replica } = store.getState();
  expect(replica.streams.size).toBeGreaterThan(1);
  expect([replica.epoch, replica.archived.size]).toEqual([1, 0]);
});

test.each([null, { ownId: "x" }, { ownId: 1, streams: [{ id: 1 }], people: [] }])(
  "unreadable cached names are ignored: %j",
  async (stored) => {
    const { client, clock, realm } = await startSmall();
    await clock.pass("5 s");
    client.disk.crash();
    client.disk.places.set("names", stored);
    const { store, network } = startClient({ clock, realm, disk: client.disk, name: "next" });
    network.plug(false);
    await clock.pass("5 s");
    expect(store.getState().replica.streams.size).toBe(0);
  },
);
