/** The open menu: selecting an item, taking it, and closing it. */
import type { CommandContext } from "#commands/command.ts";
import { handed } from "#commands/handed.ts";
import { changeDialogOf, closeDialog, showToast } from "#commands/screen.ts";
import type { Problem } from "#model/limits.ts";
import type { About, MenuDialog } from "#store/dialog.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { Menu, MenuFacts, MenuItem, MenuRow } from "./menu.ts";

export const menus = handed<{ readonly [Kind in About["kind"]]: MenuRow<Kind> }>("tables/menus.ts");

export function menuOf(facts: MenuFacts, about: About): Menu {
  const content = (menus.get()[about.kind] as MenuRow<About["kind"]>)(facts, about);
  return typeof content === "string"
    ? { about, title: "Gone", lines: [{ text: content }], items: [] }
    : { about, ...content };
}

type MenuContext = Pick<CommandContext, "store" | "keys" | "clock">;

type OpenMenu = { readonly dialog: MenuDialog; readonly menu: Menu };

/** Undefined while no menu is open. */
export function shownMenu({ store, keys, clock }: MenuContext): OpenMenu | undefined {
  const state = store.getState();
  const { dialog } = state.screen;
  if (dialog?.kind !== "menu") return undefined;
  return { dialog, menu: menuOf({ state, keys, now: clock.now() }, dialog.about) };
}

/** The index of the selected item: the first one, unless another was selected. */
export function chosenIndex({ items }: Menu, { chosen }: MenuDialog): number {
  return Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  );
}

/**
 * Leaves the selection on the item that it was on in the state before. It is on none if that is gone, or cannot be undone
 * by now.
 */
export function keepItem(
  { store, keys, clock }: MenuContext,
  dialog: MenuDialog,
  before: State,
): void {
  const menuIn = (state: State) => menuOf({ state, keys, now: clock.now() }, dialog.about);
  const then = menuIn(before);
  if (!isOffered(then, dialog)) return;
  const was = then.items[chosenIndex(then, dialog)];
  const { items } = menuIn(store.getState());
  const now = items.find(({ key }) => key === was?.key);
  const isSame = now !== undefined && (now.danger !== true || was?.danger === true);
  const isFirst = isSame && dialog.chosen === undefined && now === items[0];
  const chosen = isSame ? now.key : noItem;
  if (!isFirst && chosen !== dialog.chosen)
    changeDialogOf(store, "menu", () => ({ ...dialog, chosen }));
}

/** The key of no item. */
const noItem = "";

/** Selects the item at that index. */
export function chooseItem(context: MenuContext, at: number): void {
  const { key } = shownMenu(context)?.menu.items[at] ?? {};
  if (key === undefined) return;
  changeDialogOf(context.store, "menu", (open) => ({ ...open, chosen: key }));
}

/** Takes the selected item; if there is nothing to choose, closes the menu. */
export function takeChosen(context: CommandContext): void {
  const open = shownMenu(context);
  if (open === undefined) return;
  const { dialog, menu } = open;
  const item = menu.items[chosenIndex(menu, dialog)];
  if (item === undefined) leaveMenu(context.store);
  else if (isOffered(menu, dialog)) takeItem(context, open, item);
  // The selected item is gone, and what is selected instead was not on the screen.
  else changeDialogOf(context.store, "menu", () => ({ ...dialog, chosen: undefined }));
}

function isOffered({ items }: Menu, { chosen }: MenuDialog): boolean {
  return chosen === undefined || items.some(({ key }) => key === chosen);
}

/** Takes the item with that key; false without one. */
export function takeByKey(context: CommandContext, key: string): boolean {
  const open = shownMenu(context);
  const item = open?.menu.items.find((one) => one.key === key);
  if (open === undefined || item === undefined) return false;
  takeItem(context, open, item);
  return true;
}

/**
 * A key that was pressed before a question was on the screen does not answer it, unless with what does nothing: the first item
 * of a question. Of a menu that only offers something, the items do what the keys of commands do.
 */
function unseenProblem(
  { viewport, keys, clock }: CommandContext,
  { dialog: { about }, menu }: OpenMenu,
  { key, run, danger }: MenuItem,
): Problem {
  const drawn = viewport.drawn();
  if (drawn === undefined || run === undefined) return undefined;
  const { dialog: shown } = drawn.screen;
  const isShown = shown?.kind === "menu" && shown.about === about;
  if (!isShown && (danger === true || menu.items[0]?.run === undefined)) return unseen;
  if (!isShown || danger !== true) return undefined;
  const { items } = menuOf({ state: drawn, keys, now: clock.now() }, about);
  return items.find((one) => one.key === key)?.danger === true ? undefined : unseen;
}

const unseen = "That key was pressed before the question was shown.";

function takeItem(context: CommandContext, open: OpenMenu, item: MenuItem): void {
  const { request } = open.dialog;
  // It waits for the answer to what was taken before.
  if (request !== undefined && item.run !== undefined) return;
  const problem = item.locked ?? unseenProblem(context, open, item);
  if (problem !== undefined) {
    showToast(context.store, problem, "error");
    return;
  }
  const { key, stays, run } = item;
  if (run === undefined) leaveMenu(context.store);
  else {
    if (stays === true) changeDialogOf(context.store, "menu", (open) => ({ ...open, chosen: key }));
    else closeDialog(context.store);
    run(context);
  }
}

/** Closes the menu; what was open before is open again. */
export function leaveMenu(store: Store): void {
  changeScreen(store, (screen) =>
    screen.dialog?.kind === "menu" ? { ...screen, dialog: screen.dialog.back } : screen,
  );
}
