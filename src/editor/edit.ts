/** Inserting, moving, selecting and deleting: each returns a new editor, or the same one if nothing changes. */

import {
  edgeAt,
  lineAbove,
  lineBelow,
  lineEnd,
  lineStart,
  nextEdge,
  previousEdge,
  wordEnd,
  wordStart,
} from "./boundaries.ts";
import { type Editor, selectionOf } from "./editor.ts";
import { replaceRange, unselected } from "./history.ts";

/** Text typed after a pause of this length is a new undo step. */
const pauseMs = 1_000;

/**
 * Inserts at the cursor, or replaces the selection. Letters typed one after another become one step of undo, up to the
 * next blank or pause. `at` is the time in milliseconds of any monotonic clock.
 */
export function insert(editor: Editor, inserted: string, at = 0): Editor {
  if (inserted === "") return editor;
  const [from, to] = selectionOf(editor) ?? [editor.cursor, editor.cursor];
  const isPrompt = editor.last === "typed" && at - editor.typedAt < pauseMs;
  const hasBlank = /\s/.test(inserted);
  const isJoined = isPrompt && inserted.length <= 2 && !hasBlank;
  const changed = replaceRange(editor, from, to, inserted, isJoined);
  return { ...changed, last: hasBlank ? "other" : "typed", typedAt: at };
}

type FindBoundary = (text: string, at: number) => number;

const places = {
  left: previousEdge,
  right: nextEdge,
  "word left": wordStart,
  "word right": wordEnd,
  "line start": lineStart,
  "line end": lineEnd,
  "line up": lineAbove,
  "line down": lineBelow,
  start: () => 0,
  end: (text: string) => text.length,
} satisfies Record<string, FindBoundary>;

export type Motion = keyof typeof places;

/** Whether a motion extends the selection, starting one if there is none. */
export type Extends = "extends" | undefined;

/** With a selection, left and right move to its ends. */
export function move(editor: Editor, motion: Motion, extending?: Extends): Editor {
  const selection = extending || editor.isMarked ? undefined : selectionOf(editor);
  if (selection !== undefined && (motion === "left" || motion === "right"))
    return { ...unselected(editor), cursor: selection[motion === "left" ? 0 : 1], last: "other" };
  return moveTo(editor, places[motion](editor.text, editor.cursor), extending);
}

/**
 * Moves the cursor to `at`, or to the boundary before it. Unless extending, drops a selection not started by the mark.
 */
export function moveTo(editor: Editor, at: number, extending?: Extends): Editor {
  const cursor = edgeAt(editor.text, at);
  const keepsAnchor = extending !== undefined || editor.isMarked === true;
  const anchor = keepsAnchor ? (editor.anchor ?? editor.cursor) : undefined;
  const isSame = cursor === editor.cursor && anchor === editor.anchor;
  return isSame ? editor : { ...editor, cursor, anchor, goal: undefined, last: "other" };
}

/** Sets the mark at the cursor, so that motions select from there; removes it if it is there already. */
export function mark(editor: Editor): Editor {
  const isSet = editor.isMarked && editor.anchor === editor.cursor;
  return isSet
    ? unselected(editor)
    : { ...unselected(editor), anchor: editor.cursor, isMarked: true, last: "other" };
}

export function selectAll(editor: Editor): Editor {
  const { length } = editor.text;
  return length === 0
    ? editor
    : { ...unselected(editor), anchor: 0, cursor: length, last: "other" };
}

/** Deletes the selection, else the text that `motion` passes over; it cannot be yanked. */
export function erase(editor: Editor, motion: "left" | "right"): Editor {
  const { text, cursor } = editor;
  const target = places[motion](text, cursor);
  const [from, to] = selectionOf(editor) ?? (target < cursor ? [target, cursor] : [cursor, target]);
  return from === to ? unmarked(editor) : removed(editor, from, to);
}

function unmarked(editor: Editor): Editor {
  return editor.anchor === undefined ? editor : unselected(editor);
}

/** Deletes a range; the characters on both sides may then form one grapheme. */
export function removed(editor: Editor, from: number, to: number): Editor {
  const changed = replaceRange(editor, from, to, "");
  return { ...changed, cursor: edgeAt(changed.text, from) };
}
