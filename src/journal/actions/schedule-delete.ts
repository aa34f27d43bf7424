/** Deleting a scheduled message. */
import * as z from "zod";
import { conversationKey } from "#model/conversation.ts";
import { onScheduled } from "#model/drafts.ts";
import type { Replica } from "#model/replica.ts";
import { type ScheduledId, scheduledId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { sameTimed, type Timed, timed, timedTitle } from "./timed.ts";

export type ScheduleDelete = Timed & {
  readonly kind: "schedule-delete";
  /** Absent if it was scheduled a moment ago: it is found by its content. */
  readonly id?: ScheduledId;
};

/** The action that undoes a deletion; the same as in `schedule-add.ts`, which imports this file. */
type Again = Timed & { readonly kind: "schedule-add" };

export const scheduleDelete: ActionKind<ScheduleDelete, Again> = {
  stored: z.strictObject({
    kind: z.literal("schedule-delete"),
    id: z.exactOptional(scheduledId),
    ...timed,
  }),
  repeatable: true,
  property: ({ content }) => `schedule:${content}`,
  targets: ({ address, at }) => [`${at}:${conversationKey(address)}`],
  overlaid: (view, action, batch) => {
    const scheduled_message_id = idOf(view, action);
    if (scheduled_message_id === undefined) return view;
    const event = { type: "scheduled_messages", op: "remove", id: view.lastEvent } as const;
    return onScheduled(view, { ...event, scheduled_message_id }, batch);
  },
  agrees: (replica, action) => idOf(replica, action) === undefined,
  inverse: (view, action) => {
    const { kind: _, id: __, ...again } = action;
    return idOf(view, action) === undefined ? [] : [{ ...again, kind: "schedule-add" }];
  },
  sentence: (view, action) => `Delete a scheduled ${timedTitle(view, action)}`,
};

/** Undefined: the replica has no such message. */
function idOf(replica: Replica, action: ScheduleDelete): ScheduledId | undefined {
  const { scheduled } = replica;
  if (action.id === undefined) return sameTimed(replica, scheduled.values(), action);
  return scheduled.has(action.id) ? action.id : undefined;
}
