/** The keys of forms. */

import { commandsIn } from "#commands/command.ts";
import { erase } from "#editor/edit.ts";
import { kill } from "#editor/kill.ts";
import {
  editField,
  enterInForm,
  leaveForm,
  moveInField,
  saveForm,
  stepInForm,
} from "./open-form.ts";

export const formCommands = commandsIn(["form"], {
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
    title: "Leave; unsaved input is kept",
    hint: "leave",
    keys: ["Esc"],
    run: ({ store }) => leaveForm(store),
  },
  "form.left": {
    title: "Left; in a choice, the previous option",
    keys: ["Left", "^B"],
    screenOnly: true,
    run: ({ store }) => moveInField(store, "left", -1),
  },
  "form.right": {
    title: "Right; in a choice, the next option",
    keys: ["Right", "^F"],
    screenOnly: true,
    run: ({ store }) => moveInField(store, "right", 1),
  },
  "form.start": {
    title: "To the start of the text",
    keys: ["Home", "^A"],
    screenOnly: true,
    run: ({ store }) => moveInField(store, "start", -1),
  },
  "form.end": {
    title: "To the end of the text",
    keys: ["End", "^E"],
    screenOnly: true,
    run: ({ store }) => moveInField(store, "end", 1),
  },
  "form.erase": {
    title: "Delete the previous character",
    keys: ["Backspace"],
    screenOnly: true,
    run: ({ store }) => editField(store, (editor) => erase(editor, "left")),
  },
  "form.erase-right": {
    title: "Delete the next character",
    keys: ["Delete", "^D"],
    screenOnly: true,
    run: ({ store }) => editField(store, (editor) => erase(editor, "right")),
  },
  "form.erase-word": {
    title: "Delete the previous word",
    keys: ["^W"],
    screenOnly: true,
    run: ({ store }) => editField(store, (editor) => kill(editor, "blank left")),
  },
  "form.clear": {
    title: "Delete the text before the cursor",
    keys: ["^U"],
    screenOnly: true,
    run: ({ store }) => editField(store, (editor) => kill(editor, "line start")),
  },
});
