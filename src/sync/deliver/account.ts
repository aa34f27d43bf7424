/** Delivers changes to the user's own settings and status. */
import { updateSettings, updateStatus } from "#api/account.ts";
import type { Setting, StatusChange } from "#journal/actions/account.ts";
import type { Effect } from "./effect.ts";

const setting: Effect<Setting> = {
  lane: ({ property }) => `setting:${property}`,
  deliver: async ({ connection, stopped, beforeSending }, { property, value }) => {
    await updateSettings(connection(), { [property]: value }, { signal: stopped, beforeSending });
  },
};

const status: Effect<StatusChange> = {
  lane: () => "status",
  deliver: async ({ connection, stopped, beforeSending }, { text, emoji }) => {
    const { name, code, type } = emoji ?? { name: "", code: undefined, type: undefined };
    const change = {
      ...(text !== undefined && { status_text: text }),
      ...(emoji !== undefined && { emoji_name: name, emoji_code: code, reaction_type: type }),
    };
    await updateStatus(connection(), change, { signal: stopped, beforeSending });
  },
};

export const accountEffects = { setting, status } as const;
