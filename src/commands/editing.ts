/** The line-editing keys of the composer. */
import { erase, type Motion, move } from "#editor/edit.ts";
import type { Editor } from "#editor/editor.ts";
import { redo, undo } from "#editor/history.ts";
import { type Kill, kill, yank } from "#editor/kill.ts";
import type { Command } from "./command.ts";
import { moveCompletion } from "./completion.ts";
import { edit } from "./composer-text.ts";
import { editLast } from "./message-editing.ts";

const here = ["composer"] as const;

const motion = (id: string, title: string, keys: readonly string[], where: Motion): Command => ({
  id: `edit.${id}`,
  title,
  keys,
  where: here,
  run: ({ store }) => edit(store, (editor) => move(editor, where)),
});

/** Through the completions while there are any, else through the lines. Up from no text edits the last own message. */
const vertical = (
  id: string,
  title: string,
  keys: readonly string[],
  where: Motion,
  by: 1 | -1,
): Command => ({
  id: `edit.${id}`,
  title,
  keys,
  where: here,
  run: (context) => {
    const { store } = context;
    if (moveCompletion(store, by) || (by < 0 && editLast(context))) return;
    edit(store, (editor) => move(editor, where));
  },
});

const killing = (id: string, title: string, keys: readonly string[], how: Kill): Command => ({
  id: `edit.${id}`,
  title,
  keys,
  where: here,
  run: ({ store }) => edit(store, (editor) => kill(editor, how)),
});

const changing = (
  id: string,
  title: string,
  keys: readonly string[],
  change: (editor: Editor) => Editor,
): Command => ({
  id: `edit.${id}`,
  title,
  keys,
  where: here,
  run: ({ store }) => edit(store, change),
});

export const editing: readonly Command[] = [
  motion("left", "Left", ["Left", "^B"], "left"),
  motion("right", "Right", ["Right", "^F"], "right"),
  vertical(
    "up",
    "A line up; the completion before; in an empty composer, edit your last message",
    ["Up", "^P"],
    "line up",
    -1,
  ),
  vertical("down", "A line down; the next completion", ["Down", "^N"], "line down", 1),
  motion("word-left", "Word left", ["Alt+Left", "Ctrl+Left", "Alt+b"], "word left"),
  motion("word-right", "Word right", ["Alt+Right", "Ctrl+Right", "Alt+f"], "word right"),
  motion("line-start", "To the start of the line", ["Home", "^A"], "line start"),
  motion("line-end", "To the end of the line", ["End", "^E"], "line end"),
  motion("start", "To the start", ["Ctrl+Home", "Alt+<"], "start"),
  motion("end", "To the end", ["Ctrl+End", "Alt+>"], "end"),
  killing("kill-word", "Kill the word before", ["^W"], "blank left"),
  killing("kill-word-left", "Kill back to the start of the word", ["Alt+Backspace"], "word left"),
  killing("kill-word-right", "Kill the word after", ["Alt+d"], "word right"),
  killing("kill-line", "Kill to the start of the line", ["^U"], "line start"),
  killing("kill-end", "Kill to the end of the line", ["Alt+k"], "line end"),
  changing("yank", "Yank (paste the last kill)", ["^Y"], yank),
  changing("undo", "Undo", ["^_"], undo),
  changing("redo", "Redo", ["^R"], redo),
  changing(
    "erase-left",
    "Delete the character before",
    ["Backspace", "Shift+Backspace"],
    (editor) => erase(editor, "left"),
  ),
  changing("erase-right", "Delete the character after", ["Delete", "^D"], (editor) =>
    erase(editor, "right"),
  ),
];
