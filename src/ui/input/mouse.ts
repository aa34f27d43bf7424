/** The wheel and clicks: what is under the pointer, and what happens to it. */
import type { CommandContext } from "#commands/command.ts";
import { scrollInfo } from "#commands/keys/info.ts";
import { chooseAt, moveChoice, take } from "#commands/keys/inputs.ts";
import { showFilter } from "#commands/keys/list-keys.ts";
import { selectListRow } from "#commands/lists/lists.ts";
import { goOut } from "#commands/places/navigation.ts";
import { runCommand } from "#commands/repeat.ts";
import { closeDialog, withReader } from "#commands/screen.ts";
import { openSidebarRow } from "#commands/sidebar/sidebar.ts";
import { selectSidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import { edit } from "#commands/writing/text.ts";
import { moveTo } from "#editor/edit.ts";
import { unselected } from "#editor/history.ts";
import { writing } from "#store/composer.ts";
import type { Dialog } from "#store/dialog.ts";
import { scrolledTo, toRow } from "#store/list.ts";
import { changeList, isList, openList, withList } from "#store/lists.ts";
import { settled } from "#store/marks.ts";
import { listBeside } from "#store/peek.ts";
import type { State } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { isIn } from "#ui/geometry.ts";
import type { Panes } from "#ui/panes.ts";
import { rowAt } from "#ui/reader/rows.ts";
import type { Mouse } from "./router.ts";

export function createMouse(
  context: Omit<CommandContext, "count">,
  panes: () => Panes,
): (mouse: Mouse, press: (stroke: string) => void) => void {
  const { store } = context;
  const onDialog = dialogMouse(context, panes);
  const onList = listMouse(context, panes);

  const onSidebar = (line: number) => {
    const key = panes().sidebarKeyAt(store.getState(), line);
    if (key === undefined) return;
    selectSidebarRow(store, key);
    openSidebarRow(context);
  };
  const onReader = (line: number) => {
    const reading = panes().reading(store.getState());
    const part = reading?.window.parts.find(({ y, from, to }) => line >= y && line < y + to - from);
    const row =
      reading === undefined || part === undefined
        ? undefined
        : rowAt(reading.sheet.rows, part.index);
    changeScreen(store, (screen) => {
      const sidebar = { ...screen.sidebar, isShown: false };
      const focused = { ...screen, focus: "pane" as const, sidebar };
      return row === undefined
        ? focused
        : withReader(focused, (reader) => ({
            ...reader,
            selected: row,
            marks: reader.marks && settled(reader.marks),
          }));
    });
  };
  const onPane = (line: number) => {
    if (isList(store.getState().screen.place)) onList.open(line);
    else onReader(line);
  };
  /** A click moves the cursor there, and dragging selects. */
  const onComposer = (mouse: Mouse) => {
    changeScreen(store, (screen) => writing(screen));
    const place = panes().composerPlaceAt(store.getState(), mouse);
    edit(store, (editor) =>
      mouse.action === "drag"
        ? moveTo(editor, place, "extends")
        : moveTo(unselected(editor), place),
    );
  };
  const click = (mouse: Mouse) => {
    const { sidebar, pane, composer, beside } = panes().geometry(store.getState());
    const filter = panes().filterAt(store.getState(), mouse);
    if (filter !== undefined) showFilter({ ...context, count: 1 }, filter);
    else if (isIn(sidebar, mouse)) onSidebar(mouse.y - sidebar.y);
    else if (isIn(pane, mouse)) onPane(mouse.y - pane.y);
    else if (isIn(composer, mouse)) onComposer(mouse);
    else if (isIn(beside?.pane, mouse)) onList.beside(mouse.y - beside.pane.y);
  };

  const drag = (mouse: Mouse) => {
    if (mouse.button === 0 && isIn(panes().geometry(store.getState()).composer, mouse))
      onComposer(mouse);
  };

  const wheel = wheelOf(context, panes);
  const onScreen = (mouse: Mouse) => {
    if (mouse.action === "up") wheel(mouse, -1);
    else if (mouse.action === "down") wheel(mouse, 1);
    else if (isClick(mouse)) click(mouse);
    else if (mouse.action === "drag" && store.getState().screen.focus === "composer") drag(mouse);
  };
  return (mouse, press) => {
    const state = store.getState();
    const { dialog } = state.screen;
    const isNamed = isClick(mouse) && dialog?.kind !== "sign-in";
    const key = isNamed ? panes().keyAt(state, mouse) : undefined;
    // What names a key does what the key does.
    if (key !== undefined) for (const stroke of key.split(" ")) press(stroke);
    else if (dialog !== undefined) onDialog(dialog, mouse);
    else onScreen(mouse);
  };
}

/** Clicks on the lines of a list, and of what is shown of its row. */
function listMouse(context: Omit<CommandContext, "count">, panes: () => Panes) {
  const { store } = context;
  /** In the row's account. */
  const open = () => {
    const command = context.keys.commands.find(({ id }) => id === "list.open");
    if (command !== undefined) runCommand({ ...context, count: 1 }, command);
  };
  return {
    open: (line: number) => {
      const list = openList(store.getState().screen);
      const cursor = panes().listCursorAt(store.getState(), line);
      if (cursor === undefined) return;
      // The first click selects, a click on the selected row opens it.
      if (list?.cursor?.key === cursor.key) open();
      else selectListRow(store, cursor);
    },
    /** What is shown of a row is opened; the list beside what is read is left for another of its rows. */
    beside: (line: number) => {
      if (isList(store.getState().screen.place)) {
        changeScreen(store, (screen) => ({ ...screen, focus: "pane" }));
        open();
        return;
      }
      const cursor = panes().listCursorAt(store.getState(), line);
      if (cursor === undefined || !goOut(store)) return;
      selectListRow(store, cursor);
      open();
    },
  };
}

/**
 * The wheel scrolls what is under the pointer: the text of a reader, and lists together with their cursor, which beside a
 * reader marks what is read there and stays where it is in the list.
 */
function wheelOf(
  { store, viewport }: Pick<CommandContext, "store" | "viewport">,
  panes: () => Panes,
): (mouse: Mouse, by: 1 | -1) => void {
  const scrollBeside = (state: State, by: 1 | -1) => {
    const place = listBeside(state.screen);
    const { top } = panes().listing(state)?.window ?? {};
    if (place === undefined || top === undefined) return;
    changeScreen(store, (screen) =>
      withList(screen, place, (list) => scrolledTo(list, top.index + by * notch)),
    );
  };
  return (mouse, by) => {
    const state = store.getState();
    const { sidebar, pane, beside } = panes().geometry(state);
    const isOpen = isList(state.screen.place);
    if (isIn(sidebar, mouse)) {
      const key = beyond(sidebar.rows, by, (line) => panes().sidebarKeyAt(state, line));
      if (key !== undefined) selectSidebarRow(store, key);
    } else if (!isOpen && isIn(beside?.pane, mouse)) scrollBeside(state, by);
    else if (isOpen === isIn(beside?.pane, mouse)) viewport.scroll(by * notch);
    else if (isIn(pane, mouse)) {
      const cursor = beyond(pane.rows, by, (line) => panes().listCursorAt(state, line));
      if (cursor !== undefined) changeList(store, (list) => toRow(list, cursor.at));
    }
  };
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

// The wheel and clicks while a dialog is open: on its choices, and outside of it.

/** Lines per notch of the wheel. */
const notch = 3;

function isClick({ action, button }: Mouse): boolean {
  return action === "press" && button === 0;
}

function dialogMouse(
  context: Omit<CommandContext, "count">,
  panes: () => Panes,
): (dialog: Dialog, mouse: Mouse) => void {
  const { store } = context;

  /** Clicking a choice selects it, clicking the selected one takes it, clicking outside closes the dialog. */
  const click = (dialog: Exclude<Dialog, { kind: "sign-in" }>, mouse: Mouse) => {
    const drawn = panes().dialog(store.getState());
    if (drawn === undefined) return;
    if (!isIn(drawn.region, mouse)) {
      closeDialog(store);
      return;
    }
    const choice = drawn.choiceAt(mouse.y - drawn.region.y);
    // Texts have no choices, and forms are used with keys.
    if (choice === undefined || dialog.kind === "form") return;
    if (choice !== drawn.chosen) chooseAt(context, choice);
    else take({ ...context, count: 1 });
  };

  return (dialog, mouse) => {
    // It must not be closed by accident.
    if (dialog.kind === "sign-in") return;
    const isRead = dialog.kind === "info" || dialog.kind === "card";
    if (isRead && mouse.action === "up") scrollInfo(context, -notch);
    else if (isRead && mouse.action === "down") scrollInfo(context, notch);
    else if (mouse.action === "up") moveChoice(context, -notch);
    else if (mouse.action === "down") moveChoice(context, notch);
    else if (isClick(mouse)) click(dialog, mouse);
  };
}
