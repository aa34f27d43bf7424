/** The keys of forms. */

import { commandsIn, type DialogKeys } from "#commands/command.ts";
import {
  changeField,
  enterInForm,
  fieldInput,
  leaveForm,
  saveForm,
  stepInForm,
  turnOption,
  typeInForm,
} from "./open-form.ts";

export const formKeys: Partial<DialogKeys> = {
  input: fieldInput,
  change: ({ store }, input) => changeField(store, input),
  take: enterInForm,
  leave: ({ store }) => leaveForm(store),
  step: ({ store }, by) => stepInForm(store, by),
  complete: ({ store }) => stepInForm(store, 1),
  type: typeInForm,
  turn: ({ store }, by) => turnOption(store, by),
};

export const formCommands = commandsIn(["form"], {
  "form.save": {
    title: "Save",
    hint: "save",
    keys: ["^S"],
    run: saveForm,
  },
});
