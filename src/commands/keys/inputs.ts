/** The open dialog or typed line: what its keys do, by its kind, and typing into it. */

import type { Clock } from "#base/clock.ts";
import {
  type Command,
  type CommandContext,
  commandsIn,
  type DialogKeys,
  type Keys,
} from "#commands/command.ts";
import { formRows, keepFormRow, shownForm } from "#commands/forms/open-form.ts";
import { handed } from "#commands/handed.ts";
import { chooseItem, chosenIndex, keepItem, menuOf, shownMenu } from "#commands/menus/open-menu.ts";
import { changeDialog, closeDialog, contextOf, showToast } from "#commands/screen.ts";
import { keepCompletion, typeCompleting } from "#commands/writing/completion.ts";
import { edit } from "#commands/writing/text.ts";
import { insert as insertInto } from "#editor/edit.ts";
import type { Editor } from "#editor/editor.ts";
import { type Input, oneLine } from "#editor/input.ts";
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { composerEditor } from "#store/composer.ts";
import type { Dialog, DialogOf } from "#store/dialog.ts";
import { follow, type Part, parts } from "#store/follow.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";

/** The kind of the open dialog, or of a line outside of dialogs. */
export type Kind = Dialog["kind"] | "bar" | "filter" | "find";

/** What most dialogs do. */
const usual: DialogKeys = {
  input: ({ screen: { dialog } }) =>
    dialog !== undefined && "input" in dialog ? dialog.input : undefined,
  change: changeDialogInput,
  take: ({ store }) => closeDialog(store),
  leave: ({ store }) => closeDialog(store),
  step: stepChoice,
  page: moveChoice,
};

/** A changed text has other choices. */
export function changeDialogInput({ store }: CommandContext, input: Input): void {
  changeDialog(store, (dialog) => {
    if (dialog.kind === "form" || !("input" in dialog)) return dialog;
    const isSame = input.text === dialog.input.text;
    if (isSame) return { ...dialog, input };
    // What was wrong with the text before may not be true of this one.
    const rest = "problem" in dialog ? { ...dialog, problem: undefined } : dialog;
    const after = { ...rest, input, chosen: 0 };
    return { ...after, chosen: rowOf(after).first?.(store.getState().view, after) ?? 0 };
  });
}

/** Does something with the open dialog, which is of that kind. */
export function on<OfKind extends Dialog["kind"]>(
  kind: OfKind,
  run: (context: CommandContext, dialog: DialogOf<OfKind>) => void,
): (context: CommandContext) => void {
  const isOfKind = (dialog: Dialog | undefined): dialog is DialogOf<OfKind> =>
    dialog?.kind === kind;
  return (context) => {
    const { dialog } = context.store.getState().screen;
    if (isOfKind(dialog)) run(context, dialog);
  };
}

/** What a dialog or line of a kind does; what is absent is as usual. */
export type Row<OfKind extends Kind> = Partial<DialogKeys> &
  ([OfKind] extends [Dialog["kind"]]
    ? {
        /** Why it cannot be accepted any more. Menus and forms state it themselves. */
        readonly loss?: (view: Replica, dialog: DialogOf<OfKind>) => Problem;
      } & Choices<OfKind>
    : unknown);

type Choices<OfKind extends Dialog["kind"]> =
  | { readonly choices?: never; readonly first?: never; readonly keyOf?: never }
  | {
      /** The choices besides those of a menu, derived from what was typed. */
      readonly choices: (state: State, dialog: DialogOf<OfKind>, keys: Keys) => readonly unknown[];
      /** The index of the choice that is selected by itself once a text was typed; -1: none. By default the first. */
      readonly first?: (view: Replica, dialog: DialogOf<OfKind>) => number;
      /** What identifies a choice: its place among the others may change while the dialog is open. */
      readonly keyOf: (choice: never) => string;
    };

/** What each kind does, if not as usual. */
export const keysByKind = handed<{ readonly [OfKind in Kind]?: Row<OfKind> }>("tables/inputs.ts");

function rowOf({ kind }: Dialog): Row<Dialog["kind"]> {
  return (keysByKind.get()[kind] ?? {}) as Row<Dialog["kind"]>;
}

function keysNow({ screen }: State): DialogKeys | undefined {
  const where = contextOf(screen);
  const isLine = where === "bar" || where === "filter" || where === "find";
  const kind = isLine ? where : screen.dialog?.kind;
  return kind && { ...usual, ...keysByKind.get()[kind] };
}

function withKind(run: (keys: DialogKeys, context: CommandContext) => void) {
  return (context: CommandContext) => {
    const keys = keysNow(context.store.getState());
    if (keys !== undefined) run(keys, context);
  };
}

/** Accepts the selected choice, or the text; says so if its subject is gone. Without a selected one, selects the first. */
export const take = withKind((keys, context) => {
  const { store } = context;
  const { view, screen } = store.getState();
  const loss = screen.dialog && lossOf(view, screen.dialog);
  if (loss === undefined && lacksChoice(context)) chooseAt(context, 0);
  else if (loss === undefined) keys.take(context);
  else {
    closeDialog(store);
    showToast(store, loss, "error");
  }
});

const pageRows = 10;

export const inputs: readonly Command[] = commandsIn(["dialog"], {
  "dialog.leave": {
    title: "Close",
    hint: "close",
    keys: ["Esc"],
    run: withKind((keys, context) => keys.leave(context)),
  },
  "dialog.take": {
    title: "Choose, search or open; in a form, also go to the next field",
    hint: "take",
    hintIn: { bar: "open", filter: "open", find: "keep matches", form: "choose, or next field" },
    keys: ["Enter"],
    run: take,
  },
  "dialog.complete": {
    title: "Complete or choose; in forms, menus and the sidebar's filter, next",
    hintIn: { filter: "keep", form: "next" },
    keys: ["Tab"],
    run: withKind((keys, context) => (keys.complete ?? take)(context)),
  },
  "dialog.down": {
    title: "Next",
    keys: ["Down", "^N", "^J"],
    run: withKind((keys, context) => keys.step(context, 1)),
  },
  "dialog.up": {
    title: "Previous; in a search, an earlier one",
    keys: ["Up", "^P", "^K", "Shift+Tab"],
    run: withKind((keys, context) => keys.step(context, -1)),
  },
  "dialog.page-down": {
    title: "Page down",
    keys: ["PageDown"],
    run: withKind((keys, context) => keys.page(context, pageRows)),
  },
  "dialog.page-up": {
    title: "Page up",
    keys: ["PageUp"],
    run: withKind((keys, context) => keys.page(context, -pageRows)),
  },
});

/** The open line; undefined if letters do not go into one. */
function openInput(state: State): Input | undefined {
  return keysNow(state)?.input(state);
}

function isComposing({ screen }: State): boolean {
  return contextOf(screen) === "composer";
}

/** The text that is typed into: the composer's, or that of a line. */
export function openText(state: State): Editor | undefined {
  return isComposing(state) ? composerEditor(state.screen) : openInput(state);
}

/** Changes that text. The kill ring is shared by all of them. */
export function editText(context: CommandContext, change: (editor: Editor) => Editor): void {
  const { store } = context;
  const state = store.getState();
  if (isComposing(state)) edit(store, change);
  else {
    const keys = keysNow(state);
    const input = keys?.input(state);
    if (keys === undefined || input === undefined) return;
    const { kills = input.kills } = state.screen.writing;
    const before = input.kills === kills ? input : { ...input, kills };
    const after = change(before);
    if (after === before) return;
    if (after.kills !== kills) keepKills(store, after.kills);
    keys.change(context, after);
  }
}

function keepKills(store: Store, kills: Editor["kills"]): void {
  changeScreen(store, (screen) => ({ ...screen, writing: { ...screen.writing, kills } }));
}

/** Whether typed text goes somewhere now, and does not answer a question. */
export function takesText(state: State): boolean {
  const keys = keysNow(state);
  return isComposing(state) || keys?.type !== undefined || keys?.input(state) !== undefined;
}

/** Types or pastes into the composer, a line, or a form. */
export function typeText(context: CommandContext, text: string): void {
  const { store, clock } = context;
  const state = store.getState();
  const type = keysNow(state)?.type;
  if (isComposing(state)) typeCompleting(store, text, clock);
  else if (type !== undefined) type(context, text);
  else editText(context, (input) => insertInto(input, oneLine(text), clock.elapsed()));
}

/** Moves in the text; where letters do not go into one, turns what is selected instead. */
export function turnInstead(context: CommandContext, by: 1 | -1): boolean {
  const state = context.store.getState();
  const turn = openText(state) === undefined ? keysNow(state)?.turn : undefined;
  turn?.(context, by);
  return turn !== undefined;
}

// The choices of an open dialog, derived from what was typed, and moving among them; shared by drawing and keys, so that
// they agree.

type Choosing = Pick<CommandContext, "store" | "keys" | "clock">;

type Offering = Pick<CommandContext, "keys"> & { readonly clock: Pick<Clock, "now"> };

/** What identifies the choices of the dialog that is open in that state, or the rows of a form, in their order; empty without any. */
export function choicesIn(state: State, { keys, clock }: Offering): readonly string[] {
  const { dialog } = state.screen;
  if (dialog === undefined) return [];
  if (dialog.kind === "form") {
    const shown = shownForm(state.view, dialog);
    return shown === undefined ? [] : formRows(shown);
  }
  if (dialog.kind === "menu")
    return menuOf({ state, keys, now: clock.now() }, dialog.about).items.map(({ key }) => key);
  const { choices, keyOf } = rowOf(dialog);
  return choices?.(state, dialog, keys).map((one) => keyOf(one as never)) ?? [];
}

/** Everything that choices are made of, while there may be any. */
const whileOpen: Part = (state) => (state.screen.dialog === undefined ? undefined : state);

/**
 * Leaves the selection on its choice when what happens meanwhile adds, removes or sorts others: Enter takes what was seen.
 * If that is gone, or nothing was offered before, nothing is selected. The returned function ends it.
 */
export function watchChoices(context: Choosing): () => void {
  const { store } = context;
  const ends = [
    follow(store, [parts.view], (_, before) => keepCompletion(store, before)),
    watchDialog(context),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function watchDialog({ store, ...facts }: Choosing): () => void {
  return follow(store, [whileOpen], (state, before) => {
    const { dialog } = state.screen;
    if (dialog === undefined || !isUntouched(dialog, before.screen.dialog)) return;
    if (dialog.kind === "menu") keepItem({ store, ...facts }, dialog, before);
    else if (dialog.kind === "form") keepFormRow(store, before);
    else if ("chosen" in dialog && dialog.chosen >= 0 && offersChoices(dialog)) {
      const chosen = placeIn(state, before, facts, dialog.chosen);
      if (chosen !== dialog.chosen) changeDialog(store, () => ({ ...dialog, chosen }));
    }
  });
}

/** Where the choice is that was at that index before; -1 if it is gone, or if there was none and others are. */
function placeIn(state: State, before: State, facts: Offering, at: number): number {
  // In this order: what is drawn next stays cached.
  const seen = choicesIn(before, facts)[at];
  const now = choicesIn(state, facts);
  return seen === undefined && now.length === 0 ? at : now.indexOf(seen ?? "");
}

/** Whether it is the dialog of before, in which nothing was typed and nothing else was selected. */
function isUntouched(dialog: Dialog, before: Dialog | undefined): boolean {
  const inputIn = (one: Dialog) => ("input" in one ? one.input : undefined);
  const chosenIn = (one: Dialog) => {
    if (one.kind === "form") return one.at;
    return "chosen" in one ? one.chosen : undefined;
  };
  return (
    dialog === before ||
    (dialog.kind === before?.kind &&
      inputIn(dialog) === inputIn(before) &&
      chosenIn(dialog) === chosenIn(before))
  );
}

/** Whether a dialog offers choices, of which there may be none now. */
export function offersChoices(dialog: Dialog): boolean {
  return rowOf(dialog).choices !== undefined;
}

/** Why a dialog cannot be accepted any more: its subject is gone. */
export function lossOf(view: Replica, dialog: Dialog): Problem {
  return rowOf(dialog).loss?.(view, dialog);
}

// Choosing in dialogs.

/** Whether none of its choices is selected, as Enter needs it: a search does without. */
function lacksChoice(context: Choosing): boolean {
  const { dialog } = context.store.getState().screen;
  if (dialog === undefined || dialog.kind === "search" || dialog.kind === "menu") return false;
  return (
    "chosen" in dialog &&
    dialog.chosen < 0 &&
    choicesIn(context.store.getState(), context).length > 0
  );
}

/** Selects the index that `next` returns for the selected one and the number of choices. */
function choose(context: Choosing, next: (chosen: number, count: number) => number): void {
  const { store } = context;
  const { dialog } = store.getState().screen;
  const count = choicesIn(context.store.getState(), context).length;
  const open = shownMenu(context);
  if (dialog === undefined || count === 0) return;
  if (open !== undefined) chooseItem(context, next(chosenIndex(open.menu, open.dialog), count));
  else if (dialog.kind !== "menu" && "chosen" in dialog) {
    const chosen = next(Math.min(dialog.chosen, count - 1), count);
    changeDialog(store, () => ({ ...dialog, chosen }));
  }
}

/** Selects the next or previous choice, wrapping around. */
export function stepChoice(context: Choosing, by: 1 | -1): void {
  choose(context, (chosen, count) => (Math.max(chosen, by > 0 ? -1 : 0) + by + count) % count);
}

/** Selects the choice at that index. */
export function chooseAt(context: Choosing, at: number): void {
  choose(context, (_, count) => Math.max(0, Math.min(count - 1, at)));
}

/** Moves the selection by that many choices, clamped to the ends. */
export function moveChoice(context: Choosing, by: number): void {
  choose(context, (chosen, count) => Math.max(0, Math.min(count - 1, chosen + by)));
}

export const dialogs: readonly Command[] = commandsIn(["menu"], {
  "menu.down": {
    title: "Next",
    keys: ["j"],
    run: (context) => stepChoice(context, 1),
  },
  "menu.up": {
    title: "Previous",
    keys: ["k"],
    run: (context) => stepChoice(context, -1),
  },
});
