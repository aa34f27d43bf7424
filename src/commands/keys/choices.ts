/**
 * The choices of an open dialog, derived from what was typed, and moving among them; shared by drawing and keys, so that
 * they agree.
 */
import { get } from "#base/table.ts";
import { statusEmoji, statusRows } from "#commands/account/status.ts";
import { type Command, type CommandContext, commandsIn, type Keys } from "#commands/command.ts";
import { recipientChoices } from "#commands/composer/recipient.ts";
import { gone, wasDeleted } from "#commands/composer/text.ts";
import { placedUploads, uploadChoices } from "#commands/composer/uploading.ts";
import { moveLoss, moveTargets } from "#commands/conversation/moving.ts";
import { chooseItem, chosenIndex, shownMenu } from "#commands/menus/open-menu.ts";
import { maxChoices, paletteChoices, paletteFacts } from "#commands/places/palette.ts";
import { timeChoices } from "#commands/scheduled/time-choices.ts";
import { changeDialog } from "#commands/screen.ts";
import { searchChoices } from "#commands/search/completing.ts";
import { catalogueFor } from "#emoji/catalogue.ts";
import { type EmojiChoice, searchEmoji } from "#emoji/search.ts";
import type { Problem } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { isVanished } from "#model/select/conversations.ts";
import { type EmojiKey, ownEmoji } from "#model/select/emoji.ts";
import type { Dialog, DialogOf } from "#store/dialog.ts";
import type { State } from "#store/state.ts";
import type { MessageId } from "#wire/ids.ts";
import { helpRows } from "./help.ts";
/** The emoji that match a text, by the server's names if they are known; of equal matches, frequent ones first. */
export function emojiChoices(
  view: Replica,
  text: string,
  frequent?: readonly EmojiKey[],
): readonly EmojiChoice[] {
  return searchEmoji(catalogueFor(view.emojiNames), ownEmoji(view), text, maxChoices, frequent);
}

type Choices<Kind extends Dialog["kind"]> = (
  state: State,
  dialog: DialogOf<Kind>,
  keys: Keys,
) => readonly unknown[];

/** Undefined: there is nothing to choose from. */
const choices: { readonly [Kind in Dialog["kind"]]: Choices<Kind> | undefined } = {
  palette: (state, { input }, keys) => paletteChoices(paletteFacts(state, keys), keys, input.text),
  recipient: ({ view }, dialog) => recipientChoices(view, dialog),
  "move-target": ({ view }, dialog) => moveTargets(view, dialog),
  upload: (state, dialog) => uploadChoices(placedUploads(state), dialog),
  emoji: ({ view }, { input, frequent }) => emojiChoices(view, input.text, frequent),
  time: ({ view }, dialog) => timeChoices(view, dialog),
  status: ({ view }, dialog) => statusRows(view, dialog),
  "status-emoji": ({ view }, dialog) => statusEmoji(view, dialog),
  search: ({ view, screen }, dialog) => searchChoices(view, dialog, screen.kept.searches ?? []),
  help: (state, { input }, keys) => helpRows(paletteFacts(state, keys), keys, input.text),
  menu: undefined,
  "widget-add": undefined,
  info: undefined,
  card: undefined,
  form: undefined,
  "sign-in": undefined,
};

/** How many choices the dialog has, for moving among them. */
function choiceCount(state: State, keys: Keys, dialog: Dialog): number {
  const choicesOf = choices[dialog.kind] as Choices<Dialog["kind"]> | undefined;
  return choicesOf?.(state, dialog, keys).length ?? 0;
}

type Losses = {
  readonly [Kind in Dialog["kind"]]?: (view: Replica, dialog: DialogOf<Kind>) => Problem;
};

const messageLoss = (view: Replica, { messageId }: { readonly messageId: MessageId }): Problem =>
  get(view.messages, messageId) === undefined ? wasDeleted : undefined;

/** Menus and forms state it themselves. */
const losses: Losses = {
  emoji: messageLoss,
  "widget-add": messageLoss,
  "move-target": (view, { moved }) => moveLoss(view, moved),
  recipient: ({ scheduled }, { scheduledId }) =>
    scheduledId === undefined || scheduled.has(scheduledId) ? undefined : gone,
  time: (view, { purpose }) => {
    if (purpose.kind === "reschedule") return view.scheduled.has(purpose.id) ? undefined : gone;
    if (purpose.kind !== "snooze") return undefined;
    const { conversations, title } = purpose;
    const isLost = conversations.every((key) => isVanished(view, key));
    return isLost
      ? `${title} no longer ${conversations.length === 1 ? "exists" : "exist"}.`
      : undefined;
  },
};

/** Why a dialog cannot be accepted any more: its subject is gone. */
export function lossOf(view: Replica, dialog: Dialog): Problem {
  const loss = losses[dialog.kind] as ((view: Replica, dialog: Dialog) => Problem) | undefined;
  return loss?.(view, dialog);
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
export function stepChoice(context: Choosing, by: 1 | -1): void {
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
