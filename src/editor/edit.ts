/** Changes of a text: each gives a new editor, or the same one when nothing changed. */

import {
  blankStart,
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
import type { Editor } from "./editor.ts";

const longestPast = 200;

/** Whoever types on after so long begins another step of undo. */
const pauseMs = 1_000;

/**
 * Puts `inserted` at the cursor. Letters typed one after another become one step of undo, up to the next blank or pause.
 * `at` are the milliseconds of any clock that does not go back.
 */
export function insert(editor: Editor, inserted: string, at = 0): Editor {
  if (inserted === "") return editor;
  const { text, cursor } = editor;
  const isPrompt = editor.last === "typed" && at - editor.typedAt < pauseMs;
  const joined = isPrompt && inserted.length <= 2 && !/\s/.test(inserted);
  const changed = changeTo(
    editor,
    text.slice(0, cursor) + inserted + text.slice(cursor),
    cursor + inserted.length,
    joined,
  );
  return {
    ...changed,
    cursor: edgeBehind(changed.text, changed.cursor),
    last: /\s/.test(inserted) ? "other" : "typed",
    typedAt: at,
  };
}

/** A character may join its neighbours to one grapheme: the cursor stands behind all of it. */
function edgeBehind(text: string, at: number): number {
  const edge = edgeAt(text, at);
  return edge === at ? at : nextEdge(text, edge);
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

export function move(editor: Editor, motion: Motion): Editor {
  const cursor = places[motion](editor.text, editor.cursor);
  return cursor === editor.cursor ? editor : { ...editor, cursor, last: "other" };
}

/** Deletes what lies between the cursor and where `motion` leads; nothing is kept for yanking. */
export function erase(editor: Editor, motion: "left" | "right"): Editor {
  const { text, cursor } = editor;
  const target = places[motion](text, cursor);
  if (target === cursor) return editor;
  const [from, to] = target < cursor ? [target, cursor] : [cursor, target];
  const changed = changeTo(editor, text.slice(0, from) + text.slice(to), from, false);
  return { ...changed, cursor: edgeAt(changed.text, from), last: "other" };
}

const kills = {
  "word left": wordStart,
  "word right": wordEnd,
  "blank left": blankStart,
  "line start": (text: string, at: number) =>
    lineStart(text, at) === at ? previousEdge(text, at) : lineStart(text, at),
  "line end": (text: string, at: number) =>
    lineEnd(text, at) === at ? nextEdge(text, at) : lineEnd(text, at),
} satisfies Record<string, FindBoundary>;

export type Kill = keyof typeof kills;

/** Deletes and keeps it for yanking; kills one after another are kept together. */
export function kill(editor: Editor, how: Kill): Editor {
  const { text, cursor } = editor;
  const target = kills[how](text, cursor);
  if (target === cursor) return editor;
  const [from, to] = target < cursor ? [target, cursor] : [cursor, target];
  const taken = text.slice(from, to);
  const before = editor.last === "killed" ? editor.killed : "";
  const changed = changeTo(editor, text.slice(0, from) + text.slice(to), from, false);
  return { ...changed, killed: target < cursor ? taken + before : before + taken, last: "killed" };
}

/** Puts what was killed at the cursor. */
export function yank(editor: Editor): Editor {
  return { ...insert({ ...editor, last: "other" }, editor.killed), last: "other" };
}

/** `inserted` in the place of what stands from `from` to `to`; one step of undo. */
export function replaceRange(editor: Editor, from: number, to: number, inserted: string): Editor {
  const text = editor.text.slice(0, from) + inserted + editor.text.slice(to);
  const changed = changeTo(editor, text, from + inserted.length, false);
  return { ...changed, cursor: edgeBehind(text, changed.cursor), last: "other" };
}

/** Another text in its place, the cursor at its end; can be undone. */
export function replaceAll(editor: Editor, text: string): Editor {
  return text === editor.text
    ? editor
    : { ...changeTo(editor, text, text.length, false), last: "other" };
}

export function undo(editor: Editor): Editor {
  const moment = editor.past.at(-1);
  if (moment === undefined) return editor;
  return {
    ...editor,
    ...moment,
    past: editor.past.slice(0, -1),
    future: [...editor.future, { text: editor.text, cursor: editor.cursor }],
    last: "other",
  };
}

export function redo(editor: Editor): Editor {
  const moment = editor.future.at(-1);
  if (moment === undefined) return editor;
  return {
    ...editor,
    ...moment,
    past: [...editor.past, { text: editor.text, cursor: editor.cursor }],
    future: editor.future.slice(0, -1),
    last: "other",
  };
}

function changeTo(editor: Editor, text: string, cursor: number, joined: boolean): Editor {
  const moment = { text: editor.text, cursor: editor.cursor };
  const past = joined ? editor.past : [...editor.past, moment].slice(-longestPast);
  return { ...editor, text, cursor, past, future: [] };
}
