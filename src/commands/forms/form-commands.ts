/** The keys of forms. */

import { type Command, commandsIn } from "#commands/command.ts";
import { erase, type Motion } from "#editor/edit.ts";
import type { Editor } from "#editor/editor.ts";
import { kill } from "#editor/kill.ts";
import type { Store } from "#store/state.ts";
import {
  editField,
  enterInForm,
  leaveForm,
  moveInField,
  saveForm,
  stepInForm,
} from "./open-form.ts";

const fieldCommands = commandsIn(["form"], {
  "form.next": {
    title: "Next field",
    hint: "next",
    keys: ["Tab", "Down", "^N", "^J"],
    run: ({ store }) => stepInForm(store, 1),
  },
  "form.previous": {
    title: "Previous field",
    keys: ["Shift+Tab", "Up", "^P"],
    run: ({ store }) => stepInForm(store, -1),
  },
  "form.enter": {
    title: "Choose the option, name or answer; in a text, go to the next field",
    hint: "choose, or next field",
    keys: ["Enter"],
    run: enterInForm,
  },
  "form.save": {
    title: "Save",
    hint: "save",
    keys: ["^S"],
    run: saveForm,
  },
  "form.leave": {
    title: "Close; unsaved input is kept",
    hint: "close",
    keys: ["Esc"],
    run: ({ store }) => leaveForm(store),
  },
});

/** A key that edits the text of a field. */
const typing = (
  id: string,
  title: string,
  keys: readonly string[],
  run: (store: Store) => void,
): Command => ({
  id: `form.${id}`,
  title,
  keys,
  where: ["form"],
  screenOnly: true,
  run: ({ store }) => run(store),
});

const moving = (id: string, title: string, keys: readonly string[], to: Motion, by: 1 | -1) =>
  typing(id, title, keys, (store) => moveInField(store, to, by));

const deleting = (id: string, title: string, keys: string[], how: (editor: Editor) => Editor) =>
  typing(id, title, keys, (store) => editField(store, how));

const textCommands: readonly Command[] = [
  moving("left", "Left; in a choice, the previous option", ["Left", "^B"], "left", -1),
  moving("right", "Right; in a choice, the next option", ["Right", "^F"], "right", 1),
  moving("start", "To the start of the text", ["Home", "^A"], "start", -1),
  moving("end", "To the end of the text", ["End", "^E"], "end", 1),
  deleting("erase", "Delete the previous character", ["Backspace"], (now) => erase(now, "left")),
  deleting("erase-right", "Delete the next character", ["Delete", "^D"], (now) =>
    erase(now, "right"),
  ),
  deleting("erase-word", "Delete the previous word", ["^W"], (now) => kill(now, "blank left")),
  deleting("clear", "Delete the text before the cursor", ["^U"], (now) => kill(now, "line start")),
];

export const formCommands = [...fieldCommands, ...textCommands];
