/** What a server is too old for stands where a person looks for it: in the footer when they press the key, and in help. */
import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { leaving } from "#journal/phases.ts";
import { changeIntent } from "#store/store.ts";
import { acme, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { showScreen, type TestScreen } from "../support/screen.tsx";
import { runCommand } from "./everyday.ts";

let count = 0;

async function showAt(featureLevel: number): Promise<TestScreen> {
  const replica = acme();
  const store = storeOf({ ...replica, realm: { ...replica.realm, featureLevel } });
  refreshList(store);
  return showScreen(store);
}

async function does(screen: TestScreen, command: string): Promise<void> {
  count += 1;
  const newId = () => `action-${count}`;
  runCommand({ store: screen.store, clock: fakeClock(), newId }, command);
  await screen.settles();
}

/** All intents were delivered. */
function tellAll({ store }: TestScreen): void {
  for (const id of store.getState().journal.intents.keys()) changeIntent(store, id, leaving(0));
}

test("below level 121, done warns first and waits, and undo says why not, then reaches what was before", async () => {
  const screen = await showAt(120);
  await does(screen, "triage.undo");
  expect(screen.footer.shows("Nothing to undo.")).toBe(true);
  const { unreads } = screen.store.getState().view;
  await does(screen, "triage.done");
  expect(screen.footer.lines()[0]).toContain(
    "This server cannot undo marking as done. Press again to confirm.",
  );
  expect(screen.store.getState().view.unreads).toBe(unreads);
  await does(screen, "triage.done");
  expect(screen.footer.shows("final in 5 s · u undo")).toBe(true);
  tellAll(screen);
  await does(screen, "triage.undo");
  expect(screen.footer.shows("This server cannot mark messages unread")).toBe(true);
  expect(screen.store.getState().screen.toast?.text).toContain("level 120 and needs 121.");
  await does(screen, "triage.undo");
  expect(screen.footer.shows("Nothing to undo.")).toBe(true);
  screen.ends();
});

test("what the server was not told yet is taken back at every level", async () => {
  const screen = await showAt(120);
  const unread = () => screen.store.getState().view.unreads;
  const before = unread();
  await does(screen, "triage.done");
  await does(screen, "triage.done");
  expect(unread()).not.toEqual(before);
  await does(screen, "triage.undo");
  expect(screen.footer.shows("Undid: Done")).toBe(true);
  expect(screen.store.getState().journal.intents.size).toBe(0);
  screen.ends();
});

test("from level 121 on, done offers undo and says nothing of servers", async () => {
  const screen = await showAt(121);
  await does(screen, "triage.done");
  expect(screen.footer.shows("· u undo")).toBe(true);
  expect(screen.footer.shows("server")).toBe(false);
  tellAll(screen);
  await does(screen, "triage.undo");
  expect(screen.footer.shows("Undid: Done")).toBe(true);
  screen.ends();
});

test("help tells it beside the key, and only where the server is too old", async () => {
  const lines = async (level: number) => {
    const screen = await showAt(level);
    await does(screen, "help.open");
    const found = screen.whole.lines().find((line) => line.includes("Undo the last step"));
    screen.ends();
    return found ?? "";
  };
  expect(await lines(120)).toMatch(/ u +Undo the last step +cannot mark messages unread /);
  expect(await lines(121)).not.toContain("cannot");
});
