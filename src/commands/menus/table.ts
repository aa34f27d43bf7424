/**
 * Every menu, one row for each kind of subject; and the open one: selecting an item, taking it, and closing it.
 */
import { renewKeyQuestion } from "#commands/account/settings.ts";
import type { CommandContext } from "#commands/command.ts";
import { tooLongMenu } from "#commands/composer/before-sending.ts";
import { moveMenu } from "#commands/conversation/moving.ts";
import {
  deleteTopicQuestion,
  readEverythingQuestion,
  readStreamQuestion,
  readTopicQuestion,
} from "#commands/conversation/questions.ts";
import { mutingMenu, resolutionMenu } from "#commands/conversation/topic.ts";
import { finalDoneMenu } from "#commands/conversation/triage.ts";
import { groupQuestion, membershipQuestion } from "#commands/group/form.ts";
import { deletionMenu } from "#commands/message/editing.ts";
import { fileMenu } from "#commands/message/files.ts";
import { disguisedLinkMenu, linksMenu } from "#commands/message/links.ts";
import { widgetMenu } from "#commands/message/widgets.ts";
import { crowdMenu, overwriteMenu } from "#commands/outbox/menus.ts";
import { unsentMenu } from "#commands/outbox/unsent.ts";
import { reactivationQuestion } from "#commands/person/form.ts";
import { deleteFieldQuestion } from "#commands/profile-field/form.ts";
import { scheduledMenu } from "#commands/scheduled/scheduling.ts";
import { changeDialogOf, closeDialog, showToast } from "#commands/screen.ts";
import { archiveQuestion } from "#commands/stream/archiving.ts";
import { leavingMenu } from "#commands/stream/list.ts";
import type { About, MenuDialog } from "#store/dialog.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { type Menu, type MenuFacts, type MenuItem, type MenuRow, questionMenu } from "./menu.ts";

const menus: { readonly [Kind in About["kind"]]: MenuRow<Kind> } = {
  "archive-stream": questionMenu(({ view }, about) => archiveQuestion(view, about)),
  crowd: crowdMenu,
  "delete-field": questionMenu(({ view }, about) => deleteFieldQuestion(view, about)),
  "group-membership": questionMenu(({ view }, about) => membershipQuestion(view, about)),
  "group-step": questionMenu(({ view }, about) => groupQuestion(view, about)),
  "delete-message": deletionMenu,
  move: moveMenu,
  "mute-people": mutingMenu,
  "delete-topic": questionMenu(({ view }, about) => deleteTopicQuestion(view, about)),
  "done-finally": finalDoneMenu,
  "disguised-link": disguisedLinkMenu,
  "leave-streams": leavingMenu,
  file: fileMenu,
  links: linksMenu,
  overwrite: overwriteMenu,
  "read-everything": questionMenu(({ view }) => readEverythingQuestion(view)),
  "read-stream": questionMenu(({ view }, about) => readStreamQuestion(view, about)),
  "read-topic": questionMenu(({ view }, about) => readTopicQuestion(view, about)),
  reactivate: questionMenu(({ view }, about) => reactivationQuestion(view, about)),
  "renew-key": questionMenu(renewKeyQuestion),
  resolve: resolutionMenu,
  scheduled: scheduledMenu,
  "too-long": tooLongMenu,
  unsent: unsentMenu,
  widget: widgetMenu,
};

export function menuOf(facts: MenuFacts, about: About): Menu {
  const content = (menus[about.kind] as MenuRow<About["kind"]>)(facts, about);
  return typeof content === "string"
    ? { about, title: "Gone", lines: [{ text: content }], items: [] }
    : { about, ...content };
}

// The open menu.

type MenuContext = Pick<CommandContext, "store" | "keys" | "clock">;

/** Undefined while no menu is open. */
export function shownMenu({
  store,
  keys,
  clock,
}: MenuContext): { readonly dialog: MenuDialog; readonly menu: Menu } | undefined {
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
  else if (isOffered(menu, dialog)) takeItem(context, dialog, item);
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
  takeItem(context, open.dialog, item);
  return true;
}

function takeItem(context: CommandContext, { request }: MenuDialog, item: MenuItem): void {
  // It waits for the answer to what was taken before.
  if (request !== undefined && item.run !== undefined) return;
  if (item.locked !== undefined) {
    showToast(context.store, item.locked, "error");
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
