/** Changing the text of one's own message. */
import * as z from "zod";
import { get, put } from "#base/table.ts";
import { storedContent } from "#journal/content.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";

export type Edit = {
  readonly kind: "edit";
  readonly messageId: MessageId;
  readonly content: string;
  /** The text when the person began editing: if it differs by now, no request is made. */
  readonly was: string;
};

export const edit: ActionKind<Edit> = {
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
