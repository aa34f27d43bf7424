/** The keys that move in a text and edit it: in the composer, and in every line that is typed. */

import type { Command, CommandContext } from "#commands/command.ts";
import { editText, openText, turnInstead } from "#commands/keys/inputs.ts";
import { copyText } from "#commands/message/actions.ts";
import { editLast } from "#commands/message/editing.ts";
import { contextOf, showToast } from "#commands/screen.ts";
import { moveCompletion } from "#commands/writing/completion.ts";
import { edit } from "#commands/writing/text.ts";
import {
  copied,
  cut,
  type Extends,
  erase,
  type Kill,
  kill,
  type Motion,
  mark,
  move,
  selectAll,
  selectedText,
  yank,
  yankEarlier,
} from "#editor/edit.ts";
import type { Editor } from "#editor/editor.ts";
import { type Format, formatted } from "#editor/format.ts";
import { redo, undo } from "#editor/history.ts";
import { moveByRow, type RowMotion } from "#editor/rows.ts";

const inTexts = ["composer", "input"] as const;
const inComposer = ["composer"] as const;

const command = (
  id: string,
  title: string,
  keys: readonly string[],
  run: Command["run"],
  where: Command["where"] = inTexts,
): Command => ({ id: `edit.${id}`, title, keys, where, screenOnly: true, run });

const changing = (
  id: string,
  title: string,
  keys: readonly string[],
  change: (editor: Editor) => Editor,
  where: Command["where"] = inTexts,
): Command => command(id, title, keys, (context) => editText(context, change), where);

/** What keys do to a line, by the ID of their command. */
const lineEdits = new Map<string, (editor: Editor) => Editor>();

/** What a command does to a line that no pane shows; undefined if it is about what is seen, such as a selection. */
export function lineEdit(id: string): ((editor: Editor) => Editor) | undefined {
  return lineEdits.get(id);
}

/** A change that does not depend on what is seen. */
const inLine = (
  id: string,
  title: string,
  keys: readonly string[],
  change: (editor: Editor) => Editor,
): Command => {
  lineEdits.set(`edit.${id}`, change);
  return changing(id, title, keys, change);
};

const rowMotions: ReadonlySet<string> = new Set<RowMotion>([
  "row up",
  "row down",
  "row start",
  "row end",
]);

/** A line has no rows: its only one is all of it. */
const lineMotions: Readonly<Partial<Record<Motion | RowMotion, Motion>>> = {
  "row start": "line start",
  "row end": "line end",
};

function go(context: CommandContext, given: Motion | RowMotion, extending?: Extends): void {
  const { store, viewport } = context;
  const isInComposer = contextOf(store.getState().screen) === "composer";
  const motion = isInComposer ? given : (lineMotions[given] ?? given);
  if (isRowMotion(motion)) {
    const rows = viewport.composerRows();
    edit(store, (editor) => moveByRow(editor, rows, motion, extending));
  } else editText(context, (editor) => move(editor, motion, extending));
}

function isRowMotion(motion: Motion | RowMotion): motion is RowMotion {
  return rowMotions.has(motion);
}

const motion = (id: string, title: string, keys: readonly string[], where: Motion | RowMotion) => {
  const inOne = lineMotions[where] ?? where;
  if (!isRowMotion(inOne)) lineEdits.set(`edit.${id}`, (editor) => move(editor, inOne));
  return command(id, title, keys, (context) => go(context, where));
};

const selecting = (
  id: string,
  title: string,
  keys: readonly string[],
  where: Motion | RowMotion,
  contexts: Command["where"] = inTexts,
) => command(`select-${id}`, title, keys, (context) => go(context, where, "extends"), contexts);

/** Left or right: of a form's choice, to the previous or next option. */
const sideways = (id: "left" | "right", title: string, keys: readonly string[], by: 1 | -1) => {
  lineEdits.set(`edit.${id}`, (editor) => move(editor, id));
  return command(id, title, keys, (context) => {
    if (!turnInstead(context, by)) go(context, id);
  });
};

/** Moves among completions if there are any, else among rows. Up in an empty text edits the user's last message. */
const vertical = (id: string, title: string, keys: readonly string[], by: 1 | -1) =>
  command(
    id,
    title,
    keys,
    (context) => {
      if (moveCompletion(context.store, by) || (by < 0 && editLast(context))) return;
      go(context, by < 0 ? "row up" : "row down");
    },
    inComposer,
  );

const killing = (id: string, title: string, keys: readonly string[], how: Kill) =>
  inLine(id, title, keys, (editor) => kill(editor, how));

/** Copies or cuts the selection to the clipboard and the kill ring; says so if nothing is selected. */
const taking = (id: string, title: string, keys: readonly string[], take: typeof cut) =>
  command(id, title, keys, (context) => {
    const editor = openText(context.store.getState());
    const text = editor === undefined ? "" : selectedText(editor);
    if (text === "") showToast(context.store, "Nothing is selected.");
    else {
      editText(context, take);
      void copyText(context, text, "the selection");
    }
  });

/** Behind a prefix, because terminals send no free single keys reliably. */
const formats: readonly (readonly [format: Format, title: string, keys: string])[] = [
  ["bold", "Bold text", "^G b"],
  ["italic", "Italic text", "^G i"],
  ["code", "Code", "^G c"],
  ["quote", "Quote", "^G q"],
  ["link", "Link", "^G l"],
];

export const editing: readonly Command[] = [
  sideways("left", "Left; in a form's choice, the previous option", ["Left", "^B"], -1),
  sideways("right", "Right; in a form's choice, the next option", ["Right", "^F"], 1),
  vertical(
    "up",
    "A row up; the previous completion; in an empty composer, edit your last message",
    ["Up", "^P"],
    -1,
  ),
  vertical("down", "A row down; the next completion", ["Down", "^N"], 1),
  motion("word-left", "Word left", ["Alt+Left", "Ctrl+Left", "Alt+b"], "word left"),
  motion("word-right", "Word right", ["Alt+Right", "Ctrl+Right", "Alt+f"], "word right"),
  motion("row-start", "To the start of the row", ["Home"], "row start"),
  motion("row-end", "To the end of the row", ["End"], "row end"),
  motion("line-start", "To the start of the line", ["^A"], "line start"),
  motion("line-end", "To the end of the line", ["^E"], "line end"),
  motion("start", "To the start", ["Ctrl+Home", "Alt+<"], "start"),
  motion("end", "To the end", ["Ctrl+End", "Alt+>"], "end"),
  changing("mark", "Set the mark: motions select from here", ["^Space"], mark),
  selecting("left", "Select to the left", ["Shift+Left"], "left"),
  selecting("right", "Select to the right", ["Shift+Right"], "right"),
  selecting("up", "Select a row up", ["Shift+Up"], "row up", inComposer),
  selecting("down", "Select a row down", ["Shift+Down"], "row down", inComposer),
  selecting("word-left", "Select a word left", ["Ctrl+Shift+Left", "Alt+Shift+Left"], "word left"),
  selecting(
    "word-right",
    "Select a word right",
    ["Ctrl+Shift+Right", "Alt+Shift+Right"],
    "word right",
  ),
  selecting("row-start", "Select to the start of the row", ["Shift+Home"], "row start"),
  selecting("row-end", "Select to the end of the row", ["Shift+End"], "row end"),
  changing("select-all", "Select everything", ["Alt+a"], selectAll),
  taking("cut", "Cut the selection to the clipboard", ["^X"], cut),
  taking("copy", "Copy the selection to the clipboard", ["Alt+w"], copied),
  killing("kill-word", "Kill the selection, or the previous word", ["^W"], "blank left"),
  killing("kill-word-left", "Kill back to the start of the word", ["Alt+Backspace"], "word left"),
  killing("kill-word-right", "Kill the next word", ["Alt+d"], "word right"),
  killing(
    "kill-line",
    "Kill to the start of the line; again: the whole text",
    ["^U"],
    "line start",
  ),
  killing("kill-end", "Kill to the end of the line", ["Alt+k"], "line end"),
  inLine("yank", "Yank (paste the last kill)", ["^Y"], yank),
  inLine("yank-earlier", "After a yank, replace it with the previous kill", ["Alt+y"], yankEarlier),
  ...formats.map(([format, title, keys]) =>
    changing(format, title, [keys], (editor) => formatted(editor, format), inComposer),
  ),
  inLine("undo", "Undo", ["^_"], undo),
  inLine("redo", "Redo", ["^R"], redo),
  inLine(
    "erase-left",
    "Delete the selection, or the previous character",
    ["Backspace", "Shift+Backspace"],
    (editor) => erase(editor, "left"),
  ),
  inLine("erase-right", "Delete the selection, or the next character", ["Delete", "^D"], (editor) =>
    erase(editor, "right"),
  ),
];
