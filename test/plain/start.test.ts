/** The chat as lines: output, typed commands, and no control sequences. */
import { expect, test } from "vitest";
import { standardCells } from "#base/cells.ts";
import { silent } from "#base/log.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { landOnceLoaded } from "#commands/places/navigation.ts";
import { startPlain, unseen } from "#plain/start.ts";
import { changeScreen } from "#store/store.ts";
import { spokenGlyphs } from "#theme/glyphs.ts";
import { unstyled } from "#theme/painter.ts";
import { strayControls } from "../support/escapes.ts";
import { portsFor } from "../support/key-presser.ts";
import { inDeploy, startSmall } from "../support/small-client.ts";

async function startConversation() {
  const world = await startSmall();
  const { store, clock } = world;
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, ...unseen } }));
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
  /** The output since the last call. */
  const output = () => {
    const lines = written;
    written = "";
    return lines;
  };
  return {
    ...world,
    output,
    hasQuit: () => hasQuit,
    types: async (...lines: readonly string[]) => {
      for (const line of lines) {
        plain.answer(line);
        await clock.pass("2 s");
        plain.flush();
      }
      return output();
    },
  };
}

test("a conversation is printed with its name, its messages and the available commands", async () => {
  const { output } = await startConversation();
  const lines = output();
  expect(lines).toMatch(/^\[dev > deploy(, \d unread)?\]$/m);
  expect(lines).toMatch(/^(.*, )?\d+:\d\d Bo Lindt: rolling$/m);
  expect(lines).toMatch(/^\d+:\d\d Cleo Vane, new, mentions you: @you look$/m);
  expect(lines).toMatch(/^.*, .*, or \? > $/m);
});

test("a new message is printed once, below the prompt", async () => {
  const { output, bo, clock } = await startConversation();
  output();
  await bo.say(inDeploy, "and now?");
  await clock.pass("2 s");
  expect(output()).toMatch(/^\n\d+:\d\d Bo Lindt, new: and now\?\n.* > $/);
  await clock.pass("5 s");
  expect(output()).toBe("");
});

test("a line in the composer is sent, and an empty one leaves it", async () => {
  const { types, rows } = await startConversation();
  expect(await types("reply")).toContain("Writing to dev > deploy.");
  await types(":^C", "one \\", "two");
  expect(rows().at(-1)).toBe("one \ntwo");
  expect(await types("")).toContain("or ? > ");
});

test("commands are run by hint or key; those whose title contains the text are offered", async () => {
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

test("a dialog is printed with numbered choices, and a number selects one", async () => {
  const { types, store } = await startConversation();
  const dialog = await types("later");
  expect(dialog).toMatch(/^1\. .*hour/m);
  await types("1");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(store.getState().journal.snoozes.size).toBe(1);
});

test("a menu is printed with its items, and answered by number or by the key of an item", async () => {
  const { types, store, output, ana } = await startConversation();
  await ana.say(inDeploy, "mine");
  output();
  await types("1");
  const menu = await types("D");
  expect(menu).toMatch(
    /^Delete your message in .*\?\nmine\n.*\n1\. k, Keep it\n2\. d, Delete it for everybody$/m,
  );
  await types("1");
  expect(store.getState().screen.dialog).toBeUndefined();
  await types("D", "d");
  expect(output()).not.toContain("no command");
  expect(store.getState().screen.toast?.text).toBe("Deleted the message.");
});

test("done and undo print their effect", async () => {
  const { types } = await startConversation();
  await types("g i", "g g");
  expect(await types("done")).toMatch(/^Done .*\(undo\)$/m);
  expect(await types("undo")).toMatch(/^Undid: Done /m);
});

test("every line is answered, even for a command of another place or without effect", async () => {
  const { types } = await startConversation();
  await types("g i");
  expect(await types("star")).toContain("Star or unstar: only on messages");
  expect(await types("g i")).toContain("Nothing changed.");
  expect(await types("")).not.toContain("Nothing changed.");
});

test("commands for panes, the sidebar and line editing are not available", async () => {
  const { types, store } = await startConversation();
  for (const words of ["? pane", "? scroll", "? heading", "? erase"])
    expect(await types("g i", words)).toContain("No command here contains");
  expect(await types("scroll right")).not.toContain("works only");
  await types("cancel a running task");
  expect(store.getState().screen.focus).toBe("pane");
  expect(await types("1", "reply", "? ")).not.toMatch(/^(?:Kill|Select|Word|Delete)/m);
});

test("a dialog names no key that cannot be typed in a line", async () => {
  const { types } = await startConversation();
  const dialog = await types("later");
  expect(dialog).toMatch(/^empty line: /m);
  expect(dialog).not.toMatch(/\bEsc\b/);
});

test("a hostile message prints no control sequences", async () => {
  const { output, bo, clock } = await startConversation();
  output();
  await bo.say(inDeploy, "\u001b]0;mine\u0007 \u001b[2J \r gone \u202e");
  await clock.pass("2 s");
  const lines = output();
  expect(lines).toContain("gone");
  expect(strayControls(lines.replaceAll("\n", ""))).toEqual([]);
});
