/** What the keys of each kind of dialog and typed line do, where it is not as usual. */

import { get } from "#base/table.ts";
import { putSignInOff } from "#commands/account/sign-in.ts";
import {
  acceptInStatus,
  completeStatus,
  statusEmoji,
  statusRowKey,
  statusRows,
} from "#commands/account/status.ts";
import type { CommandContext } from "#commands/command.ts";
import { acceptRecipient } from "#commands/composer/recipient.ts";
import {
  acceptTarget,
  completeTarget,
  firstTarget,
  moveLoss,
  moveTargets,
} from "#commands/conversation/moving.ts";
import { acceptPrompt, promptChoices } from "#commands/custom/running.ts";
import { formKeys } from "#commands/forms/open-form.ts";
import { type HelpRow, helpRows, runFromHelp } from "#commands/keys/help.ts";
import { changeDialogInput, keysByKind, on, stepChoice } from "#commands/keys/inputs.ts";
import { listFilterKeys } from "#commands/keys/list-keys.ts";
import { paletteChoices, paletteFacts } from "#commands/keys/palette.ts";
import { leaveMenu, takeChosen } from "#commands/menus/open-menu.ts";
import { toggleReaction } from "#commands/message/actions.ts";
import { saveFile } from "#commands/message/files.ts";
import { acceptNote, leaveNote, type RemindPurpose } from "#commands/message/reminding.ts";
import { addToWidget } from "#commands/message/widgets.ts";
import { findKeys } from "#commands/places/find.ts";
import { matchKey } from "#commands/places/finder.ts";
import { linkFacts } from "#commands/places/links.ts";
import { goTo } from "#commands/places/navigation.ts";
import { openPlace } from "#commands/places/open-place.ts";
import { runCommand } from "#commands/repeat.ts";
import { acceptTime } from "#commands/scheduled/scheduling.ts";
import { changeDialogOf, closeDialog, openDialog, showToast } from "#commands/screen.ts";
import { searchChoiceKey, searchChoices } from "#commands/search/completing.ts";
import { searchKeys } from "#commands/search/search.ts";
import { acceptName, openView, viewOf } from "#commands/search/views.ts";
import { sidebarFilterKeys } from "#commands/sidebar/sidebar.ts";
import { acceptFolderName } from "#commands/stream/own-folder.ts";
import { secondsNow, timeChoiceKey, timeChoices } from "#commands/time-choices.ts";
import { emojiChoices } from "#commands/writing/completion-sources.ts";
import { firstChoice, recipientChoices } from "#commands/writing/recipients.ts";
import { sentOrDeleted, wasDeleted } from "#commands/writing/text.ts";
import {
  acceptUpload,
  completePath,
  placedUploads,
  refreshFolder,
  uploadChoices,
  uploadKey,
} from "#commands/writing/uploading.ts";
import type { EmojiChoice } from "#emoji/search.ts";
import type { Problem } from "#model/limits.ts";
import { ownFolderWith } from "#model/own-folders.ts";
import type { Replica } from "#model/replica.ts";
import { isVanished } from "#model/select/conversations.ts";
import type { DialogOf } from "#store/dialog.ts";
import type { MessageId } from "#wire/ids.ts";

const messageLoss = (view: Replica, { messageId }: { readonly messageId: MessageId }): Problem =>
  get(view.messages, messageId) === undefined ? wasDeleted : undefined;

/** A reminder that is set already may be of a message that is not known here. */
const reminderLoss = (view: Replica, { messages, was }: RemindPurpose): Problem =>
  was === undefined && messages.every((id) => get(view.messages, id) === undefined)
    ? wasDeleted
    : undefined;

keysByKind.give({
  bar: sidebarFilterKeys,
  filter: listFilterKeys,
  find: findKeys,
  search: {
    ...searchKeys,
    choices: ({ view, screen }, dialog) => searchChoices(view, dialog, screen.kept.searches ?? []),
    keyOf: searchChoiceKey,
  },
  form: formKeys,
  palette: {
    take: on("palette", acceptFromPalette),
    choices: (state, { input }, keys) =>
      paletteChoices(paletteFacts(state, keys), keys, input.text),
    keyOf: matchKey,
  },
  recipient: {
    take: on("recipient", acceptRecipient),
    choices: (state, dialog) => recipientChoices(linkFacts(state), dialog),
    first: firstChoice,
    keyOf: matchKey,
    loss: ({ scheduled }, { scheduledId }) =>
      scheduledId === undefined || scheduled.has(scheduledId) ? undefined : sentOrDeleted,
  },
  "move-target": {
    take: on("move-target", acceptTarget),
    complete: on("move-target", completeTarget),
    choices: (state, dialog) => moveTargets(linkFacts(state), dialog),
    first: firstTarget,
    keyOf: matchKey,
    loss: (view, { moved }) => moveLoss(view, moved),
  },
  emoji: {
    take: on("emoji", acceptEmoji),
    choices: ({ view }, { input, frequent }) => emojiChoices(view, input.text, frequent),
    keyOf: emojiKey,
    loss: messageLoss,
  },
  "save-file": {
    take: on("save-file", (context, dialog) => void saveFile(context, dialog)),
    complete: () => {},
  },
  prompt: {
    take: on("prompt", acceptPrompt),
    choices: (_, dialog) => promptChoices(dialog),
    keyOf: (choice: string) => choice,
    complete: (context) => stepChoice(context, 1),
  },
  "view-name": {
    take: on("view-name", acceptName),
    complete: () => {},
    loss: (view, { of }) =>
      "search" in of || viewOf(view, of.fragment) !== undefined
        ? undefined
        : "The view was deleted.",
  },
  "folder-name": {
    take: on("folder-name", acceptFolderName),
    complete: () => {},
    loss: (view, { folder }) =>
      ownFolderWith(view.localFolders, folder) === undefined
        ? "The folder was deleted."
        : undefined,
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
    keyOf: uploadKey,
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
    keyOf: timeChoiceKey,
    loss: (view, { purpose }) => {
      if (purpose.kind === "reschedule")
        return view.scheduled.has(purpose.id) ? undefined : sentOrDeleted;
      if (purpose.kind === "remind") return reminderLoss(view, purpose);
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
    keyOf: statusRowKey,
  },
  "sign-in": { leave: putSignInOff },
  "status-emoji": {
    take: on("status-emoji", acceptInStatus),
    choices: ({ view }, dialog) => statusEmoji(view, dialog),
    keyOf: emojiKey,
    leave: on("status-emoji", ({ store }, { back }) => openDialog(store, back)),
  },
  "reminder-note": {
    take: on("reminder-note", acceptNote),
    complete: () => {},
    loss: (view, { back }) => reminderLoss(view, back.purpose),
    leave: on("reminder-note", leaveNote),
  },
  help: {
    take: on("help", runFromHelp),
    choices: (state, { input }, keys) => helpRows(paletteFacts(state, keys), keys, input.text),
    keyOf: ({ command }: HelpRow) => command.id,
  },
  menu: {
    take: on("menu", takeChosen),
    leave: ({ store }) => leaveMenu(store),
    complete: (context) => stepChoice(context, 1),
  },
});

/** Of none, which a status may have, it is empty. */
function emojiKey(emoji: Pick<EmojiChoice, "type" | "code"> | undefined): string {
  return emoji === undefined ? "" : `${emoji.type} ${emoji.code}`;
}

function acceptFromPalette(context: CommandContext, dialog: DialogOf<"palette">): void {
  const { store, keys } = context;
  const facts = paletteFacts(store.getState(), keys);
  const chosen = paletteChoices(facts, keys, dialog.input.text)[dialog.chosen];
  closeDialog(store);
  const { narrow, near, account } = chosen ?? {};
  if (account !== undefined && narrow === undefined) context.openAccount(account);
  else if (narrow !== undefined) openPlace(context, { account, narrow, near });
  if (chosen?.list !== undefined) goTo(store, chosen.list);
  if (chosen?.saved !== undefined) openView(context, chosen.saved);
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
