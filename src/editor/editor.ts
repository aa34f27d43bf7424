/** The state of a text editor: the text, a cursor on a grapheme boundary, the selection, and the undo history. */

/** One undo step: the text at `at` was replaced. */
export type Change = {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
  /** The cursor before and after it. */
  readonly from: number;
  readonly to: number;
};

export type Editor = {
  readonly text: string;
  readonly cursor: number;
  /** The other end of the selection, if there is one, also on a grapheme boundary. */
  readonly anchor?: number | undefined;
  /** Whether the selection was started by the mark: every motion extends it, until it is used or dropped. */
  readonly isMarked?: boolean;
  /** The column that vertical motions keep, in cells; undefined after any other change. */
  readonly goal?: number | undefined;
  /** Killed texts, the latest last; at most 30. */
  readonly kills: readonly string[];
  /** How many kills back the last yank went; valid only while `last` is `yanked`. */
  readonly rotated?: number;
  /** Earlier changes, the latest last; at most 200. */
  readonly past: readonly Change[];
  /** Undone changes, the latest last. */
  readonly future: readonly Change[];
  /** The kind of the last change: consecutive typing is undone together, consecutive kills are yanked together. */
  readonly last: "typed" | "killed" | "yanked" | "other";
  /** When something was typed last, in milliseconds of the caller's clock. */
  readonly typedAt: number;
};

export const emptyEditor: Editor = {
  text: "",
  cursor: 0,
  kills: [],
  past: [],
  future: [],
  last: "other",
  typedAt: 0,
};

/** An editor with `text`, the cursor at its end and an empty undo history. */
export function editorOf(text: string): Editor {
  return { ...emptyEditor, text, cursor: text.length };
}

/** The selected range, start first; undefined without a selection. */
export function selectionOf({
  anchor,
  cursor,
}: Pick<Editor, "anchor" | "cursor">): readonly [from: number, to: number] | undefined {
  if (anchor === undefined || anchor === cursor) return undefined;
  return anchor < cursor ? [anchor, cursor] : [cursor, anchor];
}
