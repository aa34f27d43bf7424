/**
 * Files on their way to the server. Each has a mark in the text that it is for, where its link will stand: the text is
 * the person's, so a mark may be moved, deleted, and brought back.
 */
import { substitute } from "#editor/substitute.ts";
import type { Store } from "./state.ts";
import { changeScreen, changeSession } from "./store.ts";

export type Upload = {
  readonly id: string;
  /** Without folders; not safe for a terminal. */
  readonly name: string;
  /** Where it is read from, or the text that it consists of. */
  readonly from: { readonly path: string } | { readonly text: string };
  /** Bytes. */
  readonly size: number;
  /** Stands in the text until the link does. */
  readonly mark: string;
  /** `waiting` for the connection, or for another one. */
  readonly state: "waiting" | "sending" | "failed";
  /** 0 to 100. */
  readonly percent: number;
  /** Why it failed; absent otherwise. */
  readonly reason?: string;
};

export function changeUpload(store: Store, id: string, change: Partial<Upload>): void {
  changeSession(store, (session) => {
    const uploads = session.uploads.map((one) => (one.id === id ? { ...one, ...change } : one));
    return { ...session, uploads };
  });
}

export function addUpload(store: Store, upload: Upload): void {
  changeSession(store, (session) => ({ ...session, uploads: [...session.uploads, upload] }));
}

/** Forgets it; `instead` takes the place of its mark, wherever that is. False where its mark is nowhere. */
export function endUpload(store: Store, { id, mark }: Upload, instead: string): boolean {
  changeSession(store, (session) => ({
    ...session,
    uploads: session.uploads.filter((one) => one.id !== id),
  }));
  let isFound = false;
  changeScreen(store, (screen) => {
    const editors = new Map(screen.editors);
    for (const [key, editor] of editors) {
      if (!editor.text.includes(mark)) continue;
      isFound = true;
      editors.set(key, substitute(editor, mark, instead));
    }
    return isFound ? { ...screen, editors } : screen;
  });
  return isFound;
}
