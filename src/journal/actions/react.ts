/** Adding an emoji reaction to a message, or removing one's own. */
import * as z from "zod";
import { get } from "#base/table.ts";
import { withReaction } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Op, op, opposite } from "./schemas.ts";

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

export const react: ActionKind<React> = {
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

/** Whether the person's own reaction is present; undefined if the message is not known. */
function stands(replica: Replica, { messageId: id, emoji: target }: React): boolean | undefined {
  return get(replica.messages, id)?.reactions.some(
    ({ type, code, userIds }) =>
      type === target.type && code === target.code && userIds.includes(replica.ownId),
  );
}
