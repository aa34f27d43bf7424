/** Setting the user's status, and the time when it is cleared. */
import type { Setting } from "#journal/actions/setting.ts";
import type { StatusChange } from "#journal/actions/status.ts";
import { act } from "#store/act.ts";
import type { DialogOf, StatusDialog } from "#store/dialog.ts";
import type { Store } from "#store/state.ts";
import { addIntents, changeSession } from "#store/store.ts";
import { type CommandContext, commandsIn, inPanes } from "./command.ts";
import { closeDialog, openDialog, showToast } from "./screen.ts";
import {
  ownStatus,
  type StatusRow,
  statusEmoji,
  statusRoom,
  statusRows,
} from "./status-choices.ts";
import { momentOf, secondsNow } from "./time-choices.ts";
import { askForTime } from "./time-dialog.ts";

function openStatus({ store }: CommandContext): void {
  const { view, session } = store.getState();
  const until = session.statusUntil?.at;
  openDialog(store, { kind: "status", ...ownStatus(view), until, chosen: 0 });
}

type EmojiDialog = DialogOf<"status-emoji">;

/** Accepts the selected choice in the status dialog, or in its emoji picker. */
export function acceptInStatus(context: CommandContext, dialog: StatusDialog | EmojiDialog): void {
  if (dialog.kind === "status") acceptStatus(context, dialog);
  else acceptStatusEmoji(context.store, dialog);
}

/** Does what the selected row says; a common status fills in the fields, and another Enter sets it. */
function acceptStatus(context: CommandContext, dialog: StatusDialog): void {
  const { store } = context;
  const row: StatusRow | undefined = statusRows(store.getState().view, dialog)[dialog.chosen];
  switch (row?.kind) {
    case "save":
      saveStatus(context, dialog);
      return;
    case "emoji": {
      const chosen = dialog.emoji === undefined ? 0 : 1;
      openDialog(store, { kind: "status-emoji", back: dialog, text: "", chosen });
      return;
    }
    case "until":
      askForTime(context, { kind: "status", back: dialog });
      return;
    case "preset":
      openDialog(store, { ...dialog, text: row.text, emoji: row.emoji, chosen: 0 });
      return;
    case "switch": {
      const change: Setting = { kind: "setting", property: row.setting, value: !row.isOn };
      // Without a known earlier value there is nothing to undo.
      if (act(store, context, [change]) === undefined) addIntents(store, context, [change]);
      return;
    }
    default:
      saveStatus(context, { ...dialog, text: "", emoji: undefined, until: undefined });
  }
}

function acceptStatusEmoji(store: Store, dialog: EmojiDialog): void {
  const found = statusEmoji(store.getState().view, dialog);
  if (found.length === 0) return;
  openDialog(store, { ...dialog.back, emoji: found[dialog.chosen], chosen: 0 });
}

/** Only changes are sent. An empty status has no clearing time. */
function saveStatus(context: CommandContext, dialog: StatusDialog): void {
  const { store, clock } = context;
  const over = -statusRoom(dialog);
  if (over > 0) {
    showToast(store, `The status is ${over} too long: 60 characters fit.`, "error");
    return;
  }
  closeDialog(store);
  const { view } = store.getState();
  const before = ownStatus(view);
  const text = dialog.text.trim();
  const { emoji } = dialog;
  const change: StatusChange = {
    kind: "status",
    ...(text !== before.text && { text }),
    ...(emoji?.name !== before.emoji?.name && { emoji: emoji ?? null }),
  };
  const isEmpty = text === "" && emoji === undefined;
  const now = secondsNow(clock);
  const until = isEmpty || dialog.until === undefined ? undefined : Math.max(dialog.until, now + 1);
  const done = isEmpty ? "Cleared your status" : "Set your status";
  const sentence = until === undefined ? done : `${done} until ${momentOf(view, until, now)}`;
  const isNew = act(store, context, [change], { sentence: done }) !== undefined;
  const wasUntil = store.getState().session.statusUntil?.at;
  changeSession(store, (session) => ({
    ...session,
    statusUntil:
      until === undefined ? undefined : { at: until, text, emojiName: emoji?.name ?? "" },
  }));
  const isChanged = isNew || wasUntil !== until;
  showToast(store, isChanged ? sentence : "Nothing was changed.", "done", isNew);
}

export const statusCommands = commandsIn(inPanes, {
  "status.set": {
    title: "Go to your status",
    keys: ["g y"],
    run: openStatus,
  },
});
