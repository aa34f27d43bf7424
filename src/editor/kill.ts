/** Killing and yanking: what is killed goes into a ring, from which a yank takes the latest and turns back to earlier ones. */
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

/** Deletes the selection, or as far as `how` says, and keeps it for yanking; kills one after another are kept together. */
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

/** What is selected; empty where nothing is. */
export function selectedText(editor: Editor): string {
  const [from, to] = selectionOf(editor) ?? [0, 0];
  return editor.text.slice(from, to);
}

/** The selection deleted and kept for yanking; the same editor where nothing is selected. */
export function cut(editor: Editor): Editor {
  const selection = selectionOf(editor);
  if (selection === undefined) return editor;
  const ring = withKill(editor.kills, selectedText(editor));
  return { ...removed(editor, ...selection), kills: ring };
}

/** The selection kept for yanking, and nothing selected any more. */
export function copied(editor: Editor): Editor {
  if (selectionOf(editor) === undefined) return editor;
  return {
    ...unselected(editor),
    kills: withKill(editor.kills, selectedText(editor)),
    last: "other",
  };
}

/** Puts the latest kill at the cursor, or in the place of the selection. */
export function yank(editor: Editor): Editor {
  return yankedBack(editor, 0);
}

/** Right after a yank: the kill before the one that was yanked in its place, round the ring; else the same editor. */
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
