import stringWidth from "string-width";
import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { openMenu } from "#commands/screen.ts";
import { editorOf } from "#editor/editor.ts";
import { inputOf } from "#editor/input.ts";
import { conversationKey } from "#model/conversation.ts";
import { composerEditor } from "#store/composer.ts";
import type { Dialog } from "#store/dialog.ts";
import { openList } from "#store/lists.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { createMouse } from "#ui/input/mouse.ts";
import type { Mouse } from "#ui/input/router.ts";
import {
  acme,
  backend,
  bo,
  deployWindow,
  idsOf,
  readingScreen,
  storeOf,
  withMessages,
} from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";
import { noDesktop, noFiles } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);

/** A screen with a mouse. */
async function startMouse(
  rows: number,
  dialog?: Dialog,
  isReading = false,
  columns = 80,
  of = replica,
) {
  const store = storeOf(of, {
    ...(isReading ? readingScreen(deployWindow, ids[3]) : {}),
    dialog,
  });
  refreshList(store);
  const clock = fakeClock();
  const screen = await showScreen(store, { rows, columns, clock });
  const press = keyPresser(store, screen.ui.viewport);
  const route = createMouse(
    {
      store,
      clock,
      viewport: screen.ui.viewport,
      desktop: noDesktop,
      files: noFiles,
      newId: () => "one",
      count: 1,
      keys: ownKeys,
      openAccount: () => undefined,
      quit: () => undefined,
      suspend: () => undefined,
      repaint: () => undefined,
      retry: () => undefined,
      editExternally: () => undefined,
    },
    screen.ui.panes,
  );
  const mouse = async (action: Mouse["action"], x: number, y: number) => {
    route({ kind: "mouse", action, button: 0, x, y }, press);
    await screen.settles();
  };
  /** Clicks the line that contains these words, within the dialog or pane. */
  const clicks = (words: string) =>
    mouse(
      "press",
      40,
      screen.whole.lines().findIndex((line) => line.includes(words)),
    );
  /** Clicks these words, wherever they are on the screen. */
  const clicksAt = async (words: string) => {
    const lines = screen.whole.lines();
    const y = lines.findLastIndex((line) => line.includes(words));
    const [before = ""] = lines[y]?.split(words) ?? [];
    await mouse("press", stringWidth(before), y);
  };
  const passes = async () => {
    await clock.pass("1 s");
    await screen.settles();
  };
  /** Before anything else is drawn. */
  const click = (x: number, y: number) =>
    route({ kind: "mouse", action: "press", button: 0, x, y }, press);
  return { screen, store, press, mouse, click, clicks, clicksAt, passes };
}

const palette: Dialog = { kind: "palette", input: inputOf(), chosen: 0 };

test("the wheel scrolls a long list together with its cursor", async () => {
  const { screen, store, mouse } = await startMouse(12);
  const first = openList(store.getState().screen)?.cursor?.key;
  const before = screen.pane.lines();
  await mouse("down", 40, 8);
  await mouse("down", 40, 8);
  expect(screen.pane.lines()).not.toEqual(before);
  expect(openList(store.getState().screen)?.cursor?.key).not.toBe(first);
  for (let turns = 0; turns < 9; turns += 1) await mouse("up", 40, 8);
  expect(screen.pane.lines()).toEqual(before);
  screen.ends();
});

test("the wheel over the sidebar scrolls only the sidebar", async () => {
  const { screen, mouse } = await startMouse(20);
  const [side, pane] = [screen.sidebar.lines(), screen.pane.lines()];
  await mouse("down", 3, 8);
  expect(screen.sidebar.lines()).not.toEqual(side);
  expect(screen.pane.lines()).toEqual(pane);
  screen.ends();
});

test("the first click on a row selects it, the second opens it", async () => {
  const { store, clicks, screen } = await startMouse(24, palette);
  await clicks("flaky tests ");
  const { dialog } = store.getState().screen;
  expect(dialog?.kind === "palette" && dialog.chosen).toBeGreaterThan(0);
  await clicks("flaky tests ");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(screen.title.shows("flaky tests")).toBe(true);
  screen.ends();
});

test("a click on an item of a menu selects it, and a click on the selected one takes it", async () => {
  const about = { kind: "delete-message", messageId: ids[3]! } as const;
  const { screen, store, clicks } = await startMouse(20, { kind: "menu", about }, true);
  await clicks("Delete it for everybody");
  expect(store.getState().screen.dialog).toMatchObject({ chosen: "d" });
  await clicks("Keep it");
  await clicks("Keep it");
  expect(store.getState().screen.dialog).toBeUndefined();
  screen.ends();
});

test("a click outside a dialog closes it, except for the one that asks for an API key", async () => {
  const { screen, store, mouse } = await startMouse(24, palette);
  await mouse("press", 2, 22);
  expect(store.getState().screen.dialog).toBeUndefined();
  screen.ends();
  const other = await startMouse(24, { kind: "sign-in", sentence: "No." });
  await other.mouse("press", 2, 22);
  expect(other.store.getState().screen.dialog?.kind).toBe("sign-in");
  other.screen.ends();
});

test("a second click on a command in the help runs it", async () => {
  const help: Dialog = { kind: "help", input: inputOf("inbox"), chosen: 0 };
  const { screen, store, clicks } = await startMouse(24, help, true);
  await clicks("Go to the inbox");
  await clicks("Go to the inbox");
  expect(store.getState().screen.place.kind).toBe("inbox");
  screen.ends();
});

test("a click in the composer moves the cursor, and dragging selects from there", async () => {
  const { store, mouse, screen } = await startMouse(24, undefined, true);
  changeScreen(store, (before) => ({
    ...before,
    composing: { kind: "new", address: deployWindow as never },
    focus: "composer",
    composers: new Map([
      [conversationKey(deployWindow as never), { editor: editorOf("one two\nthree") }],
    ]),
  }));
  await screen.settles();
  const { x, y } = screen.cursor() ?? { x: 0, y: 0 };
  // The cursor is after "three".
  const [column, row] = [x - 1, y - 1];
  await mouse("press", column, row);
  expect(composerEditor(store.getState().screen).cursor).toBe(4);
  await mouse("drag", column + 2, row + 1);
  expect(composerEditor(store.getState().screen)).toMatchObject({ anchor: 4, cursor: 13 });
  await mouse("press", column - 3, row + 1);
  expect(composerEditor(store.getState().screen)).toMatchObject({ anchor: undefined, cursor: 9 });
  screen.ends();
});

test("a click on a filter shows it, and one on a key does what the key does", async () => {
  const { screen, store, clicksAt } = await startMouse(24);
  const filter = () => openList(store.getState().screen)?.filter;
  await clicksAt("Followed ");
  expect(filter()).toBe("followed");
  await clicksAt("Unread ");
  expect(filter()).toBe("all");
  await clicksAt("e done");
  expect(store.getState().journal.undo).toHaveLength(1);
  await clicksAt("u undo");
  expect(store.getState().screen.toast?.text).toMatch(/^Undid/);
  await clicksAt("^K go to");
  expect(store.getState().screen.dialog?.kind).toBe("palette");
  await clicksAt("move");
  expect(store.getState().screen.toast?.text).not.toMatch(/bound/);
  await clicksAt("Esc close");
  expect(store.getState().screen.dialog).toBeUndefined();
  changeSession(store, (session) => ({ ...session, notice: "Demo." }));
  await screen.settles();
  await clicksAt("hides");
  expect(store.getState().session.notice).toBeUndefined();
  screen.ends();
});

test("beside a list, the wheel scrolls what is shown of its row, and a click opens that", async () => {
  const { screen, store, mouse, clicks, passes } = await startMouse(24, undefined, false, 150);
  const cursorOf = () => openList(store.getState().screen)?.cursor?.key;
  await clicks("deploy wind");
  await passes();
  expect(screen.beside.pane.shows("ok to roll back")).toBe(true);
  const [cursor, before] = [cursorOf(), screen.beside.pane.lines()];
  await mouse("up", 120, 10);
  expect(screen.beside.pane.lines().slice(3)).toEqual(before.slice(0, -3));
  expect(cursorOf()).toBe(cursor);
  await mouse("press", 120, 10);
  expect(store.getState().screen.place).toMatchObject({ narrow: deployWindow });
  await mouse("down", 40, 10);
  expect(store.getState().screen.place).toMatchObject({ narrow: deployWindow });
  await clicks("flaky tests");
  expect(store.getState().screen.place).toMatchObject({ narrow: { topic: "flaky tests" } });
  const { back } = store.getState().screen.trail;
  expect(back.at(-1)).toEqual({ kind: "inbox" });
});

test("the wheel over the list beside what is read scrolls that list, and nothing else moves", async () => {
  const topics = Array.from({ length: 20 }, (_, at) => `topic ${at}`);
  const said = topics.map((topic, at) => {
    const to = { streamId: backend, topic };
    return { by: bo, to, at: `11:${at + 30}`, text: `number ${at}` };
  });
  const of = withMessages(acme(), said, 3001);
  const { screen, store, mouse, clicks, passes } = await startMouse(20, undefined, false, 150, of);
  await clicks("deploy wind");
  await passes();
  await mouse("press", 120, 8);
  const [list, text] = [screen.beside.pane.lines(), screen.pane.lines()];
  await mouse("down", 40, 8);
  await passes();
  const scrolled = screen.beside.pane.lines();
  expect(scrolled).not.toEqual(list);
  expect(screen.pane.lines()).toEqual(text);
  expect(store.getState().screen.place).toMatchObject({ narrow: deployWindow });
  for (const _ of [1, 2, 3]) await mouse("down", 40, 8);
  expect(screen.beside.pane.lines().some((line) => line.includes("deploy wind"))).toBe(false);
  for (const _ of [1, 2, 3, 4, 5]) await mouse("up", 40, 8);
  expect(screen.beside.pane.lines()).toEqual(list);
  for (const _ of [1, 2, 3, 4]) await mouse("down", 40, 8);
  // Back in the list, the cursor is in sight again.
  await mouse("press", 40, 8);
  await passes();
  expect(screen.beside.pane.lines().join()).toContain("▌");
});

test("a click means nothing in a place or a question that was not on the screen yet", async () => {
  const { screen, store, press, click } = await startMouse(24);
  const line = screen.whole.lines().findIndex((each) => each.includes("flaky tests"));
  press("g", "r");
  const { cursor } = openList(store.getState().screen) ?? {};
  click(40, line);
  expect(openList(store.getState().screen)?.cursor).toEqual(cursor);
  await screen.settles();
  openMenu(store, { kind: "delete-message", messageId: ids[3]! });
  click(2, 2);
  expect(store.getState().screen.dialog?.kind).toBe("menu");
  screen.ends();
});

test("dragging from elsewhere selects no text in the composer", async () => {
  const { store, screen, mouse, press } = await startMouse(24, undefined, true, 80);
  press("r", ..."hello");
  await screen.settles();
  const y = screen.whole.lines().findIndex((each) => each.includes("hello"));
  const x = stringWidth(screen.whole.lines()[y]?.split("hello")[0] ?? "");
  await mouse("press", 40, 8);
  press("r");
  await screen.settles();
  await mouse("drag", x + 1, y);
  const { cursor, anchor } = composerEditor(store.getState().screen);
  expect([cursor, anchor]).toEqual([5, undefined]);
  screen.ends();
});

test("a click on a result of a search selects it", async () => {
  const { store, clicks, screen } = await startMouse(24, {
    kind: "search",
    input: inputOf("s"),
    chosen: -1,
  });
  await clicks("sender:");
  expect(store.getState().screen.dialog).toMatchObject({ kind: "search", chosen: 0 });
  screen.ends();
});
