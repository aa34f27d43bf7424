/** The state of a text editor: the text, a cursor on a grapheme boundary, and the undo history. */

export type Moment = { readonly text: string; readonly cursor: number };

export type Editor = Moment & {
  /** The kill buffer; yank inserts it. */
  readonly killed: string;
  /** Earlier states, the latest last; at most 200. */
  readonly past: readonly Moment[];
  /** Undone states, the latest last. */
  readonly future: readonly Moment[];
  /** The kind of the last change: consecutive typing is undone together. */
  readonly last: "typed" | "killed" | "other";
  /** When something was typed last, in milliseconds of the caller's clock. */
  readonly typedAt: number;
};

export const emptyEditor: Editor = {
  text: "",
  cursor: 0,
  killed: "",
  past: [],
  future: [],
  last: "other",
  typedAt: 0,
};

/** An editor with `text`, the cursor at its end and an empty undo history. */
export function editorOf(text: string): Editor {
  return { ...emptyEditor, text, cursor: text.length };
}
