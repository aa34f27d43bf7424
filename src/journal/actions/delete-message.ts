/** Deleting a message for everybody. */
import * as z from "zod";
import { get } from "#base/table.ts";
import { onDeleteMessage } from "#model/messages.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";

export type DeleteMessage = {
  readonly kind: "delete-message";
  readonly messageId: MessageId;
};

/** Cannot be undone, so the person confirms it first. */
export const deleteMessage: ActionKind<DeleteMessage> = {
  stored: z.strictObject({ kind: z.literal("delete-message"), messageId }),
  repeatable: true,
  property: () => "delete-message",
  targets: (action) => [action.messageId],
  overlaid: (view, action, batch) => {
    if (get(view.messages, action.messageId) === undefined) return view;
    const message_ids = [action.messageId];
    const event = { type: "delete_message", id: view.lastEvent, message_ids } as const;
    return onDeleteMessage(view, event, batch);
  },
  agrees: ({ messages }, action) => get(messages, action.messageId) === undefined,
  sentence: () => "Delete a message",
};
