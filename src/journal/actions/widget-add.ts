/** Adding an option to a poll, or a task to a to-do list. Servers cannot remove them. */
import * as z from "zod";
import { get } from "#base/table.ts";
import { withSubmessage } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { offerContent, offeredTexts } from "#model/widget.ts";
import { type MessageId, messageId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";

export type WidgetAdd = {
  readonly kind: "widget-add";
  readonly messageId: MessageId;
  readonly of: "poll" | "tasks";
  readonly text: string;
  /** Tasks only; may be empty. */
  readonly description: string;
};

/** Repeatable: clients ignore a second one with the same text. */
export const widgetAdd: ActionKind<WidgetAdd> = {
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
