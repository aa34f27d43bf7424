/** Inserting, moving, selecting, deleting, killing: each returns a new editor, or the same one if nothing changes. */
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
import { type Editor, selectionOf } from "./editor.ts";
import { replaceRange, undo, unselected } from "./history.ts";

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
function removed(editor: Editor, from: number, to: number): Editor {
  const changed = replaceRange(editor, from, to, "");
  return { ...changed, cursor: edgeAt(changed.text, from) };
}

// Killing and yanking: killed text goes into a ring; a yank inserts the latest kill and can step back to earlier ones.

const maxKills = 30;

const kills = {
  "word left": wordStart,
  "word right": wordEnd,
  "blank left": blankStart,
  "line start": (text: string, at: number) =>
    lineStart(text, at) === at ? previousEdge(text, at) : lineStart(text, at),
  "line end": (text: string, at: number) =>
    lineEnd(text, at) === at ? nextEdge(text, at) : lineEnd(text, at),
} satisfies Record<string, (text: string, at: number) => number>;

export type Kill = keyof typeof kills;

/**
 * Deletes the selection, else the range given by `how`, into the kill ring; consecutive kills are joined. Once all before
 * the cursor on its line was killed, killing it again takes the whole text.
 */
export function kill(editor: Editor, how: Kill): Editor {
  const { text, cursor } = editor;
  if (selectionOf(editor) !== undefined) return cut(editor);
  if (how === "line start" && editor.last === "killed" && lineStart(text, cursor) === cursor)
    return killAll(editor);
  const target = kills[how](text, cursor);
  if (target === cursor) return editor;
  const [from, to] = target < cursor ? [target, cursor] : [cursor, target];
  const taken = text.slice(from, to);
  const isNext = editor.last === "killed";
  const before = isNext ? (editor.kills.at(-1) ?? "") : "";
  const joined = target < cursor ? taken + before : before + taken;
  const ring = isNext ? editor.kills.slice(0, -1) : editor.kills;
  return { ...removed(editor, from, to), kills: withKill(ring, joined), last: "killed" };
}

/** The rest of the text, whose part before the cursor goes on with the latest kill. */
function killAll(editor: Editor): Editor {
  const { text, cursor, kills } = editor;
  if (text === "") return editor;
  const joined = text.slice(0, cursor) + (kills.at(-1) ?? "") + text.slice(cursor);
  const emptied = removed(editor, 0, text.length);
  return { ...emptied, kills: withKill(kills.slice(0, -1), joined), last: "killed" };
}

/** The kill ring with one more text. */
export function withKill(ring: readonly string[], text: string): readonly string[] {
  return [...ring, text].slice(-maxKills);
}

/** The selected text; empty without a selection. */
export function selectedText(editor: Editor): string {
  const [from, to] = selectionOf(editor) ?? [0, 0];
  return editor.text.slice(from, to);
}

/** Deletes the selection into the kill ring; the same editor without a selection. */
export function cut(editor: Editor): Editor {
  const selection = selectionOf(editor);
  if (selection === undefined) return editor;
  const ring = withKill(editor.kills, selectedText(editor));
  return { ...removed(editor, ...selection), kills: ring };
}

/** Copies the selection into the kill ring, and drops the selection. */
export function copied(editor: Editor): Editor {
  if (selectionOf(editor) === undefined) return editor;
  return {
    ...unselected(editor),
    kills: withKill(editor.kills, selectedText(editor)),
    last: "other",
  };
}

/** Inserts the latest kill at the cursor, or replaces the selection. */
export function yank(editor: Editor): Editor {
  return yankedBack(editor, 0);
}

/** Right after a yank: replaces the yanked text by the previous kill, cyclically; else the same editor. */
export function yankEarlier(editor: Editor): Editor {
  if (editor.last !== "yanked" || editor.kills.length < 2) return editor;
  const back = ((editor.rotated ?? 0) + 1) % editor.kills.length;
  return yankedBack(undo(editor), back);
}

function yankedBack(editor: Editor, back: number): Editor {
  const text = editor.kills.at(-1 - back);
  if (text === undefined || text === "") return editor;
  const [from, to] = selectionOf(editor) ?? [editor.cursor, editor.cursor];
  return { ...replaceRange(editor, from, to, text), last: "yanked", rotated: back };
}
