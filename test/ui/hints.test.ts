/** Hints on the screen name the configured keys. */

import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { showToast } from "#commands/screen.ts";
import { inputOf } from "#editor/input.ts";
import { emptyJournal } from "#journal/journal.ts";
import type { Dialog } from "#store/dialog.ts";
import { changeScreen } from "#store/store.ts";
import { acme, deployWindow, emptyAcme, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { showScreen } from "../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);

const overrides = {
  "message.reply": ["F2"],
  "triage.undo": ["F3"],
  "palette.open": ["F4"],
  "triage.next": ["F5"],
  "dialog.take": ["F6"],
  "dialog.leave": ["F7"],
  "help.open": ["F1"],
};

const step = { id: "step", sentence: "Starred", done: [], inverse: [], intents: [], at: 0 };

test("the composer's placeholder, the footer and toasts name the configured keys", async () => {
  const journal = { ...emptyJournal, undo: [step] };
  const store = storeOf(replica, readingScreen(deployWindow, ids[3]), { journal });
  const screen = await showScreen(store, { overrides });
  expect(screen.composer.shows("F2 writes here")).toBe(true);
  for (const hint of ["e done", "F2 reply", "F3 undo", "F4 go to"])
    expect(screen.footer.shows(hint)).toBe(true);
  expect(screen.footer.shows("F1 keys")).toBe(true);
  showToast(store, "Done.", "done", true);
  await screen.settles();
  expect(screen.whole.shows("Done. · F3 undo")).toBe(true);
  screen.ends();
});

test("while a key sequence is pending, the keys that can follow are listed above the footer", async () => {
  const store = storeOf(replica, { pressed: { pending: "g", pausedAt: "g" } });
  refreshList(store);
  showToast(store, "Done.", "done", true);
  const screen = await showScreen(store, {
    columns: 80,
    rows: 30,
    overrides: { "go.all": ["g e"] },
  });
  for (const next of ["i inbox", "e all messages", "m mentions", "/ a search"])
    expect(screen.pane.shows(next)).toBe(true);
  expect(screen.footer.shows("Esc close")).toBe(true);
  expect(screen.footer.shows("e done")).toBe(false);
  changeScreen(store, (now) => ({ ...now, pressed: { pending: "5" } }));
  await screen.settles();
  expect(screen.whole.shows("Done. · u undo")).toBe(true);
  screen.ends();
});

test.each([
  [
    "g",
    [
      "! what could not be read",
      ". catch up ",
      "R your rules ",
      "l what comes later ",
      "q notifications off or on",
      "+ save this",
    ],
  ],
  ["b", ["n unsnooze, or delete the reminder", "a snooze until somebody answers"]],
])("what can follow %s is not cut at 80x24", async (pending, names) => {
  const store = storeOf(replica, { pressed: { pending, pausedAt: pending } });
  refreshList(store);
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  for (const name of names) expect(screen.pane.shows(name)).toBe(true);
  screen.ends();
});

test("the hint in an empty list names the configured keys", async () => {
  const store = storeOf(emptyAcme());
  refreshList(store);
  const screen = await showScreen(store, { overrides });
  expect(screen.pane.shows("Nothing is unread. F4 goes to a stream")).toBe(true);
  screen.ends();
});

test.each<[Dialog, string]>([
  [{ kind: "palette", input: inputOf(), chosen: 0 }, "F6 open ↑↓ move F7 close"],
  [
    { kind: "recipient", want: "direct", input: inputOf("Ana Ruiz, "), chosen: 0 },
    "F6 write ^G stream ↑↓ move F7 close",
  ],
  [{ kind: "recipient", want: "direct", input: inputOf(), chosen: 0 }, "a name; F6 again to start"],
  [{ kind: "help", input: inputOf("reply"), chosen: 0 }, "F2 Reply"],
])("the dialog %j shows %s", async (dialog, words) => {
  const store = storeOf(replica, { ...readingScreen(deployWindow, ids[3]), dialog });
  const screen = await showScreen(store, { overrides });
  expect(screen.whole.shows(words)).toBe(true);
  screen.ends();
});

test("the screen and the help omit commands without a key", async () => {
  const store = storeOf(replica, readingScreen(deployWindow, ids[3]));
  const screen = await showScreen(store, { overrides: { "message.reply": [], "help.open": [] } });
  expect(screen.composer.shows("writes here")).toBe(false);
  expect(screen.footer.shows("reply")).toBe(false);
  changeScreen(store, (now) => ({
    ...now,
    dialog: { kind: "help", input: inputOf(), chosen: 0 },
  }));
  await screen.settles();
  expect(screen.whole.shows(" r Reply")).toBe(false);
  screen.ends();
});
