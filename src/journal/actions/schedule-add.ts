/** Scheduling a message. */
import * as z from "zod";
import { conversationKey } from "#model/conversation.ts";
import type { ActionKind } from "./action-kind.ts";
import type { ScheduleDelete } from "./schedule-delete.ts";
import { sameTimed, type Timed, timed, timedTitle } from "./timed.ts";

export type ScheduleAdd = Timed & { readonly kind: "schedule-add" };

/** Never sent twice. Nothing is shown before the server's event: it has no ID by which to change it. */
export const scheduleAdd: ActionKind<ScheduleAdd, ScheduleDelete> = {
  stored: z.strictObject({ kind: z.literal("schedule-add"), ...timed }),
  repeatable: false,
  // Undoing it before it is sent cancels it.
  property: ({ content }) => `schedule:${content}`,
  targets: ({ address, at }) => [`${at}:${conversationKey(address)}`],
  agrees: (replica, action) => sameTimed(replica, replica.scheduled.values(), action) !== undefined,
  inverse: (_, action) => [{ ...action, kind: "schedule-delete" }],
  sentence: (view, action) => `Schedule a ${timedTitle(view, action)}`,
  text: ({ content }) => content,
};
