/** Choosing in dialogs. */

import { choiceCount } from "./choices.ts";
import { type Command, type CommandContext, commandsIn } from "./command.ts";
import { chooseItem, chosenIndex, shownMenu } from "./menus/open-menu.ts";
import { changeDialog } from "./screen.ts";

type Choosing = Pick<CommandContext, "store" | "keys" | "clock">;

/** How many choices the open dialog has. */
export function choicesShown(context: Choosing): number {
  const state = context.store.getState();
  const { dialog } = state.screen;
  if (dialog === undefined) return 0;
  return shownMenu(context)?.menu.items.length ?? choiceCount(state, context.keys, dialog);
}

/** Selects the index that `next` returns for the selected one and the number of choices. */
function choose(context: Choosing, next: (chosen: number, count: number) => number): void {
  const { store } = context;
  const { dialog } = store.getState().screen;
  const count = choicesShown(context);
  const open = shownMenu(context);
  if (dialog === undefined || count === 0) return;
  if (open !== undefined) chooseItem(context, next(chosenIndex(open.menu, open.dialog), count));
  else if (dialog.kind !== "menu" && "chosen" in dialog) {
    const chosen = next(Math.min(dialog.chosen, count - 1), count);
    changeDialog(store, () => ({ ...dialog, chosen }));
  }
}

/** Selects the next or previous choice, wrapping around. */
export function stepChoice(context: Choosing, by: 1 | -1): void {
  choose(context, (chosen, count) => (chosen + by + count) % count);
}

/** Selects the choice at that index. */
export function chooseAt(context: Choosing, at: number): void {
  choose(context, (_, count) => Math.max(0, Math.min(count - 1, at)));
}

/** Moves the selection by that many choices, clamped to the ends. */
export function moveChoice(context: Choosing, by: number): void {
  choose(context, (chosen, count) => Math.max(0, Math.min(count - 1, chosen + by)));
}

export const dialogs: readonly Command[] = commandsIn(["menu"], {
  "menu.down": {
    title: "Next",
    keys: ["j"],
    run: (context) => stepChoice(context, 1),
  },
  "menu.up": {
    title: "Previous",
    keys: ["k"],
    run: (context) => stepChoice(context, -1),
  },
});
