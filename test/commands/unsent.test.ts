/** Undoing a send: the message is held for the configured time, and undo returns it to the composer. */

import { expect, test } from "vitest";
import { leaving } from "#journal/phases.ts";
import { composerEditor } from "#store/composer.ts";
import { changeIntent } from "#store/store.ts";
import {
  acme,
  deployWindow,
  journalOf,
  now,
  readingScreen,
  sending,
  storeOf,
} from "../support/acme.ts";
import { keyPresser } from "../support/key-presser.ts";
import { showScreen } from "../support/screen.tsx";

function writing(undoSendSeconds: number) {
  const store = storeOf(acme(), { ...readingScreen(deployWindow), undoSendSeconds });
  const press = keyPresser(store);
  const state = () => store.getState();
  press("r", "h", "i", "Enter");
  return {
    store,
    press,
    state,
    text: () => composerEditor(state().screen).text,
    toast: () => state().screen.toast?.text,
    intents: () => [...state().journal.intents.values()],
  };
}

test("u while a send is held returns the text to the composer, and redo does not send it", async () => {
  const { store, press, state, text, toast, intents } = writing(10);
  expect(intents()).toMatchObject([{ phase: "waiting", heldUntil: (now + 10) * 1000 }]);
  expect(toast()).toBe("Sends in 10 s: Esc, then u cancels it.");
  const screen = await showScreen(store, { columns: 120, rows: 30 });
  expect(screen.pane.shows("⇡ waits until 11:42:10, undo cancels it")).toBe(true);
  screen.ends();
  press("Esc", "u");
  expect([intents(), text(), state().screen.focus]).toEqual([[], "hi", "composer"]);
  press("!", "Esc", "^R");
  expect([intents(), text()]).toEqual([[], "hi!"]);
});

test("u does not undo a send that has left", () => {
  const { store, press, toast, intents } = writing(10);
  const [sent] = intents();
  changeIntent(store, sent!.id, leaving(0));
  press("Esc", "u");
  expect(toast()).toBe("Nothing to undo.");
  expect(intents()).toHaveLength(1);
});

test("without the setting a send is not held and adds no undo step", () => {
  const { intents, state } = writing(0);
  expect(intents()[0]?.heldUntil).toBeUndefined();
  expect(state().journal.undo).toEqual([]);
});

test("an unconfirmed scheduled message opens the same dialog as an unconfirmed send", () => {
  const action = {
    kind: "schedule-add",
    address: deployWindow,
    content: "later",
    at: now,
  } as never;
  const intent = { ...sending(deployWindow, "later", { phase: "undecided" }), action };
  const store = storeOf(acme(), {}, { journal: journalOf(intent) });
  const press = keyPresser(store);
  press("g", "o", "Enter");
  expect(store.getState().screen.dialog?.kind).toBe("unsent");
  press("e");
  expect(composerEditor(store.getState().screen).text).toBe("later");
  expect(store.getState().journal.intents.size).toBe(0);
});

test("E in the outbox returns a queued message to the composer", () => {
  const { press, text, state, intents } = writing(0);
  press("Esc", "g", "o", "E");
  expect([intents(), text(), state().screen.focus]).toEqual([[], "hi", "composer"]);
});
