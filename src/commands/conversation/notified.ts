/**
 * What the user chose on a notification: to see the message, to answer it, or to deal with its conversation, which may be
 * of an account that is not shown.
 *
 * It comes without a key, at any time. So it never takes the place of a dialog that something is typed into.
 */

import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import { openAt } from "#commands/places/navigation.ts";
import { closeDialog, openComposer, openMenu, showToast } from "#commands/screen.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import type { Dialog } from "#store/dialog.ts";
import type { Store } from "#store/state.ts";
import { askForSnooze } from "./snoozed.ts";
import { type Targets, targetsFor } from "./targets.ts";
import { markDone, needsConfirming } from "./triage.ts";

export type NotificationAnswer = "show" | "done" | "reply" | "later";

/** The context is that of the message's account. */
export function answerNotification(
  context: CommandContext,
  notified: Message,
  answer: NotificationAnswer,
): void {
  const { store } = context;
  const { view } = store.getState();
  // It may have been moved since.
  const message = get(view.messages, notified.id) ?? notified;
  switch (answer) {
    case "show":
      show(context, message);
      return;
    case "reply":
      if (show(context, message)) openComposer(store, conversationOfMessage(message));
      return;
    case "later":
      if (comeForward(context, message)) askForSnooze(context, targetOf(context, message));
      return;
    case "done":
      markNotifiedDone(context, message);
  }
}

/** False if something else is open. */
function show(context: CommandContext, message: Message): boolean {
  if (!comeForward(context, message)) return false;
  openAt(context.store, conversationOfMessage(message), message.id);
  return true;
}

/** What was there when the notification was shown; messages that came later may not have been seen. */
function markNotifiedDone(context: CommandContext, message: Message): void {
  const { store } = context;
  const targets = { ...targetOf(context, message), upTo: message.id };
  if (needsConfirming(store.getState(), targets)) {
    if (comeForward(context, message)) openMenu(store, { kind: "done", targets });
    return;
  }
  const isNew = markDone(context, targets);
  const { toast } = store.getState().screen;
  const shown = shownStore(context);
  if (!isNew) showToast(shown, `${targets.title}: nothing is unread there.`);
  else if (!isShown(context) && toast !== undefined)
    showToast(shown, `${accountOf(store)} · ${toast.text}`);
}

function targetOf({ store }: CommandContext, { conversation }: Message): Targets {
  return targetsFor(store.getState().view, [conversation]);
}

/** Shows the account of the message, without a dialog; false, and the user is told, if one is open that takes text. */
function comeForward(context: CommandContext, { conversation }: Message): boolean {
  const { store, openAccount } = context;
  const shown = shownStore(context);
  const isTyped = [shown, store].some(({ getState }) => takesText(getState().screen.dialog));
  if (isTyped) {
    const title = conversationTitle(store.getState().view, conversation);
    showToast(shown, `${title} waits: leave what is open here first.`);
    return false;
  }
  if (!isShown(context)) openAccount(accountOf(store));
  closeDialog(store);
  return true;
}

function takesText(dialog: Dialog | undefined): boolean {
  return dialog !== undefined && !["menu", "info", "card"].includes(dialog.kind);
}

/** By its name: what an account registers with its store is kept apart from it, in a store of another identity. */
function isShown({ store, accounts }: CommandContext): boolean {
  return accounts === undefined || accounts.live().shown().name === accountOf(store);
}

function shownStore({ store, accounts }: CommandContext): Store {
  return accounts?.live().shown().store ?? store;
}

function accountOf(store: Store): string {
  return store.getState().session.account?.name ?? "";
}
