/** Changes to a message: editing and deleting it, and reactions. */
import * as z from "zod";
import { get, put } from "#base/table.ts";
import { storedContent } from "#model/limits.ts";
import { onDeleteMessage } from "#model/messages.ts";
import { withReaction } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Op, op, opposite } from "./action-kind.ts";

export type Edit = {
  readonly kind: "edit";
  readonly messageId: MessageId;
  readonly content: string;
  /** The text when the user began editing: if it differs by now, no request is made. */
  readonly was: string;
};

const edit: ActionKind<Edit> = {
  stored: z.strictObject({
    kind: z.literal("edit"),
    messageId,
    content: z.string(),
    was: z.string(),
  }),
  repeatable: true,
  // Undoing an edit that is not sent yet cancels it; otherwise the undo is sent after it.
  property: ({ content, was }) => `edit:${[content, was].sort().join("\0")}`,
  targets: (action) => [action.messageId],
  overlaid: (view, { messageId: id, content: written }, batch) => {
    const message = get(view.messages, id);
    const content = storedContent(written, view.realm.maxMessageLength);
    if (message === undefined || message.content === content) return view;
    return { ...view, messages: put(view.messages, id, { ...message, content }, batch) };
  },
  agrees: (replica, action) => {
    const message = get(replica.messages, action.messageId);
    return message === undefined || isSameContent(replica, message.content, action.content);
  },
  inverse: (view, action) => {
    const content = get(view.messages, action.messageId)?.content;
    if (content === undefined || isSameContent(view, content, action.content)) return [];
    return [{ ...action, content, was: action.content }];
  },
  sentence: (view, action) => {
    const key = get(view.messages, action.messageId)?.conversation;
    return key === undefined ? "Edit a message" : `Edit in ${conversationTitle(view, key)}`;
  },
  text: ({ content }) => content,
};

/** Whether the server considers two texts equal: it trims and truncates what it stores. */
export function isSameContent({ realm }: Replica, one: string, other: string): boolean {
  const limit = realm.maxMessageLength;
  return storedContent(one, limit) === storedContent(other, limit);
}

/** Deleting a message for everybody. */
export type DeleteMessage = {
  readonly kind: "delete-message";
  readonly messageId: MessageId;
};

/** Cannot be undone, so the user confirms it first. */
const deleteMessage: ActionKind<DeleteMessage> = {
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

/** Adding an emoji reaction to a message, or removing one's own. */
export type Emoji = { readonly name: string; readonly code: string; readonly type: string };

/** The stored form. */
export const emoji: z.ZodType<Emoji> = z.strictObject({
  name: z.string(),
  code: z.string(),
  type: z.string(),
});

export type React = {
  readonly kind: "react";
  readonly op: Op;
  readonly messageId: MessageId;
  readonly emoji: Emoji;
};

const react: ActionKind<React> = {
  stored: z.strictObject({
    kind: z.literal("react"),
    op,
    messageId,
    emoji,
  }),
  repeatable: true,
  property: (action) => `react:${action.emoji.type}:${action.emoji.code}`,
  targets: (action) => [action.messageId],
  overlaid: (view, action, batch) =>
    withReaction(view, action.messageId, action.emoji, view.ownId, action.op, batch),
  agrees: (replica, action) => stands(replica, action) !== (action.op === "remove"),
  inverse: (view, action) => opposite(action, stands(view, action)),
  sentence: (_, { op: change, emoji: { name } }) =>
    `${change === "add" ? "React with" : "Remove the reaction"} :${name}:`,
};

/** Whether the user's own reaction is present; undefined if the message is not known. */
function stands(replica: Replica, { messageId: id, emoji: target }: React): boolean | undefined {
  return get(replica.messages, id)?.reactions.some(
    ({ type, code, userIds }) =>
      type === target.type && code === target.code && userIds.includes(replica.ownId),
  );
}

export const messageActions = { edit, "delete-message": deleteMessage, react } as const;
