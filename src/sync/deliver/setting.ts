/** Delivers changes to the person's own settings. */
import { updateSettings } from "#api/account.ts";
import type { Setting } from "#journal/actions/setting.ts";
import type { Effect } from "./effect.ts";

export const setting: Effect<Setting> = {
  lane: ({ property }) => `setting:${property}`,
  deliver: async ({ connection, stopped, beforeSending }, { property, value }) => {
    await updateSettings(connection(), { [property]: value }, { signal: stopped, beforeSending });
  },
};
