/**
 * Marking read what is unread beyond the register response, which lists only the newest of very many.
 *
 * It marks nothing itself: the messages are searched for first, so that undo can name them, and once all are found it
 * becomes a `read` of them.
 */
import * as z from "zod";
import type { Sorted } from "#base/sorted.ts";
import type { Conversation } from "#model/conversation.ts";
import type { Narrow } from "#model/narrow.ts";
import { withRead } from "#model/overlay.ts";
import { type MessageId, messageId, streamId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { address } from "./schemas.ts";

export type Scope = Conversation | Extract<Narrow, { readonly kind: "stream" | "all" }>;

export type ReadOlder = {
  readonly kind: "read-older";
  readonly scope: Scope;
  /** Everything from this message on is known. */
  readonly before: MessageId;
  /** Found so far. */
  readonly ids: Sorted<MessageId>;
};

const scope: z.ZodType<Scope> = z.union([
  address,
  z.strictObject({ kind: z.literal("stream"), streamId }),
  z.strictObject({ kind: z.literal("all") }),
]);

export const readOlder: ActionKind<ReadOlder> = {
  stored: z.strictObject({
    kind: z.literal("read-older"),
    scope,
    before: messageId,
    ids: z.array(messageId),
  }),
  repeatable: true,
  isWithdrawn: true,
  overlaid: (view, { ids }, batch) => withRead(view, ids, batch),
  agrees: () => true,
  sentence: () => "Mark older messages as read",
};
