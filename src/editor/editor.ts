/** A text being written: lines, a cursor on a grapheme's edge, and what undo needs. */

export type Editor = {
  readonly text: string;
  /** Index into `text` in UTF-16 units, always on a grapheme's edge. */
  readonly cursor: number;
  /** The text that the last kill took; `^Y` puts it back. */
  readonly killed: string;
  readonly past: readonly { readonly text: string; readonly cursor: number }[];
  readonly future: readonly { readonly text: string; readonly cursor: number }[];
};

export const emptyEditor: Editor = { text: "", cursor: 0, killed: "", past: [], future: [] };

/** An editor that holds `text`, with the cursor at its end and nothing to undo. */
export function editorOf(text: string): Editor {
  return { ...emptyEditor, text, cursor: text.length };
}
