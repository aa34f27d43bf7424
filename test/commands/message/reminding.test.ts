/** Being reminded of a message: by the server, or by this machine where the server does not. */
import { expect, test } from "vitest";
import { openAt, openNarrow } from "#commands/places/navigation.ts";
import { openReader } from "#commands/screen.ts";
import { noteOf } from "#model/personal.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { menuIn } from "../../support/menu.ts";
import { showScreen } from "../../support/screen.tsx";
import { people } from "../../support/small-blueprint.ts";
import { deploy, startSmall, withBo } from "../../support/small-client.ts";

const rolling = 104 as MessageId;

async function reading(level?: number) {
  const world = await startSmall({ level });
  const { control, store } = world;
  openNarrow(store, withBo);
  openAt(store, deploy, rolling);
  await world.settles();
  const stored = () => control.server.state.personal.get(people.ana)?.reminders ?? [];
  const dialog = () => world.store.getState().screen.dialog;
  const local = () =>
    [...world.store.getState().journal.snoozes.values()].flatMap(({ reminds, until, isDue }) =>
      reminds === undefined ? [] : [{ ...reminds, until, isDue }],
    );
  return { ...world, stored, dialog, local };
}

const ofRolling = "Bo Lindt's message in #dev › deploy";

test("b and a letter have the server remind of the selected message, and u takes it back", async () => {
  const { press, toast, clock, stored, open, rows } = await reading();
  press("b", "t");
  expect(toast()).toBe(`You will be reminded Sat 21 Nov, 9:00: ${ofRolling}`);
  await clock.pass("2 s");
  expect(stored()).toMatchObject([{ messageId: 104, at: 1_795_251_600 }]);
  press("b", "t");
  expect(toast()).toBe("You have that reminder already.");
  press("u");
  expect(toast()).toBe(`Undid: You will be reminded Sat 21 Nov, 9:00: ${ofRolling}`);
  await clock.pass("2 s");
  expect([stored(), open(), rows().length]).toEqual([[], 0, 2]);
});

test("b b takes a note and a typed time; b n deletes the reminder, and u sets it again", async () => {
  const { press, dialog, store, clock, toast, stored, open } = await reading();
  press("b", "b", ..."note", "Enter");
  expect(dialog()?.kind).toBe("reminder-note");
  press(..."ask Bo", "Enter", "^U", ..."mon 14:30", "Enter");
  expect(toast()).toBe(`You will be reminded Mon 23 Nov, 14:30: ${ofRolling}`);
  await clock.pass("2 s");
  expect([...store.getState().replica.reminders.values()].map(noteOf)).toEqual(["ask Bo"]);
  press("b", "n");
  expect(toast()).toBe(`Deleted the reminder of ${ofRolling}`);
  await clock.pass("2 s");
  expect(stored()).toEqual([]);
  press("u");
  await clock.pass("2 s");
  expect([...store.getState().replica.reminders.values()].map(noteOf)).toEqual(["ask Bo"]);
  expect(open()).toBe(0);
});

test("a note that is too long stays in its line, and a time in the past is refused", async () => {
  const { press, dialog, toast, open } = await reading();
  press("b", "b", ..."note", "Enter", ..."x".repeat(501), "Enter");
  expect(toast()).toBe("The note is 1 character too long; the limit is 500.");
  expect(dialog()).toMatchObject({ kind: "reminder-note", input: { text: "x".repeat(501) } });
  press("Esc", "^U", ..."yesterday", "Enter");
  expect([toast(), open()]).toEqual(["That is in the past.", 0]);
});

test("b c snoozes the whole conversation", async () => {
  const { press, toast } = await reading();
  press("b", "c", ..."tomorrow", "Enter");
  expect(toast()).toBe("Snoozed until Sat 21 Nov, 9:00: #dev › deploy");
});

test("in a list of messages, b is about the message", async () => {
  const { press, toast, clock, stored } = await reading();
  press("g", "/", ..."first", "Enter");
  await clock.pass("2 s");
  press("g", "g", "b", "h");
  expect(toast()).toBe(
    "You will be reminded Fri 20 Nov, 12:42: Bo Lindt's message in #general › Hello",
  );
  await clock.pass("2 s");
  expect(stored()).toMatchObject([{ messageId: 101 }]);
});

test("where the server lists no reminders, u takes one back for 5 s", async () => {
  const { press, toast, clock, stored, undo, open } = await reading(since.reminders - 1);
  press("b", "h");
  expect(toast()).toBe(`You will be reminded Fri 20 Nov, 12:42, final in 5 s: ${ofRolling}`);
  await clock.pass("4 s");
  undo();
  await clock.pass("10 s");
  expect([stored(), open()]).toEqual([[], 0]);
  press("b", "h");
  await clock.pass("10 s");
  expect(stored()).toHaveLength(1);
  press("u");
  expect(toast()).toMatch(/^This server neither lists nor deletes reminders/);
  await clock.pass("10 s");
  expect([stored().length, open()]).toEqual([1, 0]);
});

test("where the server does not remind, this machine does, and says so", async () => {
  const { press, toast, clock, sent, local, store, undo } = await reading(since.reminding - 1);
  press("b", "b", ..."note", "Enter", ..."ask Bo", "Enter", "^U", ..."in 2h", "Enter");
  expect(toast()).toBe(`This machine reminds you Fri 20 Nov, 13:42: ${ofRolling}`);
  expect(local()).toMatchObject([{ messageId: 104, note: "ask Bo", isDue: false }]);
  undo();
  expect(local()).toEqual([]);
  press("^R");
  await clock.pass("121 min");
  expect(local()).toMatchObject([{ messageId: 104, note: "ask Bo", isDue: true }]);
  expect(sent(/reminders/)).toBe(0);
  expect([...store.getState().view.snoozes.values()]).toMatchObject([{ isDue: true }]);
  press("g", "i");
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  expect(screen.pane.shows("reminder: ask Bo")).toBe(true);
  screen.ends();
  press("Enter");
  expect(openReader(store.getState().screen)?.selected).toBe(rolling);
  press("e");
  expect(local()).toEqual([]);
  press("u");
  expect(local()).toMatchObject([{ messageId: 104, isDue: true }]);
});

test("the outbox asks about a reminder whose answer was lost, and sets it again if told to", async () => {
  const { press, clock, control, store, stored, intents, open } = await reading();
  control.fault({ kind: "bad gateway", path: "/reminders" });
  press("b", "t");
  await clock.pass("60 s");
  expect(intents()).toMatchObject([{ phase: "undecided" }]);
  press("g", "o", "Enter");
  const menu = menuIn(store);
  expect(menu?.title).toBe("This reminder may be set");
  press("s");
  await clock.pass("5 s");
  expect([stored().length, open()]).toEqual([1, 0]);
});

test("a reminder that the server refused is discarded in the outbox, and leaves no draft", async () => {
  const { press, clock, control, store, stored, intents, open } = await reading();
  const drafts = [...store.getState().journal.drafts.keys()];
  press("b", "t");
  control.server.state.messages.byId.delete(rolling);
  await clock.pass("5 s");
  expect(intents()).toMatchObject([{ phase: "failed" }]);
  press("g", "o", "D");
  expect([stored(), open()]).toEqual([[], 0]);
  expect([...store.getState().journal.drafts.keys()]).toEqual(drafts);
});

test("u says that a reminder came already, and the step before it is next", async () => {
  const { press, toast, clock, stored, open } = await reading();
  press("b", "c", ..."tomorrow", "Enter", "b", "h");
  await clock.pass("61 min");
  expect(stored()).toEqual([]);
  press("u");
  expect(toast()).toBe("You have been reminded already: too late to undo.");
  press("u");
  expect(toast()).toMatch(/^Undid: Snoozed/);
  await clock.pass("5 s");
  expect([stored(), open()]).toEqual([[], 0]);
});
