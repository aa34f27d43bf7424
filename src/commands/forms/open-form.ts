/** The open form and its keys: typing into it, moving in it, closing it, and saving. */

import { type CommandContext, commandsIn, type DialogKeys } from "#commands/command.ts";
import { formNow, formOf, lossSentence } from "#commands/forms/definitions.ts";
import { type ListDefinition, type RowContext, removeOne } from "#commands/lists/list.ts";
import { changeDialogOf, closeDialog, openMenu, showToast } from "#commands/screen.ts";
import { insert } from "#editor/edit.ts";
import { type Editor, editorOf } from "#editor/editor.ts";
import { type Input, oneLine } from "#editor/input.ts";
import { inverseOf } from "#journal/action.ts";
import { localStep } from "#journal/local-rows.ts";
import type { Replica } from "#model/replica.ts";
import type { About } from "#store/dialog.ts";
import {
  type FormName,
  type FormRef,
  type FormText,
  type FormValues,
  formKey,
  type OpenForm,
} from "#store/forms.ts";
import { changeList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State, Store } from "#store/state.ts";
import { act, addIntents, changeScreen, changeSession } from "#store/store.ts";
import { withKept } from "#store/typed-texts.ts";
import {
  answersOf,
  type Change,
  changeOf,
  type Field,
  type FormNow,
  isListOfNames,
  isWritten,
  problemOf,
  type Saving,
  takesLines,
  valuesOf,
  withDisabledLocked,
} from "./form.ts";
import { nameChoices, withName } from "./names.ts";

/** The open form with its displayed values. */
export type ShownForm = {
  readonly form: OpenForm;
  readonly now: FormNow;
  readonly change: Change;
  readonly answers: readonly ("save" | "keep")[];
  /** The field with the cursor; undefined on the rows below the fields. */
  readonly field: Field | undefined;
  readonly answer: "save" | "keep" | undefined;
};

export function shownForm(view: Replica, form: OpenForm): ShownForm | undefined {
  const current = formNow(view, form.ref);
  if (current === undefined) return undefined;
  const now = withDisabledLocked(current, form);
  const change = changeOf(now, form);
  const answers = answersOf(now, change);
  const { fields } = now;
  const refused = fields.findIndex(({ key }) => key === form.refused);
  const row = refused < 0 ? form.at : refused;
  const at = Math.max(0, Math.min(row, fields.length + answers.length - 1));
  return {
    form: { ...form, at, input: inputFor(form, change.values[fields[at]?.key ?? ""] ?? "") },
    now,
    change,
    answers,
    field: fields[at],
    answer: answers[at - fields.length],
  };
}

/** The value may have changed on the server. */
function inputFor({ input }: OpenForm, value: string): Input {
  if (input.text === value) return input;
  return { ...editorOf(value), cursor: Math.min(input.cursor, value.length) };
}

function shownNow({ screen, view }: State): ShownForm | undefined {
  return screen.dialog?.kind === "form" ? shownForm(view, screen.dialog) : undefined;
}

/** What identifies the rows of a form: its fields and the answers below them. */
export function formRows({ now, answers }: Pick<ShownForm, "now" | "answers">): readonly string[] {
  return [...now.fields.map(({ key }) => `field ${key}`), ...answers.map((one) => `answer ${one}`)];
}

/** Leaves the cursor on the row that it was on in the state before, wherever that is by now. */
export function keepFormRow(store: Store, before: State): void {
  const [then, shown] = [shownNow(before), shownNow(store.getState())];
  if (then === undefined || shown === undefined) return;
  const at = formRows(shown).indexOf(formRows(then)[then.form.at] ?? "");
  if (at >= 0) changeDialogOf(store, "form", (open) => (open.at === at ? open : { ...open, at }));
}

const notKnownYet = "This is not known until the server answers.";

/**
 * Opens a form with these values, or with the unsaved text from last time; only says so if its subject is not known, or no
 * longer exists.
 */
export function openForm(store: Store, about: FormRef, typed?: FormValues): void {
  const { view, screen, session } = store.getState();
  const { options } = screen.preferences;
  const ref: FormRef = { ...about, account: session.account, options };
  const now = formNow(view, ref);
  if (now === undefined) {
    showToast(store, view.epoch === 0 ? notKnownYet : lossSentence(view, ref), "error");
    return;
  }
  const fresh: FormText = { typed: typed ?? {}, base: now.truth };
  const unsaved = typed === undefined ? (screen.kept.texts?.get(formKey(ref)) ?? fresh) : fresh;
  const first = now.fields.findIndex(({ locked }) => locked === undefined);
  // If saving cannot be undone, the row that changes nothing is selected.
  const at = now.keep === undefined ? Math.max(0, first) : now.fields.length + 1;
  const text = valuesOf(now, unsaved)[now.fields[at]?.key ?? ""] ?? "";
  const dialog: OpenForm = { kind: "form", ref, ...unsaved, at, input: editorOf(text) };
  changeScreen(store, (screen_) => ({ ...screen_, dialog }));
}

/** What keys do with rows whose things have a form: Enter and E open it, and D asks, about one at a time. */
export function rowsWithForm<Id extends number>(
  name: FormName,
  idOf: (key: RowKey) => Id | undefined,
  removal: (id: Id) => About,
): Pick<ListDefinition, "open" | "edit" | "remove"> {
  const open = ({ store }: RowContext, key: RowKey): undefined => {
    const id = idOf(key);
    if (id !== undefined) openForm(store, { name, id });
  };
  const remove = removeOne(({ store }, key) => {
    const id = idOf(key);
    if (id !== undefined) openMenu(store, removal(id));
    return id !== undefined;
  });
  return { open, edit: open, remove };
}

/** Keeps unsaved text for the next time. */
export function leaveForm(store: Store): void {
  const { dialog } = store.getState().screen;
  if (dialog?.kind !== "form") return;
  changeScreen(store, (screen) => withKept(screen, formKey(dialog.ref), dialog));
  changeList(store, (list) => ({ ...list, keysBefore: undefined }));
  closeDialog(store);
}

/** Moves by that many rows, wrapping around. */
export function stepInForm(store: Store, by: number): void {
  moveInForm(store, (at, count) => (at + by + count) % count);
}

/** `to` returns the index of another row. */
function moveInForm(store: Store, to: (at: number, count: number) => number): void {
  const shown = shownNow(store.getState());
  if (shown === undefined) return;
  const { now, answers, form } = shown;
  const count = now.fields.length + answers.length;
  if (count > 0) goToRow(store, shown, to(form.at, count));
}

/** With the cursor at the end of the row's text. A comma after which no name came is not left behind. */
function goToRow(store: Store, { now, change, field, form }: ShownForm, at: number): void {
  const left = field && isListOfNames(field) && form.input.text.replace(/(?<!\\),\s*$/, "");
  const input = editorOf(change.values[now.fields[at]?.key ?? ""] ?? "");
  changeDialogOf(store, "form", (open) => ({
    ...(field && typeof left === "string" ? withValue(open, now, field.key, left) : open),
    at,
    input,
    refused: undefined,
    failure: open.failure,
  }));
}

function withValue(form: OpenForm, now: FormNow, key: string, value: string): OpenForm {
  const { [key]: _, ...others } = form.typed;
  const typed = value === now.truth[key] ? others : { ...form.typed, [key]: value };
  return { ...form, typed, failure: undefined };
}

/** The line of the selected field; undefined for fields without text. */
export function fieldInput(state: State): Input | undefined {
  const { field, form } = shownNow(state) ?? {};
  return field !== undefined && isWritten(field) ? form?.input : undefined;
}

/** Replaces the line of the selected field, unless it is locked. */
export function changeField(store: Store, input: Input): void {
  const shown = shownNow(store.getState());
  const field = shown?.field;
  if (shown === undefined || field === undefined) return;
  const isSame = input.text === shown.form.input.text;
  if (isSame) changeDialogOf(store, "form", (form) => ({ ...form, input }));
  else if (isOpenTo(store, shown, field))
    changeDialogOf(store, "form", (form) => ({
      ...withValue(form, shown.now, field.key, input.text),
      input,
    }));
}

/** Shows why a field is locked; false too while a request is pending. */
function isOpenTo(store: Store, { form, now }: ShownForm, field: Field): boolean {
  const locked = field.locked ?? now.locked;
  if (locked !== undefined) showToast(store, locked, "error");
  return locked === undefined && form.request === undefined;
}

/** Typed or pasted text: inserted into a text, or selecting the option that begins with it. */
export function typeInForm({ store, clock }: CommandContext, text: string): void {
  const shown = shownNow(store.getState());
  const { field } = shown ?? {};
  if (shown === undefined || field === undefined) return;
  const { input } = shown.form;
  if (takesLines(field)) changeField(store, insert(input, text, clock.elapsed()));
  else if (isWritten(field))
    changeField(store, insert(input, afterNames(shown, input, oneLine(text)), clock.elapsed()));
  else if (text === " ") turnOption(store, 1);
  else {
    const prefix = text.toLowerCase();
    chooseOption(store, (options) =>
      options.findIndex(({ title }) => title.toLowerCase().startsWith(prefix)),
    );
  }
}

function breakLine(context: CommandContext): void {
  const { field } = shownNow(context.store.getState()) ?? {};
  if (field !== undefined && takesLines(field)) typeInForm(context, "\n");
  else showToast(context.store, "What is written here has no line breaks.");
}

/**
 * Text typed after the initial names of a field is another name. A comma typed there is enough, and after a completed name it
 * is there already.
 */
function afterNames({ field, now }: ShownForm, { text, cursor }: Editor, typed: string): string {
  if (field === undefined || !isListOfNames(field) || cursor < text.length) return typed;
  if (text.endsWith(", ")) return typed.replace(/^,\s*/, "");
  const isFirst = text !== "" && text === now.truth[field.key] && !typed.startsWith(",");
  return isFirst ? `, ${typed}` : typed;
}

function chooseOption(
  store: Store,
  find: (
    options: readonly { readonly value: string; readonly title: string }[],
    at: number,
  ) => number,
): void {
  const shown = shownNow(store.getState());
  const { field } = shown ?? {};
  if (shown === undefined || field?.kind.type !== "choice" || !isOpenTo(store, shown, field))
    return;
  const { options } = field.kind;
  const now = options.findIndex(({ value }) => value === shown.change.values[field.key]);
  const option = options[find(options, now)];
  if (option !== undefined)
    changeDialogOf(store, "form", (form) => withValue(form, shown.now, field.key, option.value));
}

/** Selects the next or previous option, wrapping around. */
export function turnOption(store: Store, by: 1 | -1): void {
  chooseOption(store, (options, at) => (at + by + options.length) % options.length);
}

/** Inserts the first completion; false without one. */
function completeName(store: Store): boolean {
  const state = store.getState();
  const shown = shownNow(state);
  const [first] = shown === undefined ? [] : nameChoices(state.view, shown);
  if (shown === undefined || first === undefined) return false;
  changeField(store, withName(shown.form.input, first.name));
  return true;
}

/** Enter: completes a name, answers a question, moves to the next field, and saves at the end. */
export function enterInForm(context: CommandContext): void {
  const { store } = context;
  const shown = shownNow(store.getState());
  if (shown?.answer === "keep") leaveForm(store);
  else if (shown?.answer === "save") saveForm(context);
  else if (shown?.field?.kind.type === "choice") turnOption(store, 1);
  else if (shown?.field?.kind.type === "open") openNext(store, shown.field.kind.opens);
  else if (!completeName(store)) stepInForm(store, 1);
}

/** The text of this form is kept. */
function openNext(store: Store, next: FormName | About): void {
  leaveForm(store);
  if (typeof next === "string") openForm(store, { name: next, id: 0 });
  else openMenu(store, next);
}

export function saveForm(context: CommandContext): void {
  const { store } = context;
  const { view } = store.getState();
  const shown = shownNow(store.getState());
  if (shown === undefined || shown.form.request !== undefined) return;
  const { now, change, form } = shown;
  if (now.keep !== undefined && shown.answer !== "save") {
    goToRow(store, shown, now.fields.length);
    return;
  }
  if (now.locked !== undefined) {
    showToast(store, now.locked, "error");
    return;
  }
  const wrong = now.fields.findIndex((field) => problemOf(field, change) !== undefined);
  if (wrong >= 0) {
    goToRow(store, shown, wrong);
    changeDialogOf(store, "form", (open) => ({ ...open, isTried: true }));
    return;
  }
  if (change.changed.size === 0 && now.submit === undefined) {
    closeDialog(store);
    return;
  }
  const saving = formOf(form.ref).save(view, form.ref, change);
  const { calls = [], opens, report } = saving;
  if (opens !== undefined) {
    closeForGood(store, form.ref);
    context.openAccount(opens);
    return;
  }
  if (saving.options !== undefined) {
    void saveOptions(context, form.ref, saving);
    return;
  }
  const isUndoable = performNow(context, saving);
  if (calls.length > 0) {
    request(context, form, saving);
    return;
  }
  closeForGood(store, form.ref);
  showToast(store, report, "done", isUndoable);
}

/** Does what needs no call. Returns whether that can be undone. */
function performNow(
  context: CommandContext,
  { actions = [], folders = new Map(), report }: Saving,
): boolean {
  const { store } = context;
  if (folders.size > 0) {
    const { view, journal } = store.getState();
    const inverse = actions.toReversed().flatMap((one) => inverseOf(view, one));
    const step = { inverse, folders: localStep(journal, "folders", folders), location: undefined };
    addIntents(store, context, actions, { sentence: report, ...step });
    return true;
  }
  if (actions.length === 0) return false;
  const isUndoable = act(store, context, actions, { sentence: report }) !== undefined;
  // A change that cannot be undone is made, but is not a step.
  if (!isUndoable) addIntents(store, context, actions);
  return isUndoable;
}

/** The form closes when they are in the file; else it says why they are not. */
async function saveOptions(
  { store, accounts, files }: CommandContext,
  ref: FormRef,
  { options = {}, preferences, report }: Saving,
): Promise<void> {
  const problem = await files.saveOptions(options);
  if (problem !== undefined) {
    changeDialogOf(store, "form", (open) => ({ ...open, failure: { sentence: problem } }));
    return;
  }
  for (const each of accounts?.live().all() ?? [{ store }])
    changeScreen(each.store, (screen) => ({
      ...screen,
      preferences: { ...screen.preferences, ...preferences },
    }));
  closeForGood(store, ref);
  showToast(store, report);
}

/** Makes the calls while the form waits. */
function request({ store, newId }: CommandContext, { ref }: OpenForm, saving: Saving): void {
  const { calls = [], report } = saving;
  const id = newId();
  changeDialogOf(store, "form", (open) => ({ ...open, request: id, failure: undefined }));
  // What is created is selected in the list that it is added to.
  if (ref.name.startsWith("new-"))
    changeList(store, (list) => ({ ...list, keysBefore: list.rowKeys }));
  const sent = { id, form: formKey(ref), calls, report };
  changeSession(store, (session) => ({ ...session, requests: [...session.requests, sent] }));
}

/** What was typed is not there the next time. */
function closeForGood(store: Store, ref: FormRef): void {
  changeScreen(store, (screen) => withKept(screen, formKey(ref), undefined));
  closeDialog(store);
}

export const formKeys: Partial<DialogKeys> = {
  input: fieldInput,
  change: ({ store }, input) => changeField(store, input),
  take: enterInForm,
  leave: ({ store }) => leaveForm(store),
  step: ({ store }, by) => stepInForm(store, by),
  page: ({ store }, by) =>
    moveInForm(store, (at, count) => Math.max(0, Math.min(count - 1, at + by))),
  complete: ({ store }) => completeName(store) || stepInForm(store, 1),
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
  "form.break": {
    title: "Insert a line break",
    keys: ["Alt+Enter", "Shift+Enter"],
    run: breakLine,
  },
});
