/** Features that the server is too old for are explained in the footer and in help. */
import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { leaving } from "#journal/phases.ts";
import { changeIntent } from "#store/store.ts";
import { acme, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { showScreen, type TestScreen } from "../support/screen.tsx";
import { runCommand } from "./everyday.ts";

let count = 0;

async function showAt(featureLevel: number): Promise<TestScreen> {
  const replica = acme();
  const store = storeOf({ ...replica, realm: { ...replica.realm, featureLevel } });
  refreshList(store);
  return showScreen(store);
}

async function run(screen: TestScreen, command: string): Promise<void> {
  count += 1;
  const newId = () => `action-${count}`;
  runCommand({ store: screen.store, clock: fakeClock(), newId }, command);
  await screen.settles();
}

/** Answers the question about what cannot be undone. */
async function confirm(screen: TestScreen): Promise<void> {
  keyPresser(screen.store)("e");
  await screen.settles();
}

/** Marks all intents as delivered. */
function deliverAll({ store }: TestScreen): void {
  for (const id of store.getState().journal.intents.keys()) changeIntent(store, id, leaving(0));
}

test("below level 121, done warns and waits, and undo is refused with the reason, then reaches the step before", async () => {
  const screen = await showAt(120);
  await run(screen, "triage.undo");
  expect(screen.whole.shows("Nothing to undo.")).toBe(true);
  const { unreads } = screen.store.getState().view;
  await run(screen, "triage.done");
  expect(screen.whole.shows("This server cannot undo marking as done.")).toBe(true);
  expect(screen.whole.shows("k  Keep it unread")).toBe(true);
  expect(screen.store.getState().view.unreads).toBe(unreads);
  await confirm(screen);
  expect(screen.whole.shows("final in 5 s · u undo")).toBe(true);
  deliverAll(screen);
  await run(screen, "triage.undo");
  expect(screen.whole.shows("This server cannot mark messages unread")).toBe(true);
  expect(screen.store.getState().screen.toast?.text).toContain("level 120 and needs 121.");
  await run(screen, "triage.undo");
  expect(screen.whole.shows("Nothing to undo.")).toBe(true);
  screen.ends();
});

test("undelivered actions can be undone at every level", async () => {
  const screen = await showAt(120);
  const unread = () => screen.store.getState().view.unreads;
  const before = unread();
  await run(screen, "triage.done");
  await confirm(screen);
  expect(unread()).not.toEqual(before);
  await run(screen, "triage.undo");
  expect(screen.whole.shows("Undid: Done")).toBe(true);
  expect(screen.store.getState().journal.intents.size).toBe(0);
  screen.ends();
});

test("from level 121, done offers undo without a warning", async () => {
  const screen = await showAt(121);
  await run(screen, "triage.done");
  expect(screen.whole.shows("· u undo")).toBe(true);
  expect(screen.whole.shows("server")).toBe(false);
  deliverAll(screen);
  await run(screen, "triage.undo");
  expect(screen.whole.shows("Undid: Done")).toBe(true);
  screen.ends();
});

test("help explains it beside the key only if the server is too old", async () => {
  const lines = async (level: number) => {
    const screen = await showAt(level);
    await run(screen, "help.open");
    keyPresser(screen.store)(..."undo");
    await screen.settles();
    const found = screen.whole.lines().find((line) => line.includes("Undo the last step"));
    screen.ends();
    return found ?? "";
  };
  expect(await lines(120)).toMatch(/ u +Undo the last step: cannot mark messages unread /);
  expect(await lines(121)).not.toContain("cannot");
});
