/** The open composer's text: which one it is, changing it, pasting into it, and keeping the text of an edit that cannot be saved. */

import type { Clock } from "#base/clock.ts";
import type { CommandContext } from "#commands/command.ts";
import { openComposer, showToast } from "#commands/screen.ts";
import { insertAfterName } from "#editor/completing.ts";
import { withKill } from "#editor/edit.ts";
import type { Editor } from "#editor/editor.ts";
import { selectionOf } from "#editor/editor.ts";
import { unselected } from "#editor/history.ts";
import { isSameContent } from "#journal/actions/message.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import { titleOf } from "#model/select/conversations.ts";
import {
  cleared,
  composerAt,
  composerEditor,
  composerKey,
  isEditGone,
  isWaiting,
  openedComposer,
  prependDraft,
  recipientOf,
  targetKey,
  waitingIn,
  withComposer,
  withEditor,
  withNew,
  withoutEdit,
} from "#store/composer.ts";
import { isList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeDraft, changeScreen } from "#store/store.ts";
import { askForRecipient } from "./recipients.ts";

/** Changes the open composer's text. The kill ring is shared by all composers. */
export function edit(store: Store, change: (editor: Editor) => Editor): void {
  changeScreen(store, (screen) => {
    const editor = composerEditor(screen);
    const kills = screen.writing.kills ?? editor.kills;
    const before = editor.kills === kills ? editor : { ...editor, kills };
    const after = change(before);
    if (after === before) return screen;
    const key = composerKey(screen);
    const changed = withEdited(screen, key, before, after);
    const { rerouted, began: earlier, ...composer } = composerAt(changed, key);
    const hasBegun = before.text !== "" && earlier !== undefined;
    // A notice about an earlier text is obsolete; that a text followed its topic was read by whoever writes on.
    if (hasBegun && rerouted?.isFollowed !== true) return changed;
    const began = hasBegun ? earlier : store.getState().replica.newestMessage;
    return { ...changed, composers: new Map(changed.composers).set(key, { ...composer, began }) };
  });
}

/** The screen with the text edited. A draft that waited there and is gone can be yanked; one that was typed over is kept. */
function withEdited(screen: Screen, key: string, before: Editor, after: Editor): Screen {
  const edited = withEditor(screen, key, after);
  const isReplaced = isWaiting(screen) && !after.text.includes(before.text);
  const kills = isReplaced ? withKill(after.kills, before.text) : after.kills;
  const replaced = { text: before.text };
  const noted = isReplaced && after.text !== "" ? withComposer(edited, key, { replaced }) : edited;
  return { ...noted, writing: { ...screen.writing, kills } };
}

/** Inserts typed or pasted text. */
export function insert(store: Store, text: string, clock: Pick<Clock, "elapsed">): void {
  edit(store, (editor) => insertAfterName(editor, text, clock.elapsed()));
}

/**
 * Pastes into the open edit, or else into the composer of the open conversation; elsewhere asks for a recipient and
 * keeps the text until then. No list shows the text without a recipient: an earlier one stays beside it, among the
 * drafts.
 */
export function pasteOutsideInputs(
  store: Store,
  text: string,
  clock: Pick<Clock, "elapsed">,
): void {
  const { place, composing } = store.getState().screen;
  if (composing.kind !== "new") {
    openComposer(store);
    insert(store, text, clock);
    return;
  }
  if (!isList(place) && isConversation(place.narrow)) {
    openComposer(store, place.narrow);
    insert(store, text, clock);
    return;
  }
  changeScreen(store, (now) => waitingIn(withNew(now, undefined), ""));
  insert(store, text, clock);
  askForRecipient(store);
  showToast(store, "Choose a recipient for the pasted text.");
}

/** Says why nothing can be edited; an unsaved edit becomes a draft, above the existing one. */
export function editToDraft(
  { store, clock }: Pick<CommandContext, "store" | "clock">,
  key: string,
  address: Address | undefined,
  reason: string,
): void {
  const { view, screen } = store.getState();
  const { text } = composerAt(screen, key).editor;
  if (text.trim() === "") {
    showToast(store, reason, "error");
    return;
  }
  const to = address === undefined ? "" : conversationKey(address);
  prependDraft(store, to, { address, text, updatedAt: clock.now() });
  changeDraft(store, key, undefined);
  changeScreen(store, (now) => cleared(now, key));
  const where = address === undefined ? "a draft" : `the draft to ${titleOf(view, address)}`;
  showToast(store, `${reason} Your text is in ${where}.`, "error");
}

export const wasDeleted = "This message was deleted.";
export const sentOrDeleted = "This message has already been sent or deleted.";

/** An open edit that nothing can be saved to any more becomes a draft; false for any other text. */
export function keepGoneEdit(context: Pick<CommandContext, "store" | "clock">): boolean {
  const { store } = context;
  const state = store.getState();
  const { composing } = state.screen;
  if (!isEditGone(state)) return false;
  const reason = composing.kind === "edit" ? wasDeleted : sentOrDeleted;
  editToDraft(context, targetKey(composing), recipientOf(state), reason);
  changeScreen(store, (now) => withoutEdit(now, false));
  return true;
}

/** Leaves the open edit, which is kept if it changed anything; false without one. */
export function leaveEdit(context: Pick<CommandContext, "store" | "clock">): boolean {
  const { store } = context;
  const { screen, view } = store.getState();
  if (screen.composing.kind === "new") return false;
  if (keepGoneEdit(context)) return true;
  const { editor, was = "" } = openedComposer(screen);
  const keepsText = editor.text.trim() !== "" && !isSameContent(view, editor.text, was);
  changeScreen(store, (now) => withoutEdit(now, keepsText));
  return true;
}

/** Clears the selection or the mark; false without one. */
export function dropSelection(store: Store): boolean {
  const editor = composerEditor(store.getState().screen);
  if (selectionOf(editor) === undefined && !editor.isMarked) return false;
  edit(store, unselected);
  return true;
}
