/** Restores composer texts: drafts of an earlier run or of another client. */
import { editorOf, emptyEditor } from "#editor/editor.ts";
import { replaceAll } from "#editor/history.ts";
import { isConflictKey } from "#journal/drafts.ts";
import type { Draft } from "#journal/intent.ts";
import type { State, Store } from "./state.ts";
import { changeScreen } from "./store.ts";

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
