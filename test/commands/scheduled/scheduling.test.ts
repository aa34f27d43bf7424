/** Scheduling messages by keys. */

import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { composerEditor } from "#store/composer.ts";
import { retire } from "#store/store.ts";
import { acme, backend, deployWindow, now, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";

const hour = 3600;

function inBerlin(replica: Replica = acme()): Replica {
  return { ...replica, settings: { ...replica.settings, timezone: "Europe/Berlin" } };
}

async function writing(text: string, replica: Replica = inBerlin()) {
  const clock = fakeClock();
  const store = storeOf(replica, readingScreen(deployWindow));
  const press = keyPresser(store, noViewport, noDesktop, clock);
  const state = () => store.getState();
  const types = (typed: string) => press(...typed);
  press("r");
  types(text);
  return {
    clock,
    store,
    press,
    types,
    state,
    toast: () => state().screen.toast?.text,
    dialog: () => state().screen.dialog,
    text: () => composerEditor(state().screen).text,
    actions: () => [...state().journal.intents.values()].map(({ action }) => action),
    asks: async () => {
      press("^T");
      await clock.pass(0);
    },
  };
}

test("^T schedules the text for the typed time and leaves the composer, and u restores the text there", async () => {
  const { store, press, types, asks, actions, text, toast, state } = await writing("roll back");
  await asks();
  types("tomorrow 9:00");
  press("Enter");
  // Saturday 9:00 in Berlin is 8:00 UTC; it is 11:42 UTC.
  const at = now - (11 * 60 + 42) * 60 + 32 * hour;
  expect(actions()).toEqual([
    { kind: "schedule-add", address: deployWindow, content: "roll back", at },
  ]);
  expect([text(), toast()]).toEqual(["", "Scheduled for Sat 21 Nov, 9:00 Europe/Berlin"]);
  const screen = await showScreen(store, { columns: 100, rows: 30 });
  expect(screen.whole.shows("Scheduled for Sat 21 Nov, 9:00 Europe/Berlin  ·  u undo")).toBe(true);
  screen.ends();
  // The composer is empty, so the next letter is a key.
  press("u");
  expect(actions()).toEqual([]);
  expect([text(), state().screen.focus]).toEqual(["roll back", "composer"]);
});

test("times to choose from name their zone if clocks of this machine show other times", async () => {
  const shownIn = async (timezone: string) => {
    const replica = acme();
    const settings = { ...replica.settings, timezone };
    const { store, asks } = await writing("later", { ...replica, settings });
    await asks();
    const screen = await showScreen(store, { columns: 100, rows: 30 });
    const isNamed = screen.whole.shows("in 1 h · ");
    screen.ends();
    return isNamed;
  };
  expect(await shownIn("Europe/Berlin")).toBe(true);
  expect(await shownIn("Europe/Lisbon")).toBe(false);
});

test.each([
  ["the first", [], now + hour],
  ["the second, tonight", ["Down"], now - 42 * 60 + 8 * hour],
  ["the last, Monday", ["Up"], now - (11 * 60 + 42) * 60 + (72 + 8) * hour],
])("a preset time can be selected without typing: %s", async (_, keys, at) => {
  const { press, asks, actions } = await writing("later");
  await asks();
  press(...keys, "Enter");
  expect(actions()).toMatchObject([{ at }]);
});

test.each([
  ["yesterday 9:00", "That is in the past."],
  ["tomorow 9", "Not a time: try tomorrow 9:00, in 2h, mon 14:30"],
  ["30.2.", "There is no 30 February 2026."],
  [
    "5/1/2027",
    "5/1/2027 could be Tue 5 Jan 2027 or Sat 1 May 2027: write 2027-01-05 or 2027-05-01.",
  ],
])("%s is refused, and Esc keeps the text", async (typed, sentence) => {
  const { press, types, asks, actions, text, toast, dialog, state } = await writing("keep me");
  await asks();
  types(typed);
  press("Enter");
  expect([toast(), dialog()?.kind]).toEqual([sentence, "time"]);
  press("Esc");
  expect([text(), actions(), state().screen.focus]).toEqual(["keep me", [], "composer"]);
});

test("scheduling a mention of many people asks first, with their number", async () => {
  const known = inBerlin();
  const subscribers = Array.from({ length: 40 }, (_, index) => index + 1);
  const stream = { ...get(known.streams, backend), subscribers } as never;
  const streams = put(known.streams, backend, stream, newBatch("test"));
  const { store, asks, dialog } = await writing("@**all** go ", { ...known, streams });
  await asks();
  expect(menuIn(store)).toMatchObject({
    title: "Notify 40 people in #backend › deploy window?",
    items: ["k Keep editing", "^T Schedule it"],
  });
  await asks();
  expect(dialog()).toMatchObject({ kind: "time" });
});

test("a time that passes while the dialog is open is refused", async () => {
  const { clock, types, press, asks, actions, toast } = await writing("late");
  await asks();
  types("in 5 min");
  await clock.pass("6 min");
  press("Enter");
  expect([actions(), toast()]).toEqual([[], "That time has already passed."]);
});

test("a time typed before the parser is loaded is accepted once it is", async () => {
  const { clock, press, types, actions } = await writing("fast");
  press("^T");
  types("in 2h");
  press("Enter");
  await clock.pass(0);
  expect(actions()).toMatchObject([{ at: now + 2 * hour }]);
});

test("u after the message was sent says so and restores nothing", async () => {
  const { clock, store, press, types, asks, text, toast, state } = await writing("gone");
  await asks();
  types("in 5 min");
  press("Enter");
  await clock.pass("6 min");
  retire(store, [...state().journal.intents.keys()]);
  press("Esc", "u");
  expect([text(), toast()]).toEqual(["", "It was sent at 12:47: too late to undo."]);
});

test("an empty text is not scheduled", async () => {
  const { press, toast, dialog } = await writing("");
  press("^T");
  expect([toast(), dialog()]).toEqual(["Write the message first, then schedule it.", undefined]);
});

test("a typed time is shown with day, zone and distance", async () => {
  const { store, asks, types } = await writing("look");
  const screen = await showScreen(store, { columns: 100, rows: 30 });
  await asks();
  types("tomorrow 9:00");
  await screen.settles();
  expect(screen.whole.shows("Tomorrow, Sat 21 Nov, 9:00 in 20 h 18 min · Berlin")).toBe(true);
  screen.ends();
});
