/** The choices of the status dialog: the status itself, common ones, and what else others see of the user. */
import { catalogueFor } from "#emoji/catalogue.ts";
import { searchEmoji } from "#emoji/search.ts";
import type { SettingName } from "#journal/actions/setting.ts";
import type { Emoji } from "#journal/intent.ts";
import { charactersLeft } from "#model/limits.ts";
import type { Replica } from "#model/replica.ts";
import { ownEmoji } from "#model/select/emoji.ts";
import type { DialogOf, StatusDialog } from "#store/dialog.ts";
import { limits } from "#wire/limits.ts";
import { unsupportedReason } from "./unsupported.ts";

export type StatusRow =
  | { readonly kind: "save" | "emoji" | "until" | "clear" }
  | { readonly kind: "preset"; readonly text: string; readonly emoji: Emoji }
  | {
      readonly kind: "switch";
      readonly setting: SettingName;
      readonly title: string;
      readonly isOn: boolean;
    };

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
export function ownStatus({ statuses, ownId }: Replica): Pick<StatusDialog, "text" | "emoji"> {
  const now = statuses.get(ownId);
  if (now === undefined) return { text: "", emoji: undefined };
  const { text, emojiName: name, emojiCode: code, emojiType: type } = now;
  return { text, emoji: name === "" ? undefined : { name, code, type } };
}

/** How many more characters fit. */
export function statusRoom({ text }: Pick<StatusDialog, "text">): number {
  return charactersLeft(text, limits.statusTextLength);
}

export function statusRows(view: Replica, _: StatusDialog): readonly StatusRow[] {
  const { byCode } = catalogueFor(view.emojiNames);
  const hasEmoji = unsupportedReason(view, "statusEmoji") === undefined;
  const usual = presets.flatMap(([code, text]): readonly StatusRow[] => {
    const name = byCode.get(code)?.name;
    if (name === undefined) return [];
    return [{ kind: "preset", text, emoji: { name, code, type: "unicode_emoji" } }];
  });
  const { text, emoji } = ownStatus(view);
  const isSet = text !== "" || emoji !== undefined;
  return [
    { kind: "save" },
    ...(hasEmoji ? [{ kind: "emoji" } as const] : []),
    { kind: "until" },
    ...usual,
    ...(isSet ? [{ kind: "clear" } as const] : []),
    ...switches.flatMap(([setting, title]): readonly StatusRow[] => {
      const value = view.settings[setting];
      // Older servers do not have this setting, and always send the notifications.
      if (value === undefined && setting === "receives_typing_notifications") return [];
      return [{ kind: "switch", setting, title, isOn: value !== false }];
    }),
  ];
}

/** Undefined among them: no emoji. */
export function statusEmoji(
  view: Replica,
  { text, back }: DialogOf<"status-emoji">,
): readonly (Emoji | undefined)[] {
  const found = searchEmoji(catalogueFor(view.emojiNames), ownEmoji(view), text, maxEmoji);
  return text === "" && back.emoji !== undefined ? [undefined, ...found] : found;
}
