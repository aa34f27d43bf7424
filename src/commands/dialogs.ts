/** The keys of dialogs: choosing, taking, typing, leaving. */

import { withoutLast } from "#base/graphemes.ts";
import { get } from "#base/table.ts";
import { replaceAll } from "#editor/edit.ts";
import { editorOf, emptyEditor } from "#editor/editor.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import { notArrived } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import type { MessageLink } from "#model/message-link.ts";
import { directWith } from "#model/select/conversations.ts";
import type { Dialog, Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeIntent, changeScreen, retire } from "#store/store.ts";
import {
  choiceCount,
  deleteOptions,
  emojiChoices,
  nameOf,
  paletteChoices,
  recipientChoices,
  settled,
  unsentOptions,
  widgetChoices,
} from "./choices.ts";
import type { Command, CommandContext } from "./command.ts";
import { withEditor } from "./composer-text.ts";
import type { Match } from "./finder.ts";
import { followLink } from "./links.ts";
import { personHere } from "./lists/people-actions.ts";
import { toggleReaction, toggleTick } from "./message-actions.ts";
import { decideDelete } from "./message-editing.ts";
import { openNarrow } from "./navigation.ts";
import { closeDialog, contextOf, openDialog } from "./screen.ts";

type Typed = Extract<Dialog, { text: string }>;

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

function changeText(store: Store, change: (text: string) => string): void {
  changeDialog(store, (dialog) => {
    const text = typedText(dialog);
    return text === undefined ? dialog : withText(dialog, change(text));
  });
}

/** Letters typed or pasted while a dialog is open. Line ends and tabs become blanks: a dialog has one line. */
export function typeInDialog(context: CommandContext, text: string): void {
  const { dialog } = context.store.getState().screen;
  if (dialog?.kind === "unsent") decideUnsent(context, dialog.intent, text);
  else if (dialog?.kind === "links") takeLink(context, dialog.links[Number(text) - 1]);
  else if (dialog?.kind === "delete") decideDelete(context, dialog.messageId, text);
  else changeText(context.store, (before) => before + text.replace(/[\t\n]/g, " "));
}

/** To the choice that `next` gives for the chosen one of so many. */
function choose(
  { store, keys }: Pick<CommandContext, "store" | "keys">,
  next: (chosen: number, count: number) => number,
): void {
  const state = store.getState();
  const { dialog } = state.screen;
  if (dialog === undefined || !("chosen" in dialog)) return;
  const count = choiceCount(state, keys, dialog);
  if (count === 0) return;
  const chosen = next(Math.min(dialog.chosen, count - 1), count);
  changeDialog(store, (now) => ("chosen" in now ? { ...now, chosen } : now));
}

/** The next choice, or the one before; round the ends. */
function step(by: 1 | -1) {
  return (chosen: number, count: number) => (chosen + by + count) % count;
}

/** The choice at that place of the list. */
export function chooseAt(context: Pick<CommandContext, "store" | "keys">, at: number): void {
  choose(context, (_, count) => Math.max(0, Math.min(count - 1, at)));
}

/** By so many choices, no further than the ends. */
export function moveChoice(context: Pick<CommandContext, "store" | "keys">, by: number): void {
  choose(context, (chosen, count) => Math.max(0, Math.min(count - 1, chosen + by)));
}

/** Opens the composer for `address`; text that had no recipient yet goes along. */
export function writeTo(store: Store, address: Address): void {
  openNarrow(store, address);
  changeScreen(store, (screen) => ({
    ...withAddressed(screen, conversationKey(address)),
    dialog: undefined,
    address,
    focus: "composer",
  }));
}

/** The screen with the text that had no recipient in the composer of `key`, after what stands there. */
function withAddressed(screen: Screen, key: string): Screen {
  const text = screen.editors.get("")?.text ?? "";
  if (text.trim() === "") return screen;
  const before = screen.editors.get(key) ?? emptyEditor;
  const joined = before.text.trim() === "" ? text : `${before.text}\n\n${text}`;
  const after = withEditor(screen, key, replaceAll(before, joined));
  return { ...after, editors: new Map(after.editors).set("", emptyEditor) };
}

/** Takes the found stream, topic or person into the recipient's line, or goes there when it is complete. */
function takeRecipient(
  { store }: CommandContext,
  dialog: Extract<Typed, { kind: "recipient" }>,
): void {
  const { view } = store.getState();
  const { userIds, rest } = settled(view, dialog);
  if (dialog.want === "direct" && rest.trim() === "" && userIds.length > 0) {
    const everybody = [...new Set([...userIds, view.ownId])].sort((a, b) => a - b);
    writeTo(store, { kind: "direct", userIds: everybody });
    return;
  }
  const found: Match | undefined = recipientChoices(view, dialog)[dialog.chosen];
  if (found === undefined) return;
  if (found.kind === "stream") changeText(store, () => `${found.title} > `);
  else if (dialog.want === "direct")
    changeText(store, () => [...userIds.map((id) => nameOf(view, id)), found.title, ""].join(", "));
  else if (found.address !== undefined) writeTo(store, found.address);
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
    case "emoji": {
      const emoji = emojiChoices(view, dialog.text)[dialog.chosen];
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
      takeLink(context, dialog.links[dialog.chosen]);
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
    default:
      closeDialog(store);
  }
}

function takeLink(context: CommandContext, link: MessageLink | undefined): void {
  if (link === undefined) return;
  closeDialog(context.store);
  followLink(context, link);
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
    run: ({ store }) => changeText(store, withoutLast),
  },
  {
    id: "dialog.erase-word",
    title: "Delete the last word",
    keys: ["^W"],
    where: here,
    run: ({ store }) => changeText(store, (text) => text.replace(/\S*\s*$/, "")),
  },
  {
    id: "dialog.clear",
    title: "Clear the input",
    keys: ["^U"],
    where: here,
    run: ({ store }) => changeText(store, () => ""),
  },
];

const outside = ["sidebar", "list", "reader"] as const;

export const composing: readonly Command[] = [
  {
    id: "compose.stream",
    title: "New message to a stream",
    hint: "compose",
    keys: ["c"],
    where: outside,
    run: ({ store }) => {
      const { screen, view } = store.getState();
      const open = screen.place.kind === "narrow" ? screen.place.narrow : undefined;
      const stream =
        open?.kind === "topic" || open?.kind === "stream"
          ? get(view.streams, open.streamId)
          : undefined;
      const text = stream === undefined ? "" : `${stream.name} > `;
      changeScreen(store, (now) => ({
        ...now,
        dialog: { kind: "recipient", want: "stream", text, chosen: 0 },
      }));
    },
  },
  {
    id: "compose.direct",
    title: "New direct message",
    keys: ["x"],
    where: outside,
    run: ({ store }) => {
      const state = store.getState();
      const id = contextOf(state.screen) === "list" ? personHere(state) : undefined;
      if (id !== undefined) writeTo(store, directWith(state.view, id));
      else openDialog(store, { kind: "recipient", want: "direct", text: "", chosen: 0 });
    },
  },
];
