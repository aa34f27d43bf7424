/** Sending a message, and uploading the files in it. */
import * as z from "zod";
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import type { NarrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { address } from "./action-kind.ts";

export type Send = {
  readonly kind: "send";
  readonly address: Conversation;
  readonly content: string;
};

/** Never sent twice: its row in the pane stays until the message arrives. */
const send: ActionKind<Send> = {
  stored: z.strictObject({ kind: z.literal("send"), address, content: z.string() }),
  repeatable: false,
  agrees: (replica, _, became) => became !== undefined && isShown(replica, became),
  moved: (action, { from, to }) =>
    conversationKey(action.address) === from ? { ...action, address: to } : action,
  text: ({ content }) => content,
};

/** A known message may still be missing from its conversation: after a lost queue, until the page is fetched. */
function isShown(replica: Replica, messageId: MessageId): boolean {
  const message = get(replica.messages, messageId);
  if (message === undefined) return false;
  const history = replica.histories.get(message.conversation as string as NarrowKey);
  return history === undefined || has(history.ids, messageId);
}

/** Uploading a file for a text. */
export type Upload = {
  readonly kind: "upload";
  /** Without folders; not safe for a terminal. */
  readonly name: string;
  /** The path of the file, or its content. */
  readonly from: { readonly path: string } | { readonly text: string };
  /** Bytes. */
  readonly size: number;
  /** The placeholder for the link in the text. The user may move, delete and restore it. */
  readonly placeholder: string;
};

const storedUpload: z.ZodType<Upload> = z.strictObject({
  kind: z.literal("upload"),
  name: z.string(),
  from: z.union([z.strictObject({ path: z.string() }), z.strictObject({ text: z.string() })]),
  size: z.number(),
  placeholder: z.string(),
});

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
