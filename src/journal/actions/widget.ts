/** Polls and to-do lists: votes and ticks, and new options and tasks. */
import * as z from "zod";
import { get } from "#base/table.ts";
import { withSubmessage, withTick } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { isTicked, offerContent, offeredTexts } from "#model/widget.ts";
import { messageId } from "#wire/ids.ts";
import { type ActionKind, op, opposite, row } from "./action-kind.ts";

const storedTick = row("tick", {
  op,
  messageId,
  of: z.enum(["poll", "tasks"]),
  /** The key of the option or task in its message. */
  key: z.string(),
});
export type Tick = z.output<typeof storedTick>;

const tick: ActionKind<Tick> = {
  stored: storedTick,
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

const storedWidgetAdd = row("widget-add", {
  messageId,
  of: z.enum(["poll", "tasks"]),
  text: z.string(),
  /** Tasks only; may be empty. */
  description: z.string(),
});
/** Adding an option to a poll, or a task to a to-do list. Servers cannot remove them. */
export type WidgetAdd = z.output<typeof storedWidgetAdd>;

/** Repeatable: clients ignore a second one with the same text. */
const widgetAdd: ActionKind<WidgetAdd> = {
  stored: storedWidgetAdd,
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
