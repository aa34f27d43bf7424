/** A text being written: the text, a cursor on a grapheme's edge, and what undo needs. */

export type Moment = { readonly text: string; readonly cursor: number };

export type Editor = Moment & {
  /** What the last kill took; yanking puts it back. */
  readonly killed: string;
  /** Earlier moments, the latest last; at most 200. */
  readonly past: readonly Moment[];
  /** Moments that undo took back, the latest last. */
  readonly future: readonly Moment[];
  /** What the last change was: letters typed one after another are undone together. */
  readonly last: "typed" | "killed" | "other";
};

export const emptyEditor: Editor = {
  text: "",
  cursor: 0,
  killed: "",
  past: [],
  future: [],
  last: "other",
};

/** An editor that holds `text`, with the cursor at its end and nothing to undo. */
export function editorOf(text: string): Editor {
  return { ...emptyEditor, text, cursor: text.length };
}
