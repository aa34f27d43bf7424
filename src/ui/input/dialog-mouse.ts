/** The wheel and clicks while a dialog is open: on its choices, and outside of it. */

import type { CommandContext } from "#commands/command.ts";
import { chooseAt, moveChoice } from "#commands/keys/choices.ts";
import { take } from "#commands/keys/inputs.ts";
import { scrollInfo } from "#commands/message/info.ts";
import { closeDialog } from "#commands/screen.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Region } from "#ui/geometry.ts";
import type { Panes } from "#ui/panes.ts";
import type { Mouse } from "./router.ts";

/** Lines per notch of the wheel. */
export const notch = 3;

export function isClick({ action, button }: Mouse): boolean {
  return action === "press" && button === 0;
}

export function isIn(region: Region | undefined, { x, y }: Mouse): region is Region {
  if (region === undefined) return false;
  const { columns, rows } = region;
  return x >= region.x && x < region.x + columns && y >= region.y && y < region.y + rows;
}

export function dialogMouse(
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
