/** Adding an emoji reaction to a message, or removing one's own. */
import { z } from "zod";
import { get } from "#base/table.ts";
import { withReaction } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action.ts";
import { type Op, op } from "./schemas.ts";

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
  property: (wish) => `react:${wish.emoji.type}:${wish.emoji.code}`,
  targets: (wish) => [wish.messageId],
  overlaid: (view, wish, batch) =>
    withReaction(view, wish.messageId, wish.emoji, view.ownId, wish.op, batch),
  agrees: (replica, wish) => stands(replica, wish) !== (wish.op === "remove"),
  inverse: (view, wish) => {
    const before = stands(view, wish);
    if (before === undefined || before === (wish.op === "add")) return [];
    return [{ ...wish, op: wish.op === "add" ? "remove" : "add" }];
  },
  sentence: (_, { op: change, emoji: { name } }) =>
    `${change === "add" ? "React with" : "Remove the reaction"} :${name}:`,
};

/** Whether the person's own reaction is present; undefined if the message is not known. */
function stands(replica: Replica, { messageId: id, emoji: wished }: React): boolean | undefined {
  return get(replica.messages, id)?.reactions.some(
    ({ type, code, userIds }) =>
      type === wished.type && code === wished.code && userIds.includes(replica.ownId),
  );
}
