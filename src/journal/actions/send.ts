/** Sending a message. */
import * as z from "zod";
import { has } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import type { Conversation } from "#model/conversation.ts";
import type { NarrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { address } from "./schemas.ts";

export type Send = {
  readonly kind: "send";
  readonly address: Conversation;
  readonly content: string;
};

/** Never sent twice: its row in the pane stays until the message arrives. */
export const send: ActionKind<Send> = {
  stored: z.strictObject({ kind: z.literal("send"), address, content: z.string() }),
  repeatable: false,
  agrees: (replica, _, became) => became !== undefined && isShown(replica, became),
  text: ({ content }) => content,
};

/** A known message may still be missing from its conversation: after a lost queue, until the page is fetched. */
function isShown(replica: Replica, messageId: MessageId): boolean {
  const message = get(replica.messages, messageId);
  if (message === undefined) return false;
  const history = replica.histories.get(message.conversation as string as NarrowKey);
  return history === undefined || has(history.ids, messageId);
}
