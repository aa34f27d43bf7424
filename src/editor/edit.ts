/** Writing, moving, selecting and deleting: each gives a new editor, or the same one when nothing changed. */

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

/** Whoever types on after so long begins another step of undo. */
const pauseMs = 1_000;

/**
 * Puts `inserted` at the cursor, or in the place of what is selected. Letters typed one after another become one step of
 * undo, up to the next blank or pause. `at` are the milliseconds of any clock that does not go back.
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

/** Whether a motion extends the selection, beginning one where there is none. */
export type Extends = "extends" | undefined;

/** A step to the side with something selected goes to that side of it. */
export function move(editor: Editor, motion: Motion, extending?: Extends): Editor {
  const selection = extending || editor.isMarked ? undefined : selectionOf(editor);
  if (selection !== undefined && (motion === "left" || motion === "right"))
    return { ...unselected(editor), cursor: selection[motion === "left" ? 0 : 1], last: "other" };
  return moveTo(editor, places[motion](editor.text, editor.cursor), extending);
}

/** The cursor at `at`, or at the boundary before it. Without extending, a selection that was not marked is dropped. */
export function moveTo(editor: Editor, at: number, extending?: Extends): Editor {
  const cursor = edgeAt(editor.text, at);
  const isKept = extending !== undefined || editor.isMarked === true;
  const anchor = isKept ? (editor.anchor ?? editor.cursor) : undefined;
  const isSame = cursor === editor.cursor && anchor === editor.anchor;
  return isSame ? editor : { ...editor, cursor, anchor, goal: undefined, last: "other" };
}

/** The mark at the cursor, from where motions select; without it where it stands already. */
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

/** Deletes the selection, or else what lies between the cursor and where `motion` leads; not kept for yanking. */
export function erase(editor: Editor, motion: "left" | "right"): Editor {
  const { text, cursor } = editor;
  const target = places[motion](text, cursor);
  const [from, to] = selectionOf(editor) ?? (target < cursor ? [target, cursor] : [cursor, target]);
  return from === to ? unmarked(editor) : removed(editor, from, to);
}

function unmarked(editor: Editor): Editor {
  return editor.anchor === undefined ? editor : unselected(editor);
}

/** Without what stands from `from` to `to`; the characters on both sides may be one grapheme then. */
export function removed(editor: Editor, from: number, to: number): Editor {
  const changed = replaceRange(editor, from, to, "");
  return { ...changed, cursor: edgeAt(changed.text, from) };
}
