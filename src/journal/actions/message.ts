/** Changes to a message: editing and deleting it, and reactions. */
import * as z from "zod";
import { get, put } from "#base/table.ts";
import { storedContent } from "#model/limits.ts";
import { onDeleteMessage } from "#model/messages.ts";
import { withReaction } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { messageId } from "#wire/ids.ts";
import { type ActionKind, op, opposite, row } from "./action-kind.ts";

const storedEdit = row("edit", {
  messageId,
  content: z.string(),
  /** The text when the user began editing: if it differs by now, no request is made. */
  was: z.string(),
});
export type Edit = z.output<typeof storedEdit>;

const edit: ActionKind<Edit> = {
  stored: storedEdit,
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

const storedDeleteMessage = row("delete-message", { messageId });
/** Deleting a message for everybody. */
export type DeleteMessage = z.output<typeof storedDeleteMessage>;

/** Cannot be undone, so the user confirms it first. */
const deleteMessage: ActionKind<DeleteMessage> = {
  stored: storedDeleteMessage,
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

export const emoji = z.strictObject({ name: z.string(), code: z.string(), type: z.string() });
export type Emoji = Readonly<z.output<typeof emoji>>;

const storedReact = row("react", { op, messageId, emoji });
/** Adding an emoji reaction to a message, or removing one's own. */
export type React = z.output<typeof storedReact>;

const react: ActionKind<React> = {
  stored: storedReact,
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
