/** The keys of dialogs: choosing, taking, typing, leaving. */

import { withoutLast } from "#base/graphemes.ts";
import { get } from "#base/table.ts";
import { editorOf } from "#editor/editor.ts";
import type { IntentId } from "#journal/intent.ts";
import { notArrived } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Dialog } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeIntent, changeScreen, retire } from "#store/store.ts";
import {
  choiceCount,
  deleteOptions,
  emojiChoices,
  paletteChoices,
  scheduledOptions,
  tooLongOptions,
  unsentOptions,
  widgetChoices,
} from "./choices.ts";
import type { Command, CommandContext } from "./command.ts";
import { withEditor } from "./composer-text.ts";
import { followLink } from "./links.ts";
import { decideScheduled } from "./lists/scheduled-actions.ts";
import { toggleReaction, toggleTick } from "./message-actions.ts";
import { decideDelete } from "./message-editing.ts";
import { moveOptions } from "./move-choices.ts";
import { decideMove, takeTarget } from "./moving.ts";
import { openNarrow } from "./navigation.ts";
import { takeRecipient } from "./recipient.ts";
import { takeTime } from "./scheduling.ts";
import { closeDialog } from "./screen.ts";
import { takeSearch } from "./search/search.ts";
import { takeSnooze } from "./snooze.ts";
import { snoozeOffer } from "./snooze-times.ts";
import { secondsNow } from "./time-choices.ts";
import { decideTooLong } from "./too-long.ts";
import { refreshFolder, takeUpload } from "./uploading.ts";
import { viewFile } from "./viewing.ts";

function changeDialog(store: Store, change: (dialog: Dialog) => Dialog): void {
  changeScreen(store, (screen) => {
    if (screen.dialog === undefined) return screen;
    const dialog = change(screen.dialog);
    return dialog === screen.dialog ? screen : { ...screen, dialog };
  });
}

function typedText(dialog: Dialog): string | undefined {
  if (dialog.kind === "help") return dialog.filter;
  return "text" in dialog ? dialog.text : undefined;
}

/** Whether text that is typed or pasted goes into the dialog's field; in others each letter is a choice. */
export function takesText(dialog: Dialog | undefined): boolean {
  return dialog !== undefined && typedText(dialog) !== undefined;
}

function withText(dialog: Dialog, text: string): Dialog {
  if (dialog.kind === "help") return { ...dialog, filter: text, chosen: 0 };
  return "text" in dialog ? { ...dialog, text, chosen: 0 } : dialog;
}

function changeText(context: CommandContext, change: (text: string) => string): void {
  changeDialog(context.store, (dialog) => {
    const text = typedText(dialog);
    return text === undefined ? dialog : withText(dialog, change(text));
  });
  refreshFolder(context);
}

/** Letters typed or pasted while a dialog is open. Line ends and tabs become blanks: a dialog has one line. */
export function typeInDialog(context: CommandContext, text: string): void {
  const { dialog } = context.store.getState().screen;
  if (dialog?.kind === "unsent") decideUnsent(context, dialog.intent, text);
  else if (dialog?.kind === "links") takeLink(context, dialog, Number(text) - 1);
  else if (dialog?.kind === "delete") decideDelete(context, dialog.messageId, text);
  else if (dialog?.kind === "move") decideMove(context, dialog, text);
  else if (dialog?.kind === "too-long") decideTooLong(context, text);
  else if (dialog?.kind === "scheduled") decideScheduled(context, dialog.id, text);
  else {
    changeText(context, (before) => before + text.replace(/[\t\n]/g, " "));
    keepTime(context);
  }
}

/** What is typed into a dialog of times is read from now. */
function keepTime({ store, clock }: CommandContext): void {
  changeDialog(store, (dialog) =>
    dialog.kind === "time" ? { ...dialog, now: secondsNow(clock) } : dialog,
  );
}

type Choosing = Pick<CommandContext, "store" | "keys" | "clock">;

/** To the choice that `next` gives for the chosen one of so many. */
function choose(
  { store, keys, clock }: Choosing,
  next: (chosen: number, count: number) => number,
): void {
  const state = store.getState();
  const { dialog } = state.screen;
  if (dialog === undefined || !("chosen" in dialog)) return;
  const count = choiceCount(state, keys, dialog, clock.now() / 1000);
  if (count === 0) return;
  const chosen = next(Math.min(dialog.chosen, count - 1), count);
  changeDialog(store, (now) => ("chosen" in now ? { ...now, chosen } : now));
}

/** The next choice, or the one before; round the ends. */
function step(by: 1 | -1) {
  return (chosen: number, count: number) => (chosen + by + count) % count;
}

/** The choice at that place of the list. */
export function chooseAt(context: Choosing, at: number): void {
  choose(context, (_, count) => Math.max(0, Math.min(count - 1, at)));
}

/** By so many choices, no further than the ends. */
export function moveChoice(context: Choosing, by: number): void {
  choose(context, (chosen, count) => Math.max(0, Math.min(count - 1, chosen + by)));
}

/** Takes what is chosen: goes there, reacts with it, or does what it says. */
export function take(context: CommandContext): void {
  const { store } = context;
  const { screen, view, journal } = store.getState();
  const { dialog } = screen;
  switch (dialog?.kind) {
    case "palette": {
      const narrow = paletteChoices(view, dialog.text, journal.drafts)[dialog.chosen]?.narrow;
      closeDialog(store);
      if (narrow !== undefined) openNarrow(store, narrow);
      return;
    }
    case "recipient":
      takeRecipient(context, dialog);
      return;
    case "move-target":
      takeTarget(context, dialog);
      return;
    case "move":
      decideMove(context, dialog, moveOptions(view, dialog)[dialog.chosen]?.key ?? "");
      return;
    case "upload":
      takeUpload(context, dialog);
      return;
    case "too-long":
      decideTooLong(context, tooLongOptions[dialog.chosen]?.key ?? "");
      return;
    case "emoji": {
      const emoji = emojiChoices(view, dialog.text, dialog.frequent)[dialog.chosen];
      const message = get(view.messages, dialog.messageId);
      closeDialog(store);
      if (emoji !== undefined && message !== undefined) toggleReaction(context, message, emoji);
      return;
    }
    case "widget": {
      // It stays open: several options may be voted for.
      const choice = widgetChoices(view, dialog.messageId)[dialog.chosen];
      const message = get(view.messages, dialog.messageId);
      if (choice === undefined || message === undefined) closeDialog(store);
      else toggleTick(context, message, choice);
      return;
    }
    case "links":
      takeLink(context, dialog, dialog.chosen);
      return;
    case "search":
      takeSearch(context);
      return;
    case "help":
      // The list is narrowed: from here on letters move in it.
      changeDialog(store, () => ({ ...dialog, typing: false }));
      return;
    case "unsent": {
      const option = unsentOptions(store.getState(), dialog.intent)[dialog.chosen];
      decideUnsent(context, dialog.intent, option?.key ?? "");
      return;
    }
    case "delete":
      decideDelete(context, dialog.messageId, deleteOptions[dialog.chosen]?.key ?? "");
      return;
    case "scheduled":
      decideScheduled(context, dialog.id, scheduledOptions[dialog.chosen]?.key ?? "");
      return;
    case "time":
      takeTime(context, dialog);
      return;
    case "snooze": {
      const { choices } = snoozeOffer(view, dialog, context.clock.now() / 1000);
      takeSnooze(context, dialog, choices[dialog.chosen]);
      return;
    }
    default:
      closeDialog(store);
  }
}

function takeLink(
  context: CommandContext,
  { links, isForViewing }: Extract<Dialog, { kind: "links" }>,
  at: number,
): void {
  const link = links[at];
  if (link === undefined) return;
  closeDialog(context.store);
  if (isForViewing && link.kind === "web") viewFile(context, link);
  else followLink(context, link);
}

/** Out of the dialog; out of the filter of the keys first. */
function leave({ store }: CommandContext): void {
  const { dialog } = store.getState().screen;
  if (dialog?.kind !== "help") closeDialog(store);
  else changeDialog(store, () => ({ ...dialog, filter: "", typing: false, chosen: 0 }));
}

/** `s` sends again, `e` takes the text back into the composer, `d` forgets it. */
function decideUnsent({ store }: CommandContext, id: IntentId, key: string): void {
  const intent = store.getState().journal.intents.get(id);
  if (intent?.wish.kind !== "send") {
    closeDialog(store);
    return;
  }
  const { address, content } = intent.wish;
  if (key === "s") changeIntent(store, id, notArrived);
  else if (key === "e") {
    const editor = editorOf(content);
    changeScreen(store, (screen) => ({
      ...withEditor(screen, conversationKey(address), editor),
      address,
      focus: "composer",
    }));
    retire(store, [id]);
  } else if (key === "d") retire(store, [id]);
  else return;
  closeDialog(store);
}

const here = ["dialog"] as const;

export const dialogs: readonly Command[] = [
  {
    id: "dialog.leave",
    title: "Close",
    hint: "leave",
    keys: ["Esc"],
    where: here,
    run: leave,
  },
  {
    id: "dialog.take",
    title: "Choose",
    hint: "take",
    keys: ["Enter", "Tab"],
    where: here,
    run: take,
  },
  {
    id: "dialog.down",
    title: "Next",
    hint: "next",
    keys: ["Down", "^N", "^J"],
    where: here,
    run: (context) => choose(context, step(1)),
  },
  {
    id: "dialog.up",
    title: "Previous",
    hint: "previous",
    keys: ["Up", "^P", "^K"],
    where: here,
    run: (context) => choose(context, step(-1)),
  },
  {
    id: "dialog.erase",
    title: "Delete the last character",
    keys: ["Backspace"],
    where: here,
    run: (context) => changeText(context, withoutLast),
  },
  {
    id: "dialog.erase-word",
    title: "Delete the last word",
    keys: ["^W"],
    where: here,
    run: (context) => changeText(context, (text) => text.replace(/\S*\s*$/, "")),
  },
  {
    id: "dialog.clear",
    title: "Clear the input",
    keys: ["^U"],
    where: here,
    run: (context) => changeText(context, () => ""),
  },
];
