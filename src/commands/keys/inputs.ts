/** The open dialog or typed line: what its keys do, by its kind, and typing into it. */
import { get } from "#base/table.ts";
import { putSignInOff } from "#commands/account/sign-in.ts";
import {
  acceptInStatus,
  completeStatus,
  statusEmoji,
  statusRows,
} from "#commands/account/status.ts";
import {
  type Command,
  type CommandContext,
  commandsIn,
  type DialogKeys,
  type Keys,
} from "#commands/command.ts";
import { typeCompleting } from "#commands/composer/completion.ts";
import { emojiChoices } from "#commands/composer/completion-sources.ts";
import { acceptRecipient, recipientChoices } from "#commands/composer/recipient.ts";
import { edit, gone, wasDeleted } from "#commands/composer/text.ts";
import {
  acceptUpload,
  completePath,
  placedUploads,
  refreshFolder,
  uploadChoices,
} from "#commands/composer/uploading.ts";
import { acceptTarget, moveLoss, moveTargets } from "#commands/conversation/moving.ts";
import { formKeys } from "#commands/forms/open-form.ts";
import { listFilterKeys } from "#commands/lists/list-commands.ts";
import {
  chooseItem,
  chosenIndex,
  leaveMenu,
  shownMenu,
  takeChosen,
} from "#commands/menus/table.ts";
import { toggleReaction } from "#commands/message/actions.ts";
import { saveFile } from "#commands/message/files.ts";
import { addToWidget } from "#commands/message/widgets.ts";
import { findKeys } from "#commands/places/find.ts";
import { linkFacts } from "#commands/places/links.ts";
import { goTo } from "#commands/places/navigation.ts";
import { openPlace } from "#commands/places/open-place.ts";
import { paletteChoices, paletteFacts } from "#commands/places/palette.ts";
import { sidebarFilterKeys } from "#commands/places/sidebar.ts";
import { acceptTime } from "#commands/scheduled/scheduling.ts";
import { secondsNow, timeChoices } from "#commands/scheduled/time-choices.ts";
import {
  changeDialog,
  changeDialogOf,
  closeDialog,
  contextOf,
  openDialog,
  showToast,
} from "#commands/screen.ts";
import { searchChoices } from "#commands/search/completing.ts";
import { searchKeys } from "#commands/search/search.ts";
import { insert as insertInto } from "#editor/edit.ts";
import type { Editor } from "#editor/editor.ts";
import { type Input, oneLine } from "#editor/input.ts";
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { isVanished } from "#model/select/conversations.ts";
import { composerEditor } from "#store/composer.ts";
import type { Dialog, DialogOf } from "#store/dialog.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { helpRows, runFromHelp } from "./help.ts";
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

/** What a dialog or line of a kind does; what is absent is as usual. */
type Row<OfKind extends Kind> = Partial<DialogKeys> &
  ([OfKind] extends [Dialog["kind"]]
    ? {
        /** The choices besides those of a menu, derived from what was typed. Absent: there are none. */
        readonly choices?: (
          state: State,
          dialog: DialogOf<OfKind>,
          keys: Keys,
        ) => readonly unknown[];
        /** Why it cannot be accepted any more. Menus and forms state it themselves. */
        readonly loss?: (view: Replica, dialog: DialogOf<OfKind>) => Problem;
      }
    : unknown);

const messageLoss = (view: Replica, { messageId }: { readonly messageId: MessageId }): Problem =>
  get(view.messages, messageId) === undefined ? wasDeleted : undefined;

const keysByKind: { readonly [OfKind in Kind]?: Row<OfKind> } = {
  bar: sidebarFilterKeys,
  filter: listFilterKeys,
  find: findKeys,
  search: {
    ...searchKeys,
    choices: ({ view, screen }, dialog) => searchChoices(view, dialog, screen.kept.searches ?? []),
  },
  form: formKeys,
  palette: {
    take: on("palette", acceptFromPalette),
    choices: (state, { input }, keys) =>
      paletteChoices(paletteFacts(state, keys), keys, input.text),
  },
  recipient: {
    take: on("recipient", acceptRecipient),
    choices: (state, dialog) => recipientChoices(linkFacts(state), dialog),
    loss: ({ scheduled }, { scheduledId }) =>
      scheduledId === undefined || scheduled.has(scheduledId) ? undefined : gone,
  },
  "move-target": {
    take: on("move-target", acceptTarget),
    choices: (state, dialog) => moveTargets(linkFacts(state), dialog),
    loss: (view, { moved }) => moveLoss(view, moved),
  },
  emoji: {
    take: on("emoji", acceptEmoji),
    choices: ({ view }, { input, frequent }) => emojiChoices(view, input.text, frequent),
    loss: messageLoss,
  },
  "save-file": {
    take: on("save-file", (context, dialog) => void saveFile(context, dialog)),
    complete: () => {},
  },
  "widget-add": { take: on("widget-add", addToWidget), complete: () => {}, loss: messageLoss },
  upload: {
    change: (context, input) => {
      changeDialogInput(context, input);
      refreshFolder(context);
    },
    take: on("upload", acceptUpload),
    complete: on("upload", completePath),
    choices: (state, dialog) => uploadChoices(placedUploads(state), dialog),
  },
  time: {
    // Typed times are relative to now.
    change: (context, input) => {
      changeDialogInput(context, input);
      const now = secondsNow(context.clock);
      changeDialogOf(context.store, "time", (dialog) => ({ ...dialog, now }));
    },
    take: on("time", acceptTime),
    choices: ({ view }, dialog) => timeChoices(view, dialog),
    loss: (view, { purpose }) => {
      if (purpose.kind === "reschedule") return view.scheduled.has(purpose.id) ? undefined : gone;
      if (purpose.kind !== "snooze") return undefined;
      const { conversations, title } = purpose;
      const isLost = conversations.every((key) => isVanished(view, key));
      return isLost
        ? `${title} no longer ${conversations.length === 1 ? "exists" : "exist"}.`
        : undefined;
    },
    leave: on("time", ({ store }, { purpose }) => {
      if (purpose.kind === "status") openDialog(store, purpose.back);
      else closeDialog(store);
    }),
  },
  status: {
    take: on("status", acceptInStatus),
    complete: (context) => completeStatus(context.store) || stepChoice(context, 1),
    choices: ({ view }, dialog) => statusRows(view, dialog),
  },
  "sign-in": { leave: putSignInOff },
  "status-emoji": {
    take: on("status-emoji", acceptInStatus),
    choices: ({ view }, dialog) => statusEmoji(view, dialog),
    leave: on("status-emoji", ({ store }, { back }) => openDialog(store, back)),
  },
  help: {
    take: on("help", runFromHelp),
    choices: (state, { input }, keys) => helpRows(paletteFacts(state, keys), keys, input.text),
  },
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
  const { narrow, near, account } = chosen ?? {};
  if (account !== undefined && narrow === undefined) context.openAccount(account);
  else if (narrow !== undefined) openPlace(context, { account, narrow, near });
  if (chosen?.list !== undefined) goTo(store, chosen.list);
  const command = keys.commands.find(({ id }) => id === chosen?.command);
  if (command !== undefined && chosen?.problem !== undefined)
    showToast(store, `${command.title}: ${chosen.detail}.`, "error");
  else if (command !== undefined) runCommand({ ...context, count: 1 }, command);
}

function acceptEmoji(context: CommandContext, dialog: DialogOf<"emoji">): void {
  const { store } = context;
  const { view } = store.getState();
  const emoji = emojiChoices(view, dialog.input.text, dialog.frequent)[dialog.chosen];
  const message = get(view.messages, dialog.messageId);
  closeDialog(store);
  if (emoji !== undefined && message !== undefined) toggleReaction(context, message, emoji);
}

function rowOf({ kind }: Dialog): Row<Dialog["kind"]> {
  return (keysByKind[kind] ?? {}) as Row<Dialog["kind"]>;
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

/** How many choices the dialog has, for moving among them. */
function choiceCount(state: State, keys: Keys, dialog: Dialog): number {
  const { choices } = rowOf(dialog);
  return choices?.(state, dialog, keys).length ?? 0;
}

/** Why a dialog cannot be accepted any more: its subject is gone. */
export function lossOf(view: Replica, dialog: Dialog): Problem {
  return rowOf(dialog).loss?.(view, dialog);
}

// Choosing in dialogs.

type Choosing = Pick<CommandContext, "store" | "keys" | "clock">;

/** How many choices the open dialog has. */
export function choicesShown(context: Choosing): number {
  const state = context.store.getState();
  const { dialog } = state.screen;
  if (dialog === undefined) return 0;
  return shownMenu(context)?.menu.items.length ?? choiceCount(state, context.keys, dialog);
}

/** Selects the index that `next` returns for the selected one and the number of choices. */
function choose(context: Choosing, next: (chosen: number, count: number) => number): void {
  const { store } = context;
  const { dialog } = store.getState().screen;
  const count = choicesShown(context);
  const open = shownMenu(context);
  if (dialog === undefined || count === 0) return;
  if (open !== undefined) chooseItem(context, next(chosenIndex(open.menu, open.dialog), count));
  else if (dialog.kind !== "menu" && "chosen" in dialog) {
    const chosen = next(Math.min(dialog.chosen, count - 1), count);
    changeDialog(store, () => ({ ...dialog, chosen }));
  }
}

/** Selects the next or previous choice, wrapping around. */
function stepChoice(context: Choosing, by: 1 | -1): void {
  choose(context, (chosen, count) => (chosen + by + count) % count);
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
