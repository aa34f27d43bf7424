/** The open composer's text: which one it is, changing it, pasting into it, and keeping the text of an edit that cannot be saved. */
import type { Clock } from "#base/clock.ts";
import { insertAfterName } from "#editor/completing.ts";
import { type Editor, editorOf, emptyEditor } from "#editor/editor.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import { titleOf } from "#model/select/conversations.ts";
import { composerEditor, composerKey, withNew } from "#store/composer.ts";
import { prependDraft } from "#store/drafts.ts";
import { isList } from "#store/lists.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeDraft, changeScreen } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { openComposer, showToast } from "./screen.ts";

/** Changes the open composer's text. The kill ring is shared by all composers. */
export function edit(store: Store, change: (editor: Editor) => Editor): void {
  changeScreen(store, (screen) => {
    const editor = composerEditor(screen);
    const kills = screen.kills ?? editor.kills;
    const before = editor.kills === kills ? editor : { ...editor, kills };
    const after = change(before);
    if (after === before) return screen;
    const key = composerKey(screen);
    const changed = { ...withEditor(screen, key, after), kills: after.kills };
    if (before.text !== "" && screen.began?.key === key) return changed;
    // A notice about an earlier text is obsolete.
    const { rerouted: _, ...rest } = changed;
    return { ...rest, began: { key, newest: store.getState().replica.newestMessage } };
  });
}

/** The screen with `editor` in the composer of `key`, edited by the user just now. */
export function withEditor(screen: Screen, key: string, editor: Editor): Screen {
  const touched = isTouched(screen, key) ? screen.touched : { key, place: screen.place };
  return { ...screen, touched, editors: new Map(screen.editors).set(key, editor) };
}

/** The screen with an edit in the composer of `key`, of a message that says `was`. */
export function withEdit(screen: Screen, key: string, was: string, text: string): Screen {
  const edits = new Map(screen.edits).set(key, was);
  return { ...withEditor(screen, key, editorOf(text)), edits };
}

/** The unsaved edit of `key` if there is one, else a new edit of `content`. */
export function continuedEdit(screen: Screen, key: string, content: string): Screen {
  const { editors, edits } = screen;
  if ((editors.get(key)?.text ?? "") === "") return withEdit(screen, key, content, content);
  return edits?.has(key) ? screen : { ...screen, edits: new Map(edits).set(key, content) };
}

/**
 * The screen after the open edit, with the composer of the open conversation, or else of the edited message's. The edited
 * text is forgotten, unless it is to be continued later.
 */
export function withoutEdit(screen: Screen, keepsText: boolean): Screen {
  const { composing, place } = screen;
  if (composing.kind === "new") return screen;
  const isOpen = !isList(place) && isConversation(place.narrow);
  const other = composing.kind === "edit" ? composing.address : undefined;
  const kept = keepsText ? screen : withoutTextOf(screen, composerKey(screen));
  return { ...withNew(kept, isOpen ? place.narrow : other), focus: composing.focus };
}

function withoutTextOf(screen: Screen, key: string): Screen {
  const [editors, edits] = [new Map(screen.editors), new Map(screen.edits)];
  editors.delete(key);
  edits.delete(key);
  return { ...screen, editors, edits };
}

/** The screen with an empty text in the composer of `key`. */
export function cleared(screen: Screen, key: string): Screen {
  const editors = new Map(screen.editors);
  editors.delete(key);
  return { ...screen, editors };
}

/** Whether the user has edited the text of `key` since the place was opened. */
export function isTouched({ touched, place }: Screen, key: string): boolean {
  return touched?.key === key && touched.place === place;
}

/** Inserts typed or pasted text. */
export function insert(store: Store, text: string, clock: Pick<Clock, "elapsed">): void {
  edit(store, (editor) => insertAfterName(editor, text, clock.elapsed()));
}

/**
 * Pastes into the open edit, or else into the composer of the open conversation; elsewhere asks for a recipient and
 * keeps the text until then.
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
  changeScreen(store, (now) => withNew(now, undefined));
  insert(store, text, clock);
  changeScreen(store, (now) => ({
    ...now,
    dialog: { kind: "recipient", want: "stream", text: "", chosen: 0 },
  }));
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
  const { text } = screen.editors.get(key) ?? emptyEditor;
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
