/**
 * Replaces a part of a text, with undo and redo.
 *
 * A step contains only the replaced part: a history of whole texts would contain a long one 200 times.
 */
import { edgeAt, nextEdge } from "./boundaries.ts";
import type { Change, Editor } from "./editor.ts";

const longestPast = 200;

/**
 * Replaces a range, with the cursor after the inserted text and no selection. `isJoined` makes it one undo step with
 * the previous change, which must be an insertion that ends there.
 */
export function replaceRange(
  editor: Editor,
  from: number,
  to: number,
  inserted: string,
  isJoined = false,
): Editor {
  const text = editor.text.slice(0, from) + inserted + editor.text.slice(to);
  const cursor = edgeBehind(text, from + inserted.length);
  const removed = editor.text.slice(from, to);
  const change = { at: from, removed, inserted, from: editor.cursor, to: cursor };
  return {
    ...unselected(editor),
    text,
    cursor,
    past: withChange(editor.past, change, isJoined),
    future: [],
    last: "other",
  };
}

function withChange(past: Editor["past"], change: Change, isJoined: boolean): Editor["past"] {
  const before = past.at(-1);
  const joins =
    isJoined &&
    before !== undefined &&
    change.removed === "" &&
    before.at + before.inserted.length === change.at;
  if (!joins) return [...past, change].slice(-longestPast);
  const inserted = before.inserted + change.inserted;
  return past.with(-1, { ...before, inserted, to: change.to });
}

/** An inserted character may merge with its neighbours into one grapheme: the cursor goes after all of it. */
function edgeBehind(text: string, at: number): number {
  const edge = edgeAt(text, at);
  return edge === at ? at : nextEdge(text, edge);
}

/** Drops the selection, and the state that only consecutive motions use. */
export function unselected(editor: Editor): Editor {
  return { ...editor, anchor: undefined, isMarked: false, goal: undefined };
}

/** Replaces the whole text, with the cursor at its end; can be undone. */
export function replaceAll(editor: Editor, text: string): Editor {
  return text === editor.text ? editor : replaceRange(editor, 0, editor.text.length, text);
}

export function undo(editor: Editor): Editor {
  const change = editor.past.at(-1);
  if (change === undefined) return editor;
  const { at, removed, inserted, from } = change;
  const { text } = editor;
  return {
    ...unselected(editor),
    text: text.slice(0, at) + removed + text.slice(at + inserted.length),
    cursor: from,
    past: editor.past.slice(0, -1),
    future: [...editor.future, change],
    last: "other",
  };
}

export function redo(editor: Editor): Editor {
  const change = editor.future.at(-1);
  if (change === undefined) return editor;
  const { at, removed, inserted, to } = change;
  const { text } = editor;
  return {
    ...unselected(editor),
    text: text.slice(0, at) + inserted + text.slice(at + removed.length),
    cursor: to,
    past: [...editor.past, change],
    future: editor.future.slice(0, -1),
    last: "other",
  };
}
