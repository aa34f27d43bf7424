/** Answering polls and to-do lists: by digits, and with new options or tasks. */
import { get } from "#base/table.ts";
import { offeredTexts, widgetOf } from "#model/widget.ts";
import type { DialogOf } from "#store/dialog.ts";
import { addIntents } from "#store/store.ts";
import { widgetChoices } from "./choices.ts";
import type { CommandContext } from "./command.ts";
import { toggleTick } from "./message-actions.ts";
import { closeDialog, openDialog, showToast } from "./screen.ts";

type WidgetDialog = DialogOf<"widget">;
type AddDialog = DialogOf<"widget-add">;

/** Toggles the choice; after the last one, asks for a new one. */
export function answerWidget(context: CommandContext, dialog: WidgetDialog, at: number): void {
  const { store } = context;
  const { view } = store.getState();
  const { messageId } = dialog;
  const message = get(view.messages, messageId);
  const widget = message && widgetOf(message);
  if (message === undefined || widget === undefined) {
    closeDialog(store);
    return;
  }
  const choices = widgetChoices(view, messageId);
  const choice = choices[at];
  // It stays open, because several options may be voted for.
  if (choice !== undefined) toggleTick(context, message, choice);
  else if (at === choices.length)
    openDialog(store, { kind: "widget-add", messageId, of: widget.kind, text: "", chosen: 0 });
}

/** A digit toggles that choice, `a` adds another. */
export function typeInWidget(context: CommandContext, dialog: WidgetDialog, text: string): void {
  const { view } = context.store.getState();
  const { length } = widgetChoices(view, dialog.messageId);
  if (text === "a") answerWidget(context, dialog, length);
  else if (/^[1-9]$/.test(text) && Number(text) <= length) {
    openDialog(context.store, { ...dialog, chosen: Number(text) - 1 });
    answerWidget(context, dialog, Number(text) - 1);
  }
}

/** Returns to the choices with the new one. A task may have a description after a colon. */
export function addToWidget(
  context: CommandContext,
  { messageId, of, text: typed }: AddDialog,
): void {
  const { store } = context;
  const { view } = store.getState();
  const message = get(view.messages, messageId);
  const [first = "", ...more] = of === "tasks" ? typed.split(": ") : [typed];
  const [text, description] = [first.trim(), more.join(": ").trim()];
  if (message === undefined || text === "") {
    closeDialog(store);
    return;
  }
  if (offeredTexts(message).includes(text)) {
    showToast(store, `“${text}” already exists.`, "error");
    return;
  }
  addIntents(store, context, [{ kind: "widget-add", messageId, of, text, description }]);
  const chosen = widgetChoices(store.getState().view, messageId).length - 1;
  openDialog(store, { kind: "widget", messageId, chosen });
}
