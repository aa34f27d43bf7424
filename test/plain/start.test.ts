/** The chat as lines: what is told, what a typed line does, and that nothing in it steers a terminal. */
import { expect, test } from "vitest";
import { standardCells } from "#base/cells.ts";
import { silent } from "#base/log.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { landOnceLoaded } from "#commands/navigation.ts";
import { startPlain, unseen } from "#plain/start.ts";
import { changeScreen } from "#store/store.ts";
import { spokenGlyphs } from "#theme/glyphs.ts";
import { unstyled } from "#theme/painter.ts";
import { strayControls } from "../support/escapes.ts";
import { portsFor } from "../support/key-presser.ts";
import { startSmall, there } from "../support/small-client.ts";

async function startConversation() {
  const world = await startSmall();
  const { store, clock } = world;
  changeScreen(store, (screen) => ({ ...screen, ...unseen }));
  watchLists(store);
  landOnceLoaded(store);
  let written = "";
  let hasQuit = false;
  const { context } = portsFor(store, undefined, clock);
  const plain = startPlain({
    store,
    clock,
    style: {
      painter: unstyled,
      glyphs: spokenGlyphs,
      cells: standardCells,
      hours: { timeZone: "UTC", twentyFour: true },
      density: "compact",
      hyperlinks: false,
    },
    overrides: {},
    log: silent,
    asks: true,
    write: (text) => {
      written += text;
    },
    signIn: () => undefined,
    context: {
      ...context,
      quit: () => {
        hasQuit = true;
      },
    },
  });
  plain.flush();
  /** What was told since the last call. */
  const told = () => {
    const lines = written;
    written = "";
    return lines;
  };
  return {
    ...world,
    told,
    hasQuit: () => hasQuit,
    types: async (...lines: readonly string[]) => {
      for (const line of lines) {
        plain.answer(line);
        await clock.pass("2 s");
        plain.flush();
      }
      return told();
    },
  };
}

test("a conversation is printed with its name, its messages and the available commands", async () => {
  const { told } = await startConversation();
  const lines = told();
  expect(lines).toMatch(/^\[dev > deploy(, \d unread)?\]$/m);
  expect(lines).toMatch(/^(.*, )?\d+:\d\d Bo Lindt: rolling$/m);
  expect(lines).toMatch(/^\d+:\d\d Cleo Vane, new, mentions you: @you look$/m);
  expect(lines).toMatch(/^.*, .*, or \? > $/m);
});

test("a new message is printed once, below the prompt", async () => {
  const { told, bo, clock } = await startConversation();
  told();
  await bo.say(there, "and now?");
  await clock.pass("2 s");
  expect(told()).toMatch(/^\n\d+:\d\d Bo Lindt, new: and now\?\n.* > $/);
  await clock.pass("5 s");
  expect(told()).toBe("");
});

test("a line that is written goes to the server, and an empty one leaves", async () => {
  const { types, rows } = await startConversation();
  expect(await types("reply")).toContain("Writing to dev > deploy.");
  await types(":^C", "one \\", "two");
  expect(rows().at(-1)).toBe("one \ntwo");
  expect(await types("")).toContain("or ? > ");
});

test("commands go by hint and by key; what is only in a title is offered", async () => {
  const { types, store, hasQuit } = await startConversation();
  expect(await types("g i", "g g")).toMatch(/^1\. mentions you, dev > deploy, 1 unread/m);
  expect(await types("zzzz")).toContain('There is no command "zzzz" here. Type ? for a list.');
  expect(await types("unread")).toContain("Which one?");
  expect(await types("? snooze")).toContain("Snooze for an hour (b h)");
  await types("1");
  expect(store.getState().screen.place.kind).toBe("narrow");
  expect(await types("leave")).toContain("Which one?");
  await types("quit");
  expect(hasQuit()).toBe(true);
});

test("a dialog is printed with the numbers of its choices, and a number selects one", async () => {
  const { types, store } = await startConversation();
  const asked = await types("later");
  expect(asked).toMatch(/^1\. .*hour/m);
  await types("1");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(store.getState().journal.snoozes.size).toBe(1);
});

test("done and undo say what they did, and where the cursor is then", async () => {
  const { types } = await startConversation();
  await types("g i", "g g");
  expect(await types("done")).toMatch(/^Done .*\(undo\)$/m);
  expect(await types("undo")).toMatch(/^Undid: Done /m);
});

test("every line is answered: a command of another place is placed, and one without effect says so", async () => {
  const { types } = await startConversation();
  await types("g i");
  expect(await types("star")).toContain('"star" works only in a conversation.');
  expect(await types("g i")).toContain("Nothing changed.");
  expect(await types("")).not.toContain("Nothing changed.");
});

test("there are no panes, no sidebar, and no line that keys edit", async () => {
  const { types, store } = await startConversation();
  for (const words of ["? pane", "? scroll", "? heading", "? erase"])
    expect(await types("g i", words)).toContain("No command here contains");
  expect(await types("scroll right")).not.toContain("works only");
  await types("cancel a running task");
  expect(store.getState().screen.focus).toBe("pane");
  expect(await types("1", "reply", "? ")).not.toMatch(/^(?:Kill|Select|Word|Delete)/m);
});

test("a dialog names no key that a line cannot have", async () => {
  const { types } = await startConversation();
  const asked = await types("later");
  expect(asked).toMatch(/^empty line: /m);
  expect(asked).not.toMatch(/\bEsc\b/);
});

test("a hostile message prints no control sequences", async () => {
  const { told, bo, clock } = await startConversation();
  told();
  await bo.say(there, "\u001b]0;mine\u0007 \u001b[2J \r gone \u202e");
  await clock.pass("2 s");
  const lines = told();
  expect(lines).toContain("gone");
  expect(strayControls(lines.replaceAll("\n", ""))).toEqual([]);
});
