/** Delivers message deletions. */
import { deleteMessage as callDelete } from "#api/messages.ts";
import { get } from "#base/table.ts";
import type { DeleteMessage } from "#journal/actions/delete-message.ts";
import type { Effect } from "./effect.ts";

export const deleteMessage: Effect<DeleteMessage> = {
  // After its edits.
  lane: ({ messageId }) => `message:${messageId}`,
  deliver: async ({ connection, store, stopped, beforeSending, intent }, { messageId }) => {
    // If its event arrived, an earlier request without a response succeeded.
    const isGone = get(store.getState().replica.messages, messageId) === undefined;
    if (intent.attempts > 0 && isGone) return;
    await callDelete(connection(), { message_id: messageId }, { signal: stopped, beforeSending });
  },
};
