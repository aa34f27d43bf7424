/** Changes to one's own account: settings and the status. */
import * as z from "zod";
import { onUserStatus } from "#model/people.ts";
import type { Replica } from "#model/replica.ts";
import { onUserSettings } from "#model/settings.ts";
import { updateSettings } from "#wire/endpoints/settings.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Emoji, emoji } from "./message.ts";
export type SettingName = Exclude<keyof typeof updateSettings.parameters, "full_name">;

export type Setting = {
  readonly kind: "setting";
  readonly property: SettingName;
  readonly value: boolean | number | string;
};

const names = Object.keys(updateSettings.parameters).filter(isSettingName);

/** A name is not a setting: settings events do not include it. */
function isSettingName(name: string): name is SettingName {
  return name !== "full_name";
}

/** `value` has the type of the setting; callers check the declaration. */
const setting: ActionKind<Setting> = {
  stored: z.strictObject({
    kind: z.literal("setting"),
    property: z.enum(names),
    value: z.union([z.boolean(), z.number(), z.string()]),
  }),
  repeatable: true,
  property: () => "setting",
  targets: ({ property }) => [property],
  overlaid: (view, { property, value }) =>
    onUserSettings(view, {
      type: "user_settings",
      op: "update",
      id: view.lastEvent,
      property,
      value,
    }),
  agrees: ({ settings }, { property, value }) => settings[property] === value,
  inverse: ({ settings }, action) => {
    const before = settings[action.property];
    const isKnown = ["boolean", "number", "string"].includes(typeof before);
    if (!isKnown || before === action.value) return [];
    return [{ ...action, value: before as Setting["value"] }];
  },
  sentence: (_, { property }) => `Change the setting ${property}`,
};

/** Setting the status that others see next to the user's name. */
export type StatusChange = {
  readonly kind: "status";
  /** Empty clears it; absent leaves it unchanged. */
  readonly text?: string;
  /** Null clears it; absent leaves it unchanged. */
  readonly emoji?: Emoji | null;
};

const cleared: Emoji = { name: "", code: "", type: "unicode_emoji" };

const status: ActionKind<StatusChange> = {
  stored: z.strictObject({
    kind: z.literal("status"),
    text: z.exactOptional(z.string()),
    emoji: z.exactOptional(z.nullable(emoji)),
  }),
  repeatable: true,
  property: () => "status",
  targets: ({ text, emoji: newEmoji }) => [
    ...(text === undefined ? [] : ["text"]),
    ...(newEmoji === undefined ? [] : ["emoji"]),
  ],
  narrowed: ({ kind, text, emoji: newEmoji }, targets) => ({
    kind,
    ...(text !== undefined && targets.has("text") && { text }),
    ...(newEmoji !== undefined && targets.has("emoji") && { emoji: newEmoji }),
  }),
  overlaid: (view, { text, emoji: newEmoji }, batch) => {
    const { name, code, type } = newEmoji ?? cleared;
    const changes = {
      ...(text !== undefined && { status_text: text.trim() }),
      ...(newEmoji !== undefined && { emoji_name: name, emoji_code: code, reaction_type: type }),
    };
    const event = {
      type: "user_status",
      id: view.lastEvent,
      user_id: view.ownId,
      ...changes,
    } as const;
    return onUserStatus(view, event, batch);
  },
  agrees: (replica, { text, emoji: newEmoji }) => {
    const now = statusNow(replica);
    const sameText = text === undefined || text.trim() === now.text;
    return (
      sameText && (newEmoji === undefined || (newEmoji?.name ?? "") === (now.emoji?.name ?? ""))
    );
  },
  inverse: (view, action) => {
    const { text, emoji: currentEmoji } = statusNow(view);
    const back: StatusChange = {
      kind: "status",
      ...(action.text !== undefined && action.text.trim() !== text && { text }),
      ...(action.emoji !== undefined &&
        action.emoji?.name !== currentEmoji?.name && { emoji: currentEmoji }),
    };
    return back.text === undefined && back.emoji === undefined ? [] : [back];
  },
  sentence: (_, { text, emoji: newEmoji }) => {
    if (text === "" || (text === undefined && newEmoji === null)) return "Clear status";
    return text === undefined ? "Set status emoji" : `Set status “${text}”`;
  },
};

function statusNow({ statuses, ownId }: Replica) {
  const now = statuses.get(ownId);
  const has = now !== undefined && now.emojiName !== "";
  const shown = has ? { name: now.emojiName, code: now.emojiCode, type: now.emojiType } : null;
  return { text: now?.text ?? "", emoji: shown };
}

export const accountActions = { setting, status } as const;
