/** Bursts of text: what is typed ahead presses keys, what is pasted does not, marked as a paste or not. */
import { expect, test } from "vitest";
import type { Command } from "#commands/command.ts";
import { composerEditor } from "#commands/composer-text.ts";
import { keymapOf } from "#commands/keymap.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { commands } from "#commands/table.ts";
import type { Dialog } from "#store/dialog.ts";
import { listOf } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import type { Input } from "#ui/input/input.ts";
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

function seatedAt(screen: Partial<Screen>, rest: Parameters<typeof storeOf>[2] = {}) {
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
  return dialog !== undefined && "text" in dialog ? dialog.text : undefined;
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
] as const)("%j into the composer sends %j and leaves %j", (bytes, messages, left) => {
  const { store, sends } = seatedAt({ ...reading, focus: "composer" });
  sends(bytes);
  expect(sent(store)).toEqual(messages);
  expect(written(store)).toBe(left);
});

test("a line break right after a paste without marks belongs to it, and a later Enter sends it", async () => {
  const { store, clock, sends } = seatedAt({ ...reading, focus: "composer" });
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
])("a paste without marks that is cut %s sends nothing", async (_, reads, gapMs) => {
  const { store, clock, sends } = seatedAt({ ...reading, focus: "composer" });
  for (const read of reads) {
    sends(read);
    await clock.pass(gapMs);
  }
  expect(sent(store)).toEqual([]);
  await clock.pass(500);
  expect(written(store)).toBe(reads.join("").replaceAll(/\r\n?/g, "\n"));
});

test("a long line that was typed ahead with its Enter is sent when no other line follows", async () => {
  const { store, clock, sends } = seatedAt({ ...reading, focus: "composer" });
  sends(`${long}\r`);
  await clock.pass(150);
  expect(sent(store)).toEqual([long]);
});

test("a paste without marks that takes many reads stays one text, wherever a read ends", async () => {
  const { store, clock, sends, routed } = seatedAt({ ...reading, focus: "composer" });
  const first = `${"x".repeat(4094)}\r`;
  sends(first + "second\r".repeat(600));
  await clock.pass("1 s");
  expect(sent(store)).toEqual([]);
  expect(written(store)).toBe((first + "second\r".repeat(600)).replaceAll("\r", "\n"));
  expect(routed).toHaveLength(1);
});

const palette: Dialog = { kind: "palette", text: "", chosen: 0 };
const widget: Dialog = { kind: "widget", messageId: idsOf(replica, deployWindow)[3]!, chosen: 0 };

test("a text of two lines presses no key in a dialog, and its line break is a blank there", async () => {
  const { store, clock, sends } = seatedAt({ dialog: palette });
  sends("flaky\rtests e");
  expect(typedIn(store)).toBe("flaky tests e");
  await clock.pass(150);
  sends("\x15");
  sends("flaky\r");
  expect(store.getState().screen.place.kind).toBe("narrow");
});

test("where nothing is written each character of a burst is a key", () => {
  const { store, sends } = seatedAt({});
  refreshList(store);
  const before = listOf(store.getState().screen, { kind: "inbox" }).cursor;
  sends("jj\r");
  const { screen } = store.getState();
  expect(screen.place.kind).toBe("narrow");
  expect(listOf(screen, { kind: "inbox" }).cursor).not.toEqual(before);
});

test("a paste answers no dialog's question, and goes into no composer behind it", () => {
  const failed = sending(deployWindow, "hello", { phase: "failed", reason: "No." });
  const dialog: Dialog = { kind: "unsent", intent: failed.id, chosen: 0 };
  const { store, sends } = seatedAt({ ...reading, dialog }, { journal: journalOf(failed) });
  sends("\x1b[200~d\x1b[201~");
  expect(store.getState().screen.dialog).toBe(dialog);
  expect(sent(store)).toEqual(["hello"]);
  sends("ed");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(written(store)).toBe("hellod");

  const other = seatedAt({ ...reading, dialog: widget });
  other.sends("\x1b[200~text\x1b[201~");
  expect(written(other.store)).toBe("");
});

test("a dialog that reads keys itself is given a text at once, and its Enter apart", () => {
  const passed: Input[] = [];
  const store = storeOf(replica, { dialog: { kind: "sign-in", sentence: "No." } });
  const ports = { ...portsFor(store), isElsewhere: () => true };
  const { sends, listens } = inputLine({ ...ports, pass: (input) => passed.push(input) });
  listens();
  sends("secret\r");
  expect(passed.map((input) => (input.kind === "paste" ? input.text : input.kind))).toEqual([
    "secret",
    "key",
  ]);
});

test("a command that throws is told in a toast and the log, and the next key is as good as ever", () => {
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

test("a listener of the store that throws at each change ends no key's work", () => {
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
