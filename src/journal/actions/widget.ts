/** Polls and to-do lists: votes and ticks, and new options and tasks. */
import * as z from "zod";
import { get } from "#base/table.ts";
import { withSubmessage, withTick } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { isTicked, offerContent, offeredTexts } from "#model/widget.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Op, op, opposite } from "./action-kind.ts";

export type Tick = {
  readonly kind: "tick";
  readonly op: Op;
  readonly messageId: MessageId;
  readonly of: "poll" | "tasks";
  /** The key of the option or task in its message. */
  readonly key: string;
};

const tick: ActionKind<Tick> = {
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

/** Whether the user's vote or the task's tick is set; undefined: the message or the option is not known. */
function stands(replica: Replica, { messageId: id, key }: Tick): boolean | undefined {
  const message = get(replica.messages, id);
  return message && isTicked(message, key, replica.ownId);
}

/** Adding an option to a poll, or a task to a to-do list. Servers cannot remove them. */
export type WidgetAdd = {
  readonly kind: "widget-add";
  readonly messageId: MessageId;
  readonly of: "poll" | "tasks";
  readonly text: string;
  /** Tasks only; may be empty. */
  readonly description: string;
};

/** Repeatable: clients ignore a second one with the same text. */
const widgetAdd: ActionKind<WidgetAdd> = {
  stored: z.strictObject({
    kind: z.literal("widget-add"),
    messageId,
    of: z.enum(["poll", "tasks"]),
    text: z.string(),
    description: z.string(),
  }),
  repeatable: true,
  property: ({ text }) => `widget-add:${text}`,
  targets: (action) => [action.messageId],
  overlaid: (view, action, batch) => {
    const message = get(view.messages, action.messageId);
    if (message === undefined || isOffered(view, action)) return view;
    return withSubmessage(view, message, offerContent(message, view.ownId, action), batch);
  },
  agrees: (replica, action) =>
    get(replica.messages, action.messageId) === undefined || isOffered(replica, action),
  sentence: (_, { of, text }) => `Add the ${of === "poll" ? "option" : "task"} “${text}”`,
};

function isOffered({ messages }: Replica, { messageId: id, text }: WidgetAdd): boolean {
  const message = get(messages, id);
  return message !== undefined && offeredTexts(message).includes(text);
}

export const widgetActions = { tick, "widget-add": widgetAdd } as const;
