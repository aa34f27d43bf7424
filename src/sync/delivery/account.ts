/** Delivers changes to the user's own settings and status, and of whom they mute. */
import { updateSettings, updateStatus } from "#api/account.ts";
import { mutePerson as callMute, unmutePerson } from "#api/streams.ts";
import type { MutePerson, Setting, StatusChange } from "#journal/actions/account.ts";
import { since } from "#wire/levels.ts";
import { type Effect, requireLevel } from "./effect.ts";

const setting: Effect<Setting> = {
  lane: ({ property }) => `setting:${property}`,
  deliver: async ({ connection, stopped, beforeSending }, { property, value }) => {
    await updateSettings(connection(), { [property]: value }, { signal: stopped, beforeSending });
  },
};

const status: Effect<StatusChange> = {
  lane: () => "status",
  deliver: async ({ connection, stopped, beforeSending }, { text, emoji }) => {
    const level = connection().level();
    if (emoji) requireLevel(level, "statusEmoji");
    const { name, code, type } = emoji ?? { name: "", code: undefined, type: undefined };
    const hasEmoji = emoji !== undefined && level >= since.statusEmoji;
    const change = {
      ...(text !== undefined && { status_text: text }),
      ...(hasEmoji && { emoji_name: name, emoji_code: code, reaction_type: type }),
    };
    await updateStatus(connection(), change, { signal: stopped, beforeSending });
  },
};

const mutePerson: Effect<MutePerson> = {
  // The server marks their messages read, and undo marks them unread: the order matters.
  lane: () => "read",
  deliver: async ({ connection, stopped, beforeSending }, { op, userId }) => {
    const change = op === "add" ? callMute : unmutePerson;
    await change(connection(), { user_id: userId }, { signal: stopped, beforeSending });
  },
  // These errors have no code of their own.
  isAlreadySo: ({ sentence }) => /^User (?:already|is not) muted\.?$/.test(sentence),
};

export const accountEffects = { setting, status, "mute-person": mutePerson } as const;
