/** Accepting a choice in each kind of dialog. */
import { get } from "#base/table.ts";
import type { Dialog, DialogOf } from "#store/dialog.ts";
import { emojiChoices, lossOf } from "./choices.ts";
import type { CommandContext } from "./command.ts";
import { runFromHelp } from "./help.ts";
import { takeChosen } from "./menus/open-menu.ts";
import { toggleReaction } from "./message-actions.ts";
import { acceptTarget } from "./moving.ts";
import { goTo, openNarrow } from "./navigation.ts";
import { paletteChoices, paletteFacts } from "./palette.ts";
import { acceptRecipient } from "./recipient.ts";
import { runCommand } from "./repeat.ts";
import { acceptTime } from "./scheduling.ts";
import { closeDialog, showToast } from "./screen.ts";
import { acceptSearch } from "./search/search.ts";
import { acceptInStatus } from "./status.ts";
import { acceptUpload } from "./uploading.ts";
import { addToWidget } from "./widgets.ts";

/** Absent: accepting only closes the dialog. */
type Takes = {
  readonly [Kind in Dialog["kind"]]?: (context: CommandContext, dialog: DialogOf<Kind>) => void;
};

const takes: Takes = {
  palette: acceptFromPalette,
  recipient: acceptRecipient,
  "move-target": acceptTarget,
  upload: acceptUpload,
  emoji: (context, { messageId, input, frequent, chosen }) => {
    const { store } = context;
    const { view } = store.getState();
    const emoji = emojiChoices(view, input.text, frequent)[chosen];
    const message = get(view.messages, messageId);
    closeDialog(store);
    if (emoji !== undefined && message !== undefined) toggleReaction(context, message, emoji);
  },
  "widget-add": addToWidget,
  search: (context) => acceptSearch(context),
  help: runFromHelp,
  menu: takeChosen,
  time: acceptTime,
  status: acceptInStatus,
  "status-emoji": acceptInStatus,
};

export function acceptChoice(context: CommandContext, dialog: Dialog): void {
  const { store } = context;
  const loss = lossOf(store.getState().view, dialog);
  if (loss !== undefined) {
    closeDialog(store);
    showToast(store, loss, "error");
    return;
  }
  const taken = takes[dialog.kind] as
    | ((context: CommandContext, dialog: Dialog) => void)
    | undefined;
  if (taken === undefined) closeDialog(store);
  else taken(context, dialog);
}

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
