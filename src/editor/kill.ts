/**
 * Killing and yanking: killed text goes into a ring; a yank inserts the latest kill and can step back to earlier ones.
 */
import {
  blankStart,
  lineEnd,
  lineStart,
  nextEdge,
  previousEdge,
  wordEnd,
  wordStart,
} from "./boundaries.ts";
import { removed } from "./edit.ts";
import { type Editor, selectionOf } from "./editor.ts";
import { replaceRange, undo, unselected } from "./history.ts";

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

/** Deletes the selection, else the range given by `how`, into the kill ring; consecutive kills are joined. */
export function kill(editor: Editor, how: Kill): Editor {
  const { text, cursor } = editor;
  if (selectionOf(editor) !== undefined) return cut(editor);
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

function withKill(ring: readonly string[], text: string): readonly string[] {
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
