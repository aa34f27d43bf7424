/** The open dialog or typed line: what its keys do, by its kind, and typing into it. */
import { get } from "#base/table.ts";
import { acceptInStatus } from "#commands/account/status.ts";
import {
  type Command,
  type CommandContext,
  commandsIn,
  type DialogKeys,
} from "#commands/command.ts";
import { acceptRecipient } from "#commands/composer/recipient.ts";
import { edit, insert } from "#commands/composer/text.ts";
import { acceptUpload, refreshFolder } from "#commands/composer/uploading.ts";
import { acceptTarget } from "#commands/conversation/moving.ts";
import { formKeys } from "#commands/forms/open-form.ts";
import { listFilterKeys } from "#commands/lists/list-filter.ts";
import { leaveMenu, takeChosen } from "#commands/menus/open-menu.ts";
import { toggleReaction } from "#commands/message/actions.ts";
import { addToWidget } from "#commands/message/widgets.ts";
import { findKeys } from "#commands/places/find.ts";
import { goTo, openNarrow } from "#commands/places/navigation.ts";
import { paletteChoices, paletteFacts } from "#commands/places/palette.ts";
import { sidebarFilterKeys } from "#commands/places/sidebar.ts";
import { acceptTime } from "#commands/scheduled/scheduling.ts";
import { secondsNow } from "#commands/scheduled/time-choices.ts";
import { changeDialog, closeDialog, contextOf, openDialog, showToast } from "#commands/screen.ts";
import { searchKeys } from "#commands/search/search.ts";
import { insert as insertInto } from "#editor/edit.ts";
import type { Editor } from "#editor/editor.ts";
import { type Input, oneLine } from "#editor/input.ts";
import { composerEditor } from "#store/composer.ts";
import type { Dialog, DialogOf } from "#store/dialog.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { emojiChoices, lossOf, moveChoice, stepChoice } from "./choices.ts";
import { runFromHelp } from "./help.ts";
import { runCommand } from "./repeat.ts";

/** The kind of the open dialog, or of a line outside of dialogs. */
type Kind = Dialog["kind"] | "bar" | "filter" | "find";

/** What most dialogs do. */
const usual: DialogKeys = {
  input: ({ screen: { dialog } }) =>
    dialog !== undefined && "input" in dialog ? dialog.input : undefined,
  change: changeDialogInput,
  take: ({ store }) => closeDialog(store),
  leave: ({ store }) => closeDialog(store),
  step: stepChoice,
};

/** A changed text has other choices. */
function changeDialogInput({ store }: CommandContext, input: Input): void {
  changeDialog(store, (dialog) => {
    if (dialog.kind === "form" || !("input" in dialog)) return dialog;
    const isSame = input.text === dialog.input.text;
    return { ...dialog, input, chosen: isSame ? dialog.chosen : 0 };
  });
}

/** Does something with the open dialog, which is of that kind. */
function on<OfKind extends Dialog["kind"]>(
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

const keysByKind: Readonly<Partial<Record<Kind, Partial<DialogKeys>>>> = {
  bar: sidebarFilterKeys,
  filter: listFilterKeys,
  find: findKeys,
  search: searchKeys,
  form: formKeys,
  palette: { take: on("palette", acceptFromPalette) },
  recipient: { take: on("recipient", acceptRecipient) },
  "move-target": { take: on("move-target", acceptTarget) },
  emoji: { take: on("emoji", acceptEmoji) },
  "widget-add": { take: on("widget-add", addToWidget) },
  upload: {
    change: (context, input) => {
      changeDialogInput(context, input);
      refreshFolder(context);
    },
    take: on("upload", acceptUpload),
  },
  time: {
    // Typed times are relative to now.
    change: (context, input) => {
      changeDialogInput(context, input);
      const now = secondsNow(context.clock);
      changeDialog(context.store, (dialog) =>
        dialog.kind === "time" ? { ...dialog, now } : dialog,
      );
    },
    take: on("time", acceptTime),
    leave: on("time", ({ store }, { purpose }) => {
      if (purpose.kind === "status") openDialog(store, purpose.back);
      else closeDialog(store);
    }),
  },
  status: { take: on("status", acceptInStatus) },
  "status-emoji": {
    take: on("status-emoji", acceptInStatus),
    leave: on("status-emoji", ({ store }, { back }) => openDialog(store, back)),
  },
  help: { take: on("help", runFromHelp) },
  menu: {
    take: on("menu", takeChosen),
    leave: ({ store }) => leaveMenu(store),
    complete: (context) => stepChoice(context, 1),
  },
};

function acceptFromPalette(context: CommandContext, dialog: DialogOf<"palette">): void {
  const { store, keys } = context;
  const facts = paletteFacts(store.getState(), keys);
  const chosen = paletteChoices(facts, keys, dialog.input.text)[dialog.chosen];
  closeDialog(store);
  if (chosen?.narrow !== undefined) openNarrow(store, chosen.narrow);
  if (chosen?.list !== undefined) goTo(store, chosen.list);
  const command = keys.commands.find(({ id }) => id === chosen?.command);
  if (command !== undefined) runCommand({ ...context, count: 1 }, command);
}

function acceptEmoji(context: CommandContext, dialog: DialogOf<"emoji">): void {
  const { store } = context;
  const { view } = store.getState();
  const emoji = emojiChoices(view, dialog.input.text, dialog.frequent)[dialog.chosen];
  const message = get(view.messages, dialog.messageId);
  closeDialog(store);
  if (emoji !== undefined && message !== undefined) toggleReaction(context, message, emoji);
}

function keysNow({ screen }: State): DialogKeys | undefined {
  const where = contextOf(screen);
  const isLine = where === "bar" || where === "filter" || where === "find";
  const kind = isLine ? where : screen.dialog?.kind;
  return kind && { ...usual, ...keysByKind[kind] };
}

function withKind(run: (keys: DialogKeys, context: CommandContext) => void) {
  return (context: CommandContext) => {
    const keys = keysNow(context.store.getState());
    if (keys !== undefined) run(keys, context);
  };
}

/** Accepts the selected choice, or the text; says so if its subject is gone. */
export const take = withKind((keys, context) => {
  const { store } = context;
  const { view, screen } = store.getState();
  const loss = screen.dialog && lossOf(view, screen.dialog);
  if (loss === undefined) keys.take(context);
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
    run: (context) => moveChoice(context, pageRows),
  },
  "dialog.page-up": {
    title: "Page up",
    keys: ["PageUp"],
    run: (context) => moveChoice(context, -pageRows),
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
  if (isComposing(state)) insert(store, text, clock);
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
