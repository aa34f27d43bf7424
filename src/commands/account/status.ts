/** Setting the user's status, and the time when it is cleared. */

import { type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { closeDialog, openDialog, showToast } from "#commands/screen.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import { askForTime, momentOf, secondsNow } from "#commands/time-choices.ts";
import { replaceAll } from "#editor/history.ts";
import { inputOf } from "#editor/input.ts";
import { folded } from "#editor/match.ts";
import { catalogueFor } from "#emoji/catalogue.ts";
import { searchEmoji } from "#emoji/search.ts";
import type { Setting, SettingName, StatusChange } from "#journal/actions/account.ts";
import type { Emoji } from "#journal/intent.ts";
import { charactersLeft } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { ownEmoji } from "#model/select/emoji.ts";
import { mayBeTold } from "#model/settings.ts";
import { accountLabel } from "#store/account.ts";
import type { DialogOf, StatusDialog } from "#store/dialog.ts";
import type { Store } from "#store/state.ts";
import { act, addIntents, changeSession, joinLastSteps } from "#store/store.ts";
import { limits } from "#wire/limits.ts";

/** The other live accounts, if what is set is for all of them. */
function elsewhere({ accounts, count }: CommandContext, { everywhere }: StatusDialog) {
  if (accounts === undefined || everywhere !== true) return [];
  const live = accounts.live();
  return live.all().flatMap(({ name }): readonly CommandContext[] => {
    const there = name === live.shown().name ? undefined : accounts.contextOf(name);
    return there === undefined ? [] : [{ ...there, count }];
  });
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
      openDialog(store, { kind: "status-emoji", back: dialog, input: inputOf(), chosen });
      return;
    }
    case "until":
      askForTime(context, { kind: "status", back: dialog });
      return;
    case "preset":
      fillIn(store, dialog, row);
      return;
    case "everywhere":
      openDialog(store, { ...dialog, everywhere: !row.isOn });
      return;
    case "switch": {
      const change: Setting = { kind: "setting", property: row.setting, value: !row.isOn };
      const taken: Store[] = [];
      for (const where of [...elsewhere(context, dialog), context]) {
        // Without a known earlier value there is nothing to undo.
        const isUndoable = act(where.store, where, [change]) !== undefined;
        if (isUndoable) taken.push(where.store);
        else addIntents(where.store, where, [change]);
      }
      asOneStep(context, taken);
      return;
    }
    default:
      saveStatus(context, { ...dialog, input: inputOf(), emoji: undefined, until: undefined });
  }
}

function fillIn(store: Store, dialog: StatusDialog, { text, emoji }: Preset): void {
  openDialog(store, { ...dialog, input: replaceAll(dialog.input, text), emoji, chosen: 0 });
}

/** Fills in the selected common status, or the one that was begun; false: there is none. Saves nothing. */
export function completeStatus(store: Store): boolean {
  const { view, screen } = store.getState();
  const { dialog } = screen;
  if (dialog?.kind !== "status") return false;
  const rows = statusRows(view, dialog);
  const begun = folded(dialog.input.text.trim());
  const isBegun = ({ text }: Preset) =>
    begun !== "" && folded(text).startsWith(begun) && text !== dialog.input.text;
  const isMeant = (row: StatusRow, at: number): row is Preset =>
    row.kind === "preset" && (at === dialog.chosen || (dialog.chosen === 0 && isBegun(row)));
  const preset = rows.find(isMeant);
  if (preset === undefined) return false;
  fillIn(store, dialog, preset);
  return true;
}

function acceptStatusEmoji(store: Store, dialog: EmojiDialog): void {
  const choices = statusEmoji(store.getState().view, dialog);
  if (choices.length === 0) return;
  openDialog(store, { ...dialog.back, emoji: choices[dialog.chosen] });
}

function saveStatus(context: CommandContext, dialog: StatusDialog): void {
  const { store } = context;
  const over = -statusRoom(dialog);
  if (over > 0) {
    showToast(store, `The status is ${over} too long: 60 characters fit.`, "error");
    return;
  }
  closeDialog(store);
  const { emoji } = dialog;
  // Others do not have this organization's own emoji, and older servers have none.
  const portable = emoji?.type === "unicode_emoji" ? emoji : undefined;
  const others = elsewhere(context, dialog);
  const taken: Store[] = [];
  const plain: string[] = [];
  for (const there of others) {
    const status = { ...dialog, emoji: portable };
    if (setStatus(there, status).isNew) taken.push(there.store);
    const { view, session } = there.store.getState();
    if (emoji && !(portable && canHaveEmoji(view))) plain.push(accountLabel(session.account) ?? "");
  }
  const { sentence, isNew, isChanged } = setStatus(context, dialog);
  if (isNew) taken.push(store);
  asOneStep(context, taken);
  const without = plain.length === 0 ? "" : `, without the emoji in ${plain.join(", ")}`;
  const where = others.length === 0 ? "" : ` in every account${without}`;
  const isAny = isChanged || others.length > 0;
  showToast(store, isAny ? sentence + where : "Nothing was changed.", "done", taken.length > 0);
}

/** What was changed in several accounts is undone together. */
function asOneStep({ newId }: CommandContext, taken: readonly Store[]): void {
  if (taken.length > 1) joinLastSteps(taken, newId());
}

/** Only changes are sent. An empty status has no clearing time. */
function setStatus(context: CommandContext, dialog: StatusDialog) {
  const { store, clock } = context;
  const { view } = store.getState();
  const before = ownStatus(view);
  const text = dialog.input.text.trim();
  const emoji = canHaveEmoji(view) ? dialog.emoji : undefined;
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
  return { sentence, isNew, isChanged: isNew || wasUntil !== until };
}

export const statusCommands = commandsIn(inPanes, {
  "status.set": {
    alsoCalled: "status,set status,away,busy,do not disturb,invisible,presence",
    title: "Go to your status",
    keys: ["g y"],
    run: ({ store }) => {
      const { view, session } = store.getState();
      const until = session.statusUntil?.at;
      const { text, emoji } = ownStatus(view);
      const isOne = accountLabel(session.account) === undefined;
      const everywhere = isOne ? undefined : false;
      openDialog(store, {
        kind: "status",
        input: inputOf(text),
        emoji,
        until,
        everywhere,
        chosen: 0,
      });
    },
  },
});

type Preset = {
  readonly kind: "preset";
  readonly text: string;
  readonly emoji: Emoji | undefined;
};

export type StatusRow =
  | { readonly kind: "save" | "emoji" | "until" | "clear" }
  | { readonly kind: "everywhere"; readonly isOn: boolean }
  | Preset
  | {
      readonly kind: "switch";
      readonly setting: SettingName;
      readonly title: string;
      readonly isOn: boolean;
    };

/** What identifies a row while others come and go. */
export function statusRowKey(row: StatusRow): string {
  if (row.kind === "preset") return `preset ${row.text}`;
  return row.kind === "switch" ? `switch ${row.setting}` : row.kind;
}

/** By the code of their emoji. */
const presets: readonly (readonly [string, string])[] = [
  ["1f4c5", "In a meeting"],
  ["1f68c", "On my way"],
  ["1f912", "Out sick"],
  ["1f334", "On vacation"],
  ["1f3e0", "Working from home"],
  ["1f3e2", "In the office"],
];

const switches: readonly (readonly [SettingName, string])[] = [
  ["presence_enabled", "Others see when you are online"],
  ["send_private_typing_notifications", "Others see you type in direct messages"],
  ["send_stream_typing_notifications", "Others see you type in streams"],
  ["receives_typing_notifications", "You see others type"],
];

/** How many the picker shows at most. */
const maxEmoji = 50;

/** The user's current status. */
function ownStatus({ statuses, ownId }: Replica): {
  readonly text: string;
  readonly emoji: Emoji | undefined;
} {
  const now = statuses.get(ownId);
  if (now === undefined) return { text: "", emoji: undefined };
  const { text, emojiName: name, emojiCode: code, emojiType: type } = now;
  return { text, emoji: name === "" ? undefined : { name, code, type } };
}

/** How many more characters fit. */
export function statusRoom({ input }: Pick<StatusDialog, "input">): number {
  return charactersLeft(input.text, limits.statusTextLength);
}

function canHaveEmoji(view: Replica): boolean {
  return unsupportedReason(view, "statusEmoji") === undefined;
}

export function statusRows(view: Replica, { everywhere }: StatusDialog): readonly StatusRow[] {
  const { byCode } = catalogueFor(view.emojiNames);
  const hasEmoji = canHaveEmoji(view);
  const usual = presets.flatMap(([code, text]): readonly StatusRow[] => {
    const name = byCode.get(code)?.name;
    if (name === undefined) return [];
    const emoji = hasEmoji ? { name, code, type: "unicode_emoji" } : undefined;
    return [{ kind: "preset", text, emoji }];
  });
  const { text, emoji } = ownStatus(view);
  const isSet = text !== "" || emoji !== undefined;
  return [
    { kind: "save" },
    ...(hasEmoji ? [{ kind: "emoji" } as const] : []),
    { kind: "until" },
    ...(everywhere === undefined ? [] : [{ kind: "everywhere", isOn: everywhere } as const]),
    ...usual,
    ...(isSet ? [{ kind: "clear" } as const] : []),
    ...switches.flatMap(([setting, title]): readonly StatusRow[] => {
      const value = view.settings[setting];
      // Older servers do not have this setting, and always send the notifications.
      if (value === undefined && setting === "receives_typing_notifications") return [];
      return [{ kind: "switch", setting, title, isOn: mayBeTold(value) }];
    }),
  ];
}

/** Undefined among them: no emoji. */
export function statusEmoji(
  view: Replica,
  { input: { text }, back }: DialogOf<"status-emoji">,
): readonly (Emoji | undefined)[] {
  const matches = searchEmoji(catalogueFor(view.emojiNames), ownEmoji(view), text, maxEmoji);
  return text === "" && back.emoji !== undefined ? [undefined, ...matches] : matches;
}
