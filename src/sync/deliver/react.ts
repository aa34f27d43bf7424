/** Delivers reactions. */
import { addReaction, removeReaction } from "#api/messages.ts";
import type { React } from "#journal/actions/react.ts";
import type { Effect } from "./effect.ts";

const alreadySo = new Set(["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"]);

export const react: Effect<React> = {
  lane: ({ messageId }) => `react:${messageId}`,
  deliver: async ({ connection, stopped, beforeSending }, { op, messageId, emoji }) => {
    const reaction = {
      message_id: messageId,
      emoji_name: emoji.name,
      emoji_code: emoji.code,
      reaction_type: emoji.type,
    };
    const change = op === "add" ? addReaction : removeReaction;
    await change(connection(), reaction, { signal: stopped, beforeSending });
  },
  isAlreadySo: ({ code }) => alreadySo.has(code ?? ""),
};
