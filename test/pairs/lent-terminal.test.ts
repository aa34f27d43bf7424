/**
 * The terminal lent to another program, while everything that may happen to a client happens: nothing is written into that
 * program's screen, nothing behind it counts as read, and afterwards the newest state is on the screen.
 */
import { expect, test } from "vitest";
import { showToast } from "#commands/screen.ts";
import { changeScreen } from "#store/store.ts";
import { type Happening, happenings } from "../support/happenings.ts";
import { isStorm } from "../support/runs.ts";
import { showScreen, type TestScreen } from "../support/screen.tsx";
import { inDeploy } from "../support/small-client.ts";
import { startWriting, writingModes } from "../support/writing-modes.ts";

/** What happens to the terminal and the screen itself. */
const around: Readonly<Record<string, (screen: TestScreen) => unknown>> = {
  "the window resized": (screen) => screen.resizes(100, 30),
  "the focus lost": ({ store }) =>
    changeScreen(store, (now) => ({ ...now, terminal: { ...now.terminal, focused: false } })),
  "something said": ({ store }) => showToast(store, "Something was said.", "done"),
  "the screen redrawn": ({ ui }) => ui.repaint(),
  "the account shown": ({ ui, store }) => ui.show(store),
};

const fromElsewhere: Readonly<Record<string, Happening>> = {
  ...happenings,
  "a message": ({ bo }) => bo.say(inDeploy, "while the editor is open"),
};

const every = ["a message", ...Object.keys(happenings), ...Object.keys(around)];
/** All in one test, where the message is deleted before its topic moves; in a storm, each alone, too. */
const cells = [
  ["everything", every] as const,
  ...(isStorm ? every : ["the topic moved"]).map((what) => [what, [what]] as const),
];

test.each(cells)("while another program has the terminal: %s", async (_, happened) => {
  const writing = await startWriting();
  const { store, clock } = writing;
  writingModes["a new message in a topic"]?.(writing);
  const screen = await showScreen(store, { clock });
  const { place, reading } = store.getState().screen;
  expect(reading.visible?.ids.length).toBeGreaterThan(0);
  screen.lends();
  const { length } = screen.written();
  await screen.overwrite("\u001b[H\u001b[2JTHE EDITOR");
  for (const what of happened) {
    await fromElsewhere[what]?.(writing);
    await around[what]?.(screen);
    await clock.pass("10 s");
    await screen.settles();
    expect([what, screen.written().slice(length)]).toEqual([what, ""]);
  }
  expect(screen.line(0)).toBe("THE EDITOR");
  // Of a conversation that moved, nothing was drawn.
  const now = store.getState().screen;
  expect(now.reading.visible).toBe(now.place === place ? reading.visible : undefined);
  await screen.takesBack();
  const { columns, rows } = store.getState().screen.terminal;
  const fresh = await showScreen(store, { clock, columns, rows });
  expect(screen.whole.lines()).toEqual(fresh.whole.lines());
  fresh.ends();
  screen.ends();
});
