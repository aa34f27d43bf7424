/** The keys of dialogs: choosing, accepting, typing, closing. */

import { replaceAll } from "#editor/history.ts";
import type { Dialog } from "#store/dialog.ts";
import { choiceCount } from "./choices.ts";
import { type Command, type CommandContext, commandsIn } from "./command.ts";
import { acceptChoice } from "./dialog-choices.ts";
import { erasing, oneLine } from "./erasing.ts";
import { chooseItem, chosenIndex, leaveMenu, shownMenu } from "./menus/open-menu.ts";
import { changeDialog, closeDialog, openDialog } from "./screen.ts";
import { secondsNow } from "./time-choices.ts";
import { refreshFolder } from "./uploading.ts";

function typedText(dialog: Dialog): string | undefined {
  return "input" in dialog ? dialog.input.text : undefined;
}

/** Whether typed or pasted text goes into the dialog's input; in other dialogs each letter is a choice. */
export function takesText(dialog: Dialog | undefined): boolean {
  return dialog !== undefined && typedText(dialog) !== undefined;
}

function withText(dialog: Dialog, text: string): Dialog {
  return "input" in dialog
    ? { ...dialog, input: replaceAll(dialog.input, text), chosen: 0 }
    : dialog;
}

function changeText(context: CommandContext, change: (text: string) => string): void {
  changeDialog(context.store, (dialog) => {
    const text = typedText(dialog);
    return text === undefined ? dialog : withText(dialog, change(text));
  });
  refreshFolder(context);
}

/** Text typed or pasted while a dialog is open. Line ends and tabs become blanks: inputs have one line. */
export function typeInDialog(context: CommandContext, text: string): void {
  const { dialog } = context.store.getState().screen;
  if (dialog === undefined) return;
  changeText(context, (before) => before + oneLine(text));
  keepTime(context);
}

/** Typed times are relative to now. */
function keepTime({ store, clock }: CommandContext): void {
  changeDialog(store, (dialog) =>
    dialog.kind === "time" ? { ...dialog, now: secondsNow(clock) } : dialog,
  );
}

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
function step(by: 1 | -1) {
  return (chosen: number, count: number) => (chosen + by + count) % count;
}

/** Selects the choice at that index. */
export function chooseAt(context: Choosing, at: number): void {
  choose(context, (_, count) => Math.max(0, Math.min(count - 1, at)));
}

/** Moves the selection by that many choices, clamped to the ends. */
export function moveChoice(context: Choosing, by: number): void {
  choose(context, (chosen, count) => Math.max(0, Math.min(count - 1, chosen + by)));
}

/** Accepts the selected choice. */
export function take(context: CommandContext): void {
  const { dialog } = context.store.getState().screen;
  if (dialog !== undefined) acceptChoice(context, dialog);
}

/** Closes the dialog, or returns to the one that it belongs to. */
function leave({ store }: CommandContext): void {
  const { dialog } = store.getState().screen;
  if (dialog?.kind === "menu") leaveMenu(store);
  else if (dialog?.kind === "status-emoji") openDialog(store, dialog.back);
  else if (dialog?.kind === "time" && dialog.purpose.kind === "status")
    openDialog(store, dialog.purpose.back);
  else closeDialog(store);
}

const typed = ["input"] as const;
const pageRows = 10;

export const dialogs: readonly Command[] = [
  ...commandsIn(["dialog"], {
    "dialog.leave": {
      title: "Close",
      hint: "close",
      keys: ["Esc"],
      run: leave,
    },
    "dialog.take": {
      title: "Choose",
      hint: "take",
      keys: ["Enter"],
      run: take,
    },
    "dialog.complete": {
      title: "Choose",
      keys: ["Tab"],
      where: typed,
      run: take,
    },
    "dialog.down": {
      title: "Next",
      keys: ["Down", "^N", "^J"],
      run: (context) => choose(context, step(1)),
    },
    "dialog.up": {
      title: "Previous",
      keys: ["Up", "^P", "^K"],
      run: (context) => choose(context, step(-1)),
    },
    "dialog.page-down": {
      title: "Page down",
      keys: ["PageDown"],
      run: (context) => moveChoice(context, pageRows),
    },
    "dialog.page-up": {
      title: "Page up",
      keys: ["PageUp"],
      run: (context) => moveChoice(context, -pageRows),
    },
  }),
  ...commandsIn(["menu"], {
    "menu.down": {
      title: "Next",
      keys: ["j", "Tab"],
      run: (context) => choose(context, step(1)),
    },
    "menu.up": {
      title: "Previous",
      keys: ["k", "Shift+Tab"],
      run: (context) => choose(context, step(-1)),
    },
  }),
  ...erasing("dialog.", typed, changeText),
];
