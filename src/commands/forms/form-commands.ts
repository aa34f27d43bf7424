/** The keys of forms. */

import type { Command } from "#commands/command.ts";
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

const here = ["form"] as const;

export const formCommands: readonly Command[] = [
  {
    id: "form.next",
    title: "Next field",
    hint: "next",
    keys: ["Tab", "Down", "^N", "^J"],
    where: here,
    run: ({ store }) => stepInForm(store, 1),
  },
  {
    id: "form.previous",
    title: "Previous field",
    keys: ["Shift+Tab", "Up", "^P"],
    where: here,
    run: ({ store }) => stepInForm(store, -1),
  },
  {
    id: "form.enter",
    title: "Choose the option, name or answer; in a text, go to the next field",
    hint: "choose, or next field",
    keys: ["Enter"],
    where: here,
    run: enterInForm,
  },
  {
    id: "form.save",
    title: "Save",
    hint: "save",
    keys: ["^S"],
    where: here,
    run: saveForm,
  },
  {
    id: "form.leave",
    title: "Leave; unsaved input is kept",
    hint: "leave",
    keys: ["Esc"],
    where: here,
    run: ({ store }) => leaveForm(store),
  },
  {
    id: "form.left",
    title: "Left; in a choice, the previous option",
    keys: ["Left", "^B"],
    where: here,
    run: ({ store }) => moveInField(store, "left", -1),
  },
  {
    id: "form.right",
    title: "Right; in a choice, the next option",
    keys: ["Right", "^F"],
    where: here,
    run: ({ store }) => moveInField(store, "right", 1),
  },
  {
    id: "form.start",
    title: "To the start of the text",
    keys: ["Home", "^A"],
    where: here,
    run: ({ store }) => moveInField(store, "start", -1),
  },
  {
    id: "form.end",
    title: "To the end of the text",
    keys: ["End", "^E"],
    where: here,
    run: ({ store }) => moveInField(store, "end", 1),
  },
  {
    id: "form.erase",
    title: "Delete the previous character",
    keys: ["Backspace"],
    where: here,
    run: ({ store }) => editField(store, (editor) => erase(editor, "left")),
  },
  {
    id: "form.erase-right",
    title: "Delete the next character",
    keys: ["Delete", "^D"],
    where: here,
    run: ({ store }) => editField(store, (editor) => erase(editor, "right")),
  },
  {
    id: "form.erase-word",
    title: "Delete the previous word",
    keys: ["^W"],
    where: here,
    run: ({ store }) => editField(store, (editor) => kill(editor, "blank left")),
  },
  {
    id: "form.clear",
    title: "Delete the text before the cursor",
    keys: ["^U"],
    where: here,
    run: ({ store }) => editField(store, (editor) => kill(editor, "line start")),
  },
];
