/** The composer's texts, for those who bring text back: drafts of an earlier run, or of another client. */
import { editorOf } from "#editor/editor.ts";
import type { Draft } from "#journal/intent.ts";
import type { State, Store } from "./state.ts";
import { changeScreen } from "./store.ts";

/** Puts the drafts of an earlier run into the composers where nothing was typed yet. */
export function restoreTexts(store: Store, drafts: ReadonlyMap<string, Draft>): void {
  changeScreen(store, (screen) => {
    const editors = new Map(screen.editors);
    for (const [key, draft] of drafts)
      if (draft.text !== "" && (editors.get(key)?.text ?? "") === "")
        editors.set(key, editorOf(draft.text));
    return { ...screen, editors };
  });
}

/** The text of a composer is another one: somebody changed it elsewhere. */
export function replaceText(store: Store, key: string, text: string): void {
  changeScreen(store, (screen) => ({
    ...screen,
    editors: new Map(screen.editors).set(key, editorOf(text)),
  }));
}

/** What stands in each composer, by conversation key; `""` while unaddressed. */
export function textOf(state: State, key: string): string {
  return state.screen.editors.get(key)?.text ?? "";
}

/** Tells the person that something went wrong. */
export function complain(store: Store, text: string): void {
  changeScreen(store, (screen) => ({ ...screen, toast: { text, tone: "error", undo: false } }));
}
