/** Delivers changes to the user's own settings and status, and of whom they mute. */
import { updateSettings, updateStatus } from "#api/account.ts";
import { mutePerson as callMute, unmutePerson } from "#api/streams.ts";
import type { MutePerson, Setting, StatusChange } from "#journal/actions/account.ts";
import { since } from "#wire/levels.ts";
import { change, type Effect, requireLevel } from "./effect.ts";

const setting: Effect<Setting> = {
  lane: ({ property }) => `setting:${property}`,
  deliver: async (departure, { property, value }) => {
    await change(departure, updateSettings, { [property]: value });
  },
};

const status: Effect<StatusChange> = {
  lane: () => "status",
  deliver: async (departure, { text, emoji }) => {
    const level = departure.connection().level();
    if (emoji) requireLevel(level, "statusEmoji");
    const { name, code, type } = emoji ?? { name: "", code: undefined, type: undefined };
    const hasEmoji = emoji !== undefined && level >= since.statusEmoji;
    await change(departure, updateStatus, {
      ...(text !== undefined && { status_text: text }),
      ...(hasEmoji && { emoji_name: name, emoji_code: code, reaction_type: type }),
    });
  },
};

const mutePerson: Effect<MutePerson> = {
  // The server marks their messages read, and undo marks them unread: the order matters.
  lane: () => "read",
  deliver: async (departure, { op, userId }) => {
    requireLevel(departure.connection().level(), "mutedPeople");
    await change(departure, op === "add" ? callMute : unmutePerson, { user_id: userId });
  },
  // These errors have no code of their own.
  isAlreadySo: ({ sentence }) => /^User (?:already|is not) muted\.?$/.test(sentence),
};

export const accountEffects = { setting, status, "mute-person": mutePerson } as const;
