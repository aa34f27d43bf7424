/** The wheel and clicks: what is under the pointer, and what happens to it. */
import type { CommandContext } from "#commands/command.ts";
import { scrollInfo } from "#commands/keys/info.ts";
import { choicesIn, chooseAt, moveChoice, take } from "#commands/keys/inputs.ts";
import { showFilter } from "#commands/keys/list-keys.ts";
import { selectListRow } from "#commands/lists/lists.ts";
import { goOut } from "#commands/places/navigation.ts";
import { runCommand } from "#commands/repeat.ts";
import { closeDialog, samePlace, withReader } from "#commands/screen.ts";
import { openSidebarRow } from "#commands/sidebar/sidebar.ts";
import { selectSidebarRow, sidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import { edit } from "#commands/writing/text.ts";
import { moveTo } from "#editor/edit.ts";
import { unselected } from "#editor/history.ts";
import { writing } from "#store/composer.ts";
import type { Dialog } from "#store/dialog.ts";
import { type Cursor, scrolledTo, toRow } from "#store/list.ts";
import { changeList, isList, openList, withList } from "#store/lists.ts";
import { settled } from "#store/marks.ts";
import { listBeside } from "#store/peek.ts";
import type { Screen } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { isIn } from "#ui/geometry.ts";
import type { Panes } from "#ui/panes.ts";
import { rowAt } from "#ui/reader/rows.ts";
import type { Mouse } from "./router.ts";

/** What is pointed at: the state that is drawn, which may be older than the store's, and what an input may use. */
type Pointed = {
  readonly context: CommandContext;
  readonly panes: Panes;
  readonly state: State;
};

export function createMouse(
  context: CommandContext,
  panes: () => Panes,
): (mouse: Mouse, press: (stroke: string) => void) => void {
  // Whether the button was pressed in the composer: only then dragging selects text there.
  let isInText = false;
  return (mouse, press) => {
    const state = context.viewport.drawn() ?? context.store.getState();
    // What was clicked was on the screen, and has gone since.
    if (mouse.action === "press" && !isSamePlace(state, context.store.getState())) return;
    const now: Pointed = { context, panes: panes(), state };
    if (mouse.action === "drag" && isInText) drag(now, mouse);
    if (mouse.action === "drag") return;
    isInText = isClick(mouse) && isOnText(now, mouse);
    pointAt(now, mouse, press);
  };
}

function pointAt(now: Pointed, mouse: Mouse, press: (stroke: string) => void): void {
  const { dialog } = now.state.screen;
  const isNamed = isClick(mouse) && dialog?.kind !== "sign-in";
  const key = isNamed ? now.panes.keyAt(now.state, mouse) : undefined;
  // What names a key does what the key does.
  if (key !== undefined) for (const stroke of key.split(" ")) press(stroke);
  else if (dialog !== undefined) onDialog(now, dialog, mouse);
  else onScreen(now, mouse);
}

function isOnText({ panes, state }: Pointed, mouse: Mouse): boolean {
  return state.screen.dialog === undefined && isIn(panes.geometry(state).composer, mouse);
}

/** Whether both show the same place and the same dialog, whatever is in them. */
function isSamePlace({ screen: one }: State, { screen: other }: State): boolean {
  const aboutIn = ({ dialog }: Screen) => (dialog?.kind === "menu" ? dialog.about : dialog?.kind);
  return samePlace(one.place, other.place) && aboutIn(one) === aboutIn(other);
}

function isClick({ action, button }: Mouse): boolean {
  return action === "press" && button === 0;
}

function onScreen(now: Pointed, mouse: Mouse): void {
  if (mouse.action === "up") turnWheel(now, mouse, -1);
  else if (mouse.action === "down") turnWheel(now, mouse, 1);
  else if (isClick(mouse)) click(now, mouse);
}

function click(now: Pointed, mouse: Mouse): void {
  const { context, panes, state } = now;
  const { sidebar, pane, composer, beside } = panes.geometry(state);
  const filter = panes.filterAt(state, mouse);
  const onPane = isList(state.screen.place) ? selectOrOpen : selectMessage;
  if (filter !== undefined) showFilter(context, filter);
  else if (isIn(sidebar, mouse)) openInSidebar(now, mouse.y - sidebar.y);
  else if (isIn(pane, mouse)) onPane(now, mouse.y - pane.y);
  else if (isIn(composer, mouse)) moveInComposer(now, mouse);
  else if (isIn(beside?.pane, mouse)) goBeside(now, mouse.y - beside.pane.y);
}

/** Selects text, which goes on while the pointer is on it. */
function drag(now: Pointed, mouse: Mouse): void {
  const isWriting = now.state.screen.focus === "composer";
  if (isWriting && mouse.button === 0 && isOnText(now, mouse)) moveInComposer(now, mouse);
}

function openInSidebar({ context, panes, state }: Pointed, line: number): void {
  const key = panes.sidebarKeyAt(state, line);
  if (key === undefined) return;
  selectSidebarRow(context.store, key);
  if (sidebarRow(context.store.getState())?.key === key) openSidebarRow(context);
}

/** The first click on a row selects it, a click on the selected row opens it. */
function selectOrOpen({ context, panes, state }: Pointed, line: number): void {
  const selected = openList(state.screen)?.cursor?.key;
  const cursor = panes.listCursorAt(state, line);
  if (cursor === undefined) return;
  selectListRow(context.store, cursor);
  if (selected === cursor.key) openSelected(context, cursor);
}

/** In the row's account; nothing if the row is not there any more. */
function openSelected(context: CommandContext, row?: Cursor): void {
  const { cursor } = openList(context.store.getState().screen) ?? {};
  if (row !== undefined && cursor?.key !== row.key) return;
  const command = context.keys.commands.find(({ id }) => id === "list.open");
  if (command !== undefined) runCommand(context, command);
}

/** What is shown of a row is opened; the list beside what is read is left for another of its rows. */
function goBeside({ context, panes, state }: Pointed, line: number): void {
  const { store } = context;
  if (isList(state.screen.place)) changeScreen(store, (screen) => ({ ...screen, focus: "pane" }));
  else {
    const cursor = panes.listCursorAt(state, line);
    if (cursor === undefined || !goOut(store)) return;
    selectListRow(store, cursor);
    openSelected(context, cursor);
    return;
  }
  openSelected(context);
}

/** Beside the messages, only the pane is focused. */
function selectMessage({ context, panes, state }: Pointed, line: number): void {
  const reading = panes.reading(state);
  const part = reading?.window.parts.find(({ y, from, to }) => line >= y && line < y + to - from);
  const selected = reading && part && rowAt(reading.sheet.rows, part.index);
  changeScreen(context.store, (screen) => {
    const sidebar = { ...screen.sidebar, isShown: false };
    const focused: Screen = { ...screen, focus: "pane", sidebar };
    if (selected === undefined) return focused;
    return withReader(focused, (reader) => {
      const marks = reader.marks && settled(reader.marks);
      return { ...reader, selected, marks };
    });
  });
}

/** A click moves the cursor there, and dragging selects. */
function moveInComposer({ context, panes }: Pointed, mouse: Mouse): void {
  const { store } = context;
  changeScreen(store, (screen) => writing(screen));
  const place = panes.composerPlaceAt(store.getState(), mouse);
  edit(store, (editor) =>
    mouse.action === "drag" ? moveTo(editor, place, "extends") : moveTo(unselected(editor), place),
  );
}

/** Lines per notch of the wheel. */
const notch = 3;

/**
 * The wheel scrolls what is under the pointer: the text of a reader, and lists together with their cursor, which beside a
 * reader marks what is read there and stays where it is in the list.
 */
function turnWheel(now: Pointed, mouse: Mouse, by: 1 | -1): void {
  const { context, panes, state } = now;
  const { store, viewport } = context;
  const { sidebar, pane, beside } = panes.geometry(state);
  const isOpen = isList(state.screen.place);
  if (isIn(sidebar, mouse)) {
    const key = beyond(sidebar.rows, by, (line) => panes.sidebarKeyAt(state, line));
    if (key !== undefined) selectSidebarRow(store, key);
  } else if (!isOpen && isIn(beside?.pane, mouse)) scrollListBeside(now, by);
  else if (isOpen === isIn(beside?.pane, mouse)) viewport.scroll(by * notch);
  else if (isIn(pane, mouse)) {
    const cursor = beyond(pane.rows, by, (line) => panes.listCursorAt(state, line));
    if (cursor !== undefined) changeList(store, (list) => toRow(list, cursor.at));
  }
}

function scrollListBeside({ context, panes, state }: Pointed, by: 1 | -1): void {
  const place = listBeside(state.screen);
  const { top } = panes.listing(state)?.window ?? {};
  if (place === undefined || top === undefined) return;
  changeScreen(context.store, (screen) =>
    withList(screen, place, (list) => scrolledTo(list, top.index + by * notch)),
  );
}

/** The row that a notch scrolls into view at the edge of a list of that many lines; undefined at its end. */
function beyond<Key>(
  rows: number,
  by: 1 | -1,
  keyAt: (line: number) => Key | undefined,
): Key | undefined {
  for (let lines = notch; lines > 0; lines -= 1) {
    const key = keyAt(by > 0 ? rows - 1 + lines : -lines);
    if (key !== undefined) return key;
  }
  return undefined;
}

function onDialog(now: Pointed, dialog: Dialog, mouse: Mouse): void {
  // It must not be closed by accident.
  if (dialog.kind === "sign-in") return;
  const isRead = dialog.kind === "info" || dialog.kind === "card";
  const scroll = isRead ? scrollInfo : moveChoice;
  if (mouse.action === "up") scroll(now.context, -notch);
  else if (mouse.action === "down") scroll(now.context, notch);
  else if (isClick(mouse)) clickInDialog(now, dialog, mouse);
}

/** Clicking a choice selects it, clicking the selected one takes it, clicking outside closes the dialog. */
function clickInDialog({ context, panes, state }: Pointed, { kind }: Dialog, mouse: Mouse): void {
  const drawn = panes.dialog(state);
  if (drawn === undefined) return;
  if (!isIn(drawn.region, mouse)) {
    closeDialog(context.store);
    return;
  }
  const choice = drawn.choiceAt(mouse.y - drawn.region.y);
  // Texts have no choices, and forms are used with keys.
  if (choice === undefined || kind === "form") return;
  const now = context.store.getState();
  const key = choicesIn(state, context)[choice];
  const at = key === undefined ? -1 : choicesIn(now, context).indexOf(key);
  if (choice === drawn.chosen && at === panes.dialog(now)?.chosen) take(context);
  else if (at >= 0) chooseAt(context, at);
}
