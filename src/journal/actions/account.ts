/** Changes to one's own account: settings, the status, and who is muted. */
import * as z from "zod";
import { type Sorted, sorted } from "#base/sorted.ts";
import { get, ids } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { withRead } from "#model/overlay.ts";
import { onUserStatus } from "#model/people.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";
import { onUserSettings } from "#model/settings.ts";
import { updateSettings } from "#wire/endpoints/settings.ts";
import { type MessageId, type UserId, userId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type ActionKind, op, opposite, row } from "./action-kind.ts";
import type { Read } from "./flags.ts";
import { type Emoji, emoji } from "./message.ts";

export type SettingName = Exclude<keyof typeof updateSettings.parameters, "full_name">;

const names = Object.keys(updateSettings.parameters).filter(isSettingName);

/** A name is not a setting: settings events do not include it. */
function isSettingName(name: string): name is SettingName {
  return name !== "full_name";
}

const storedSetting = row("setting", {
  property: z.enum(names),
  value: z.union([z.boolean(), z.number(), z.string()]),
});
export type Setting = z.output<typeof storedSetting>;

/** `value` has the type of the setting; callers check the declaration. */
const setting: ActionKind<Setting> = {
  stored: storedSetting,
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

const cleared: Emoji = { name: "", code: "", type: "unicode_emoji" };

const storedStatus = row("status", {
  /** Empty clears it; absent leaves it unchanged. */
  text: z.exactOptional(z.string()),
  /** Null clears it; absent leaves it unchanged. */
  emoji: z.exactOptional(z.nullable(emoji)),
});
/** Setting the status that others see next to the user's name. */
export type StatusChange = z.output<typeof storedStatus>;

const status: ActionKind<StatusChange> = {
  stored: storedStatus,
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

const storedMutePerson = row("mute-person", { op, userId });
/** Muting or unmuting a person. */
export type MutePerson = z.output<typeof storedMutePerson>;

const mutePerson: ActionKind<MutePerson, Read> = {
  stored: storedMutePerson,
  repeatable: true,
  property: () => "mute-person",
  targets: (action) => [action.userId],
  // The messages are read at once: what the user marks as unread after that is a change, even before the events.
  overlaid: (view, { op: change, userId }, batch) => {
    const mutedPeople = new Set(view.mutedPeople);
    if (change === "remove") mutedPeople.delete(userId);
    else if (!mutedPeople.has(userId)) {
      mutedPeople.add(userId);
      return { ...withRead(view, unreadFrom(view, userId), batch), mutedPeople };
    }
    return { ...view, mutedPeople };
  },
  agrees: ({ mutedPeople }, action) => mutedPeople.has(action.userId) === (action.op === "add"),
  inverse: (view, action) => {
    const isMuted = view.mutedPeople.has(action.userId);
    const canRestore =
      action.op === "add" && !isMuted && view.realm.featureLevel >= since.markUnread;
    const ids = canRestore ? unreadFrom(view, action.userId) : [];
    const marks: readonly Read[] = ids.length === 0 ? [] : [{ kind: "read", op: "remove", ids }];
    return [...opposite(action, isMuted), ...marks];
  },
  sentence: (view, action) =>
    `${action.op === "add" ? "Mute" : "Unmute"} ${personName(view, action.userId)}`,
};

/**
 * The server marks a muted person's messages read. All unread messages in the direct conversation with them are theirs;
 * which others are is only known from its events.
 */
function unreadFrom({ unreads, messages, ownId }: Replica, senderId: UserId): Sorted<MessageId> {
  const alone = conversationKey({ kind: "direct", userIds: sorted([ownId, senderId]) });
  const isTheirs = (id: MessageId) =>
    get(unreads.where, id) === alone || get(messages, id)?.senderId === senderId;
  return sorted([...ids(unreads.where)].filter(isTheirs));
}

export const accountActions = { setting, status, "mute-person": mutePerson } as const;
