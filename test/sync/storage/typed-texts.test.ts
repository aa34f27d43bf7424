import { expect, test } from "vitest";
import { customCommands } from "#commands/custom/commands.ts";
import { openForm } from "#commands/forms/open-form.ts";
import { askForReminder } from "#commands/message/reminding.ts";
import { openAt, openNarrow } from "#commands/places/navigation.ts";
import { openDialog } from "#commands/screen.ts";
import { commands } from "#commands/tables/commands.ts";
import { readConfig } from "#config/file.ts";
import { inputOf } from "#editor/input.ts";
import { folderAdded } from "#model/own-folders.ts";
import type { Dialog } from "#store/dialog.ts";
import { changeLocal } from "#store/store.ts";
import { typedTexts } from "#store/typed-texts.ts";
import { startClient } from "../../support/client.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { deploy, formKeys, ownMessage, startSmall, withBo } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

/** The form of a new stream, with a description. */
async function atNewStream() {
  const world = await startSmall({ who: "cleo" });
  openForm(world.store, { name: "new-stream", id: 0 });
  const form = formKeys(world);
  form.fills("description", "what grows");
  await world.settles();
  const { clock, realm, client } = world;
  const restarts = async () => {
    client.disk.crash();
    const email = "cleo@small.example";
    const { store } = startClient({ clock, realm, disk: client.disk, name: "next", email });
    await clock.pass("5 s");
    openForm(store, { name: "new-stream", id: 0 });
    const dialog = () => store.getState().screen.dialog;
    return formKeys({ ...world, store, dialog }).value("description");
  };
  return { ...world, ...form, restarts };
}

test("text in a form survives the end of the program", async () => {
  const { restarts } = await atNewStream();
  expect(await restarts()).toBe("what grows");
});

test("saved text of a form is not kept", async () => {
  const { fills, press, settles, restarts, toast } = await atNewStream();
  fills("name", "garden");
  press("^S");
  await settles();
  expect(toast()).toContain("#garden");
  expect(await restarts()).toBe("");
});

test("what another window has typed into a form is left alone", async () => {
  const { client, store, press, fills, settles } = await atNewStream();
  const row = "form new-stream:0";
  expect(client.disk.places.get(row)).toMatchObject({ typed: { description: "what grows" } });
  const newer = { typed: { description: "what grows and blooms" }, base: {} };
  client.disk.places.set(row, newer);
  press("Esc");
  openForm(store, { name: "new-group", id: 0 });
  fills("name", "crew");
  await settles();
  expect([...client.disk.places.keys()]).toContain("form new-group:0");
  expect(client.disk.places.get(row)).toBe(newer);
});

const config = readConfig(
  `[[command]]
key = "F5"
title = "Ticket"
run = ["ticket", "{prompt.title}", "{prompt.kind}", "{prompt.why}"]
prompts = [
  { name = "title", title = "Title of it" },
  { name = "kind", choices = ["bug", "wish"] },
  { name = "why", title = "Why" },
]
confirm = true`,
  "config.toml",
);
const custom = customCommands(config.kind === "broken" ? [] : config.config.commands);
const keys = { commands: [...commands, ...custom.commands], overrides: {} };

/** A conversation with an own message selected, and the next start after the program was killed there. */
async function atOwnMessage() {
  const { client, clock, realm, own } = await startSmall({ first: ownMessage });
  const at = async ({ store }: typeof client) => {
    openNarrow(store, withBo);
    openAt(store, deploy, own);
    await clock.pass("5 s");
    const press = keyPresser(store, noViewport, noDesktop, clock, keys);
    const dialog = () => store.getState().screen.dialog;
    return { store, press, dialog, own, context: { store, clock } as never };
  };
  const restarts = async (within = "5 s") => {
    await clock.pass(within);
    client.disk.crash();
    const next = startClient({ clock, realm, disk: client.disk, name: "next" });
    await clock.pass("5 s");
    return at(next);
  };
  return { ...(await at(client)), restarts };
}

type Seat = Omit<Awaited<ReturnType<typeof atOwnMessage>>, "restarts">;

const line = { input: inputOf(), chosen: 0 };
const shows = (dialog: (seat: Seat) => Dialog) => (seat: Seat) =>
  openDialog(seat.store, dialog(seat));
const presses =
  (...strokes: readonly string[]) =>
  ({ press }: Seat) =>
    press(...strokes);
const changesFolder = (seat: Seat) => {
  changeLocal(seat.store, "folders", folderAdded(new Map(), "Boats", []));
  const dialog = { kind: "folder-name", folder: "own:boats" } as const;
  openDialog(seat.store, { ...dialog, input: inputOf("Boats"), chosen: 0 });
};

/** What opens the line, and the text with which it begins. */
const lines: readonly (readonly [name: string, opens: (seat: Seat) => void, begins: string])[] = [
  ["a status", presses("g", "y"), ""],
  ["the name of a view", presses("g", "+"), ""],
  ["the name of a folder", changesFolder, "Boats"],
  ["a new topic", presses("T"), "dev > deploy"],
  [
    "an option of a poll",
    shows(({ own }) => ({ kind: "widget-add", messageId: own, of: "poll", ...line })),
    "",
  ],
];

const textIn = ({ dialog }: Seat) => {
  const open = dialog();
  return open !== undefined && "input" in open ? open.input.text : undefined;
};

test.each(lines)(
  "%s that was being typed is there again after a crash, until it is closed",
  async (_, opens, begins) => {
    const seat = await atOwnMessage();
    opens(seat);
    expect(textIn(seat)).toBe(begins);
    seat.press(..."half");
    const again = await seat.restarts();
    opens(again);
    expect(textIn(again)).toBe(`${begins}half`);
    again.press("^_");
    expect(textIn(again)).toBe(begins);
    again.press("Esc");
    opens(again);
    expect(textIn(again)).toBe(begins);
  },
);

test.each(lines)(
  "%s that was taken is not offered again, even if weir is killed at once",
  async (_, opens) => {
    const seat = await atOwnMessage();
    opens(seat);
    seat.press(..."half");
    const again = await seat.restarts();
    opens(again);
    again.press("Enter");
    // Which messages are moved there is asked.
    if (again.dialog()?.kind === "menu") again.press("o");
    expect(textIn(again)).toBeUndefined();
    const last = await { ...seat, ...again }.restarts("20 ms");
    expect([...typedTexts(last.store.getState().screen).keys()]).toEqual([]);
  },
);

test("a new topic is kept while it is asked which messages get it, and forgotten once they do", async () => {
  const seat = await atOwnMessage();
  seat.press("T", ..."half", "Enter");
  expect(seat.dialog()).toMatchObject({ kind: "menu", about: { to: { topic: "deployhalf" } } });
  const again = await seat.restarts();
  again.press("T");
  expect(textIn(again)).toBe("dev > deployhalf");
  again.press("Enter", "Esc");
  expect(textIn(again)).toBe("dev > deployhalf");
  again.press("Enter", "o");
  expect(again.dialog()).toBeUndefined();
  const last = await { ...seat, ...again }.restarts();
  last.press("T");
  expect(textIn(last)).not.toContain("half");
});

test("a search that is being typed is there again; one that was run is not", async () => {
  const seat = await atOwnMessage();
  seat.press("g", "/", ..."roll");
  const again = await seat.restarts();
  again.press("g", "/");
  expect(textIn(again)).toBe("roll");
  again.press("Enter", "q", "g", "i", "g", "/");
  expect(textIn(again)).toBe("");
});

test("a status is kept with its emoji while a time for it is chosen, and forgotten once it is set", async () => {
  const seat = await atOwnMessage();
  seat.press("g", "y", ..."lunch", "Down", "Enter", ..."tada", "Enter");
  seat.press("Down", "Enter");
  expect(seat.dialog()).toMatchObject({ kind: "time", purpose: { kind: "status" } });
  const again = await seat.restarts();
  again.press("g", "y");
  const kept = { kind: "status", input: { text: "lunch" }, emoji: { name: "tada" } };
  expect(again.dialog()).toMatchObject(kept);
  again.press("Enter", "g", "y", "^U", "Enter");
  const last = await { ...seat, ...again }.restarts();
  last.press("g", "y");
  expect(last.dialog()).toMatchObject({ input: { text: "" } });
});

test("the note of a reminder is kept while it is typed, and while its time is chosen", async () => {
  const seat = await atOwnMessage();
  askForReminder(seat.context, [seat.own]);
  seat.press(..."note", "Enter", ..."ask Bo");
  const again = await seat.restarts();
  askForReminder(again.context, [again.own]);
  expect(again.dialog()).toMatchObject({ kind: "time", purpose: { note: "ask Bo" } });
});

test("a note that was kept and is too long is refused with the time", async () => {
  const seat = await atOwnMessage();
  askForReminder(seat.context, [seat.own]);
  seat.press(..."note", "Enter", ..."x".repeat(501));
  const again = await seat.restarts();
  askForReminder(again.context, [again.own]);
  again.press("Enter");
  expect(again.store.getState().screen.toast?.text).toMatch(/^The note is 1 character too long/);
  expect(again.dialog()).toMatchObject({ kind: "time" });
});

test("answers to a command of the user's are kept until it runs or is given up", async () => {
  const seat = await atOwnMessage();
  seat.press("F5", ..."It leaks", "Enter", "Enter", ..."rain");
  const again = await seat.restarts();
  again.press("F5");
  expect(textIn(again)).toBe("It leaks");
  again.press("Enter", "Enter");
  expect(textIn(again)).toBe("rain");
  again.press("Enter");
  expect(again.dialog()).toMatchObject({ kind: "menu", about: { kind: "custom" } });
  const last = await { ...seat, ...again }.restarts();
  last.press("F5");
  expect(textIn(last)).toBe("It leaks");
  last.press("Esc", "F5");
  expect(textIn(last)).toBe("");
});

test("what a full disk has not taken of a dialog is told at exit", async () => {
  const { client, press, settles, clock } = await startSmall();
  client.disk.fail(full);
  press("Esc", "g", "y", ..."lunch, back at two");
  await settles();
  let left: unknown;
  void client.session.stop((texts) => {
    left = texts;
  });
  await clock.pass("1 s");
  expect(left).toEqual([{ text: "lunch, back at two", sent: "no" }]);
});
