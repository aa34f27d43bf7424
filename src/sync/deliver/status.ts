/** Delivers the person's status. */
import { updateStatus } from "#api/account.ts";
import type { StatusChange } from "#journal/actions/status.ts";
import type { Effect } from "./effect.ts";

export const status: Effect<StatusChange> = {
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
