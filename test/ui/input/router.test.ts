/** Bursts of text: text typed ahead counts as keys, pasted text does not, with or without paste marks. */

import { expect, test } from "vitest";
import type { Command } from "#commands/command.ts";
import { keymapOf } from "#commands/keymap.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { commands } from "#commands/tables/commands.ts";
import { inputOf } from "#editor/input.ts";
import { composerEditor } from "#store/composer.ts";
import type { Dialog } from "#store/dialog.ts";
import { listOf } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { bytesOf } from "#ui/input/source.ts";
import type { TerminalInput } from "#ui/input/text-run.ts";
import {
  acme,
  deployWindow,
  idsOf,
  journalOf,
  readingScreen,
  sending,
  storeOf,
} from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { inputLine, portsFor } from "../../support/key-presser.ts";

const replica = acme();
const reading = readingScreen(deployWindow, idsOf(replica, deployWindow)[3]);

function startInput(screen: Partial<Screen>, rest: Parameters<typeof storeOf>[2] = {}) {
  const store = storeOf(replica, screen, rest);
  const clock = fakeClock();
  const line = inputLine(portsFor(store, undefined, clock), clock);
  line.listens();
  return { store, ...line };
}

const written = (store: Store) => composerEditor(store.getState().screen).text;
const sent = (store: Store) =>
  [...store.getState().journal.intents.values()].flatMap(({ action }) =>
    action.kind === "send" ? [action.content] : [],
  );
const typedIn = (store: Store) => {
  const { dialog } = store.getState().screen;
  return dialog !== undefined && "input" in dialog ? dialog.input.text : undefined;
};

test.each([
  ["hello\r", ["hello"], ""],
  ["hello", [], "hello"],
  ["\rhello", [], "hello"],
  ["hel\x1b[Dlo", [], "helol"],
  ["one\rtwo", [], "one\ntwo"],
  ["one\rtwo\r", [], "one\ntwo\n"],
  ["one\r\ntwo\r\n", [], "one\ntwo\n"],
  ["one\n\n\ntwo", [], "one\n\n\ntwo"],
  ["\tif x\r\tgo()\r", [], "\tif x\n\tgo()\n"],
  ["one\ttwo", [], "one\ttwo"],
  ["\x1b[200~hello\r\x1b[201~", [], "hello\n"],
  ["one\rtwo\x01zero ", [], "one\nzero two"],
] as const)("typing %j into the composer sends %j and leaves %j", (bytes, messages, left) => {
  const { store, sends } = startInput({ ...reading, focus: "composer" });
  sends(bytes);
  expect(sent(store)).toEqual(messages);
  expect(written(store)).toBe(left);
});

test("a line break right after an unmarked paste belongs to it, and a later Enter sends the text", async () => {
  const { store, clock, sends } = startInput({ ...reading, focus: "composer" });
  sends("one\rtwo");
  await clock.pass(60);
  sends("\r");
  await clock.pass(60);
  sends("three\t\r");
  expect(sent(store)).toEqual([]);
  await clock.pass(150);
  sends("\r");
  expect(sent(store)).toEqual(["one\ntwo\nthree\t\n"]);
});

const long = "a line that nobody types at once";

test.each([
  ["before its line break", ["one\rtwo", "\rthree\rfour"], 60],
  ["before its line break, after a stall", ["one\rtwo", `\r${long}\r${long}`], 500],
  ["after a line break", [`${long}\r`, "two\rthree"], 60],
  ["in a line that is the first", [long, "\rtwo"], 60],
  ["in the last line break", [long, "\r\n"], 60],
])("an unmarked paste that is split %s sends nothing", async (_, reads, gapMs) => {
  const { store, clock, sends } = startInput({ ...reading, focus: "composer" });
  for (const read of reads) {
    sends(read);
    await clock.pass(gapMs);
  }
  expect(sent(store)).toEqual([]);
  await clock.pass(500);
  expect(written(store)).toBe(reads.join("").replaceAll(/\r\n?/g, "\n"));
});

test("a long line typed ahead with Enter is sent if no other line follows", async () => {
  const { store, clock, sends } = startInput({ ...reading, focus: "composer" });
  sends(`${long}\r`);
  await clock.pass(150);
  expect(sent(store)).toEqual([long]);
});

test("an unmarked paste in many reads stays one text, wherever a read ends", async () => {
  const { store, clock, sends, routed } = startInput({ ...reading, focus: "composer" });
  const first = `${"x".repeat(4094)}\r`;
  sends(first + "second\r".repeat(600));
  await clock.pass("1 s");
  expect(sent(store)).toEqual([]);
  expect(written(store)).toBe((first + "second\r".repeat(600)).replaceAll("\r", "\n"));
  expect(routed).toHaveLength(1);
});

const palette: Dialog = { kind: "palette", input: inputOf(), chosen: 0 };
const widget: Dialog = {
  kind: "menu",
  about: { kind: "widget", messageId: idsOf(replica, deployWindow)[3]!, listed: [] },
};

test("two pasted lines become one line of text in a dialog and run no command", async () => {
  const { store, clock, sends } = startInput({ dialog: palette });
  sends("flaky\rtests e");
  expect(typedIn(store)).toBe("flaky tests e");
  await clock.pass(150);
  sends("\x15");
  sends("flaky\r");
  expect(store.getState().screen.place.kind).toBe("narrow");
});

test("outside of text fields each character of a burst is a key", () => {
  const { store, sends } = startInput({});
  refreshList(store);
  const before = listOf(store.getState().screen, { kind: "inbox" }).cursor;
  sends("jj\r");
  const { screen } = store.getState();
  expect(screen.place.kind).toBe("narrow");
  expect(listOf(screen, { kind: "inbox" }).cursor).not.toEqual(before);
});

test("a paste neither answers a dialog nor reaches the composer behind it", () => {
  const failed = sending(deployWindow, "hello", { phase: "failed", reason: "No." });
  const dialog: Dialog = { kind: "menu", about: { kind: "unsent", intent: failed.id } };
  const { store, sends } = startInput({ ...reading, dialog }, { journal: journalOf(failed) });
  sends("\x1b[200~d\x1b[201~");
  expect(store.getState().screen.dialog).toBe(dialog);
  expect(sent(store)).toEqual(["hello"]);
  sends("ed");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(written(store)).toBe("hellod");

  const other = startInput({ ...reading, dialog: widget });
  other.sends("\x1b[200~text\x1b[201~");
  expect(written(other.store)).toBe("");
});

test("a dialog with its own input receives a text in one piece, and Enter separately", async () => {
  const passed: TerminalInput[] = [];
  const store = storeOf(replica, { dialog: { kind: "sign-in", sentence: "No." } });
  const ports = { ...portsFor(store), isElsewhere: () => true };
  const done: string[] = [];
  const { sends, listens, clock } = inputLine({
    ...ports,
    pass: (input) => passed.push(input),
    context: {
      ...ports.context,
      suspend: () => void done.push("suspend"),
      repaint: () => void done.push("repaint"),
    },
  });
  listens();
  sends("secret\r");
  // No input of its own: another account is shown, whatever this one asks.
  sends("\x1b2");
  sends("\x1a\x0c");
  expect(done).toEqual(["suspend", "repaint"]);
  expect(passed.map((input) => (input.kind === "paste" ? input.text : input.kind))).toEqual([
    "secret",
    "key",
  ]);
  // The component would take a letter with Ctrl for the letter.
  passed.length = 0;
  sends("\x01\x17\x0f\x1b[A");
  expect(passed.map(bytesOf)).toEqual(["", "\x15", "\x0f", "\x1b[A"]);
  sends("\x1b");
  await clock.pass("1 s");
  expect(store.getState().screen.dialog).toBeUndefined();
});

test("what the program does works in the middle of a sequence, which it ends", () => {
  const store = storeOf(replica);
  const ports = portsFor(store);
  const done: string[] = [];
  const { sends, listens } = inputLine({
    ...ports,
    context: { ...ports.context, suspend: () => void done.push("suspend") },
  });
  listens();
  sends("g\x1a");
  expect(done).toEqual(["suspend"]);
  expect(store.getState().screen.pressed.pending).toBe("");
  sends("g\x03");
  expect(store.getState().screen.toast?.text).toContain("again");
});

test("Esc and a key with Ctrl that are read together are two keys", () => {
  const store = storeOf(replica, { ...reading, focus: "composer" });
  const ports = portsFor(store);
  const done: string[] = [];
  const { sends, listens } = inputLine({
    ...ports,
    context: { ...ports.context, suspend: () => void done.push(store.getState().screen.focus) },
  });
  listens();
  sends("a\x1b\x1a");
  expect(done).toEqual(["pane"]);
  sends("\x1b\x0b");
  expect(store.getState().screen.dialog?.kind).toBe("palette");
});

test("a command that throws is reported in a toast and the log, and later keys still work", () => {
  const store = storeOf(replica, { ...reading, focus: "composer" });
  const broken: Command = {
    id: "test.broken",
    title: "Break",
    keys: ["F9"],
    where: ["composer"],
    run: () => {
      throw new Error("broken command");
    },
  };
  const faults: unknown[] = [];
  const { sends, listens } = inputLine({
    ...portsFor(store),
    keymap: keymapOf([...commands, broken]),
    onFault: (error) => faults.push(error),
  });
  listens();
  sends("a\x1b[20~b");
  expect(written(store)).toBe("ab");
  expect(faults).toEqual([new Error("broken command")]);
  expect(store.getState().screen.toast).toMatchObject({
    tone: "error",
    text: expect.stringContaining("internal error"),
  });
});

test("a listener that throws at each change of the store does not stop keys from working", () => {
  const store = storeOf(replica, { ...reading, focus: "composer" });
  store.subscribe(() => {
    throw new Error("broken listener");
  });
  const faults: unknown[] = [];
  const { sends, listens } = inputLine({
    ...portsFor(store),
    onFault: (error) => faults.push(error),
  });
  listens();
  sends("a");
  sends("b");
  expect(written(store)).toBe("ab");
  expect(store.getState().screen.toast?.tone).toBe("error");
  expect(faults).toHaveLength(4);
});
