/** What is being written: a new message, an edit, or the edit of a scheduled message; and the texts of them all. */
import { get } from "#base/table.ts";
import { type Editor, editorOf, emptyEditor } from "#editor/editor.ts";
import { replaceAll } from "#editor/history.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { editKey, isConflictKey, scheduledEditKey } from "#journal/drafts.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { MessageId, ScheduledId } from "#wire/ids.ts";
import type { Screen, Target } from "./screen.ts";
import type { State, Store } from "./state.ts";
import { changeScreen } from "./store.ts";

/** The message that is being edited in the composer; undefined for any other text. */
export function editedMessage({ composing }: Pick<Screen, "composing">): MessageId | undefined {
  return composing.kind === "edit" ? composing.id : undefined;
}

/** The scheduled message that is being edited in the composer. */
export function editedScheduled({ composing }: Pick<Screen, "composing">): ScheduledId | undefined {
  return composing.kind === "scheduled" ? composing.id : undefined;
}

/** The address of a new message in the composer; undefined for an edit, or without a recipient yet. */
export function newAddress({ composing }: Pick<Screen, "composing">): Address | undefined {
  return composing.kind === "new" ? composing.address : undefined;
}

/** Where the text goes: for an edit, where its message is now. The same value while it is the same conversation. */
export function recipientOf({ screen, view }: Pick<State, "screen" | "view">): Address | undefined {
  const { composing } = screen;
  if (composing.kind === "new") return composing.address;
  const now = addressNow(view, composing) ?? composing.address;
  return conversationKey(now) === conversationKey(composing.address) ? composing.address : now;
}

function addressNow(
  view: State["view"],
  edit: Exclude<Target, { kind: "new" }>,
): Address | undefined {
  if (edit.kind === "scheduled") {
    const message = view.scheduled.get(edit.id);
    return message && timedOf(view, message).address;
  }
  const message = get(view.messages, edit.id);
  return message && conversationOfMessage(message);
}

/** The key of a text: that of its draft. */
export function targetKey(target: Target): string {
  if (target.kind === "edit") return editKey(target.id);
  if (target.kind === "scheduled") return scheduledEditKey(target.id);
  return target.address === undefined ? "" : conversationKey(target.address);
}

/** The key of the text in the composer. */
export function composerKey({ composing }: Pick<Screen, "composing">): string {
  return targetKey(composing);
}

export function composerEditor(screen: Screen): Editor {
  return screen.editors.get(composerKey(screen)) ?? emptyEditor;
}

/** The screen with a new message to `address` in its composer. */
export function withNew(screen: Screen, address: Address | undefined): Screen {
  return { ...screen, composing: { kind: "new", address } };
}

/** The screen with the composer of a new message focused; without `address`, what it writes stays. */
export function writing(screen: Screen, address?: Address): Screen {
  const opened = address === undefined ? screen : withNew(screen, address);
  return { ...opened, focus: "composer", sidebarShown: false };
}

/** Puts the drafts of an earlier run into composers that are still empty. */
export function restoreTexts(store: Store, drafts: ReadonlyMap<string, Draft>): void {
  changeScreen(store, (screen) => {
    const [editors, edits] = [new Map(screen.editors), new Map(screen.edits)];
    for (const [key, { text, was }] of drafts) {
      if (isConflictKey(key) || text === "" || (editors.get(key)?.text ?? "") !== "") continue;
      editors.set(key, editorOf(text));
      if (was !== undefined) edits.set(key, was);
    }
    return { ...screen, editors, edits };
  });
}

/** Replaces a composer's text that was changed elsewhere. Undo restores the one that stood here. */
export function replaceText(store: Store, key: string, text: string): void {
  changeScreen(store, (screen) => {
    const editor = replaceAll(screen.editors.get(key) ?? emptyEditor, text);
    return { ...screen, editors: new Map(screen.editors).set(key, editor) };
  });
}

/** The text of each composer, by conversation key; `""` while unaddressed. */
export function textOf(state: State, key: string): string {
  return state.screen.editors.get(key)?.text ?? "";
}

export function showError(store: Store, text: string): void {
  changeScreen(store, (screen) => ({ ...screen, toast: { text, tone: "error", undo: false } }));
}

/** Clears such an error once the server responds. */
export function clearErrorUntilLive(store: Store): void {
  changeScreen(store, (screen) =>
    screen.toast?.untilLive === true ? { ...screen, toast: undefined } : screen,
  );
}

/** Shows an error that is obsolete as soon as the server responds. */
export function showErrorUntilLive(store: Store, text: string): void {
  const toast = { text, tone: "error", undo: false, untilLive: true } as const;
  changeScreen(store, (screen) => ({ ...screen, toast }));
}
