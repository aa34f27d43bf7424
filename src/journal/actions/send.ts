/** Sending a message, and uploading the files in it. */
import * as z from "zod";
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import type { NarrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { newestIn } from "#model/topics.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import { type ActionKind, address, row } from "./action-kind.ts";

const storedSend = row("send", {
  address,
  content: z.string(),
  /** The newest message of the topic that was known when it was written, if any: whether the topic is still there. */
  after: z.exactOptional(messageId),
});
export type Send = z.output<typeof storedSend>;

/** The action that sends the text to a place, as the view knows that now. */
export function newSend(view: Replica, to: Conversation, content: string): Send {
  const after = to.kind === "topic" ? newestIn(view, to) : undefined;
  return { kind: "send", address: to, content, ...(after !== undefined && { after }) };
}

/**
 * Never sent twice: its row in the pane stays until the message arrives. It follows a topic to another name, not to
 * another stream, where others read it.
 */
const send: ActionKind<Send> = {
  stored: storedSend,
  repeatable: false,
  agrees: (replica, _, became) => became !== undefined && isShown(replica, became),
  moved: (action, { from, to }) => {
    const { address: now } = action;
    const isThere = conversationKey(now) === from;
    return isThere && now.kind === "topic" && now.streamId === to.streamId
      ? { ...action, address: to }
      : action;
  },
  text: ({ content }) => content,
};

/** A known message may still be missing from its conversation: after a lost queue, until the page is fetched. */
function isShown(replica: Replica, messageId: MessageId): boolean {
  const message = get(replica.messages, messageId);
  if (message === undefined) return false;
  const history = replica.histories.get(message.conversation as string as NarrowKey);
  return history === undefined || has(history.ids, messageId);
}

const storedUpload = row("upload", {
  /** Without folders; not safe for a terminal. */
  name: z.string(),
  /** The path of the file, or its content. */
  from: z.union([z.strictObject({ path: z.string() }), z.strictObject({ text: z.string() })]),
  /** Bytes. */
  size: z.number(),
  /** The placeholder for the link in the text. The user may move, delete and restore it. */
  placeholder: z.string(),
});
/** Uploading a file for a text. */
export type Upload = z.output<typeof storedUpload>;

/** Older versions stored the placeholder as `mark`. */
function renamed(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || !("mark" in stored)) return stored;
  const { mark, ...rest } = stored;
  return { ...rest, placeholder: mark };
}

/** Repeatable: a second copy on the server is not linked anywhere. */
const upload: ActionKind<Upload> = {
  stored: z.preprocess(renamed, storedUpload),
  repeatable: true,
  agrees: () => true,
  sentence: (_, { name }) => `Upload ${name}`,
  text: ({ from }) => ("text" in from ? from.text : from.path),
};

export const sendActions = { send, upload } as const;
