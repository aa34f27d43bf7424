/** Voting in a poll, or ticking a task in a to-do list. */
import * as z from "zod";
import { get } from "#base/table.ts";
import { withTick } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { isTicked } from "#model/widget.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Op, op, opposite } from "./schemas.ts";

export type Tick = {
  readonly kind: "tick";
  readonly op: Op;
  readonly messageId: MessageId;
  readonly of: "poll" | "tasks";
  /** The key of the option or task in its message. */
  readonly key: string;
};

export const tick: ActionKind<Tick> = {
  stored: z.strictObject({
    kind: z.literal("tick"),
    op,
    messageId,
    of: z.enum(["poll", "tasks"]),
    key: z.string(),
  }),
  repeatable: true,
  property: ({ key }) => `tick:${key}`,
  targets: (action) => [action.messageId],
  overlaid: withTick,
  agrees: (replica, action) => stands(replica, action) !== (action.op === "remove"),
  inverse: (view, action) => opposite(action, stands(view, action)),
  sentence: (_, { of, op: change }) => {
    if (of === "poll") return change === "add" ? "Vote" : "Remove a vote";
    return change === "add" ? "Check a task" : "Uncheck a task";
  },
};

/** Whether the person's vote or the task's tick is set; undefined: the message or the option is not known. */
function stands(replica: Replica, { messageId: id, key }: Tick): boolean | undefined {
  const message = get(replica.messages, id);
  return message && isTicked(message, key, replica.ownId);
}
