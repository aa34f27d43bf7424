/** Changing the text, recipients or time of a scheduled message. */
import * as z from "zod";
import { onScheduled } from "#model/drafts.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import { type ScheduledId, scheduledId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Timed, timed, timedKey, timedOf, timedTitle } from "./timed.ts";

/** Replaces all of it. */
export type ScheduleEdit = Timed & { readonly kind: "schedule-edit"; readonly id: ScheduledId };

export const scheduleEdit: ActionKind<ScheduleEdit> = {
  stored: z.strictObject({ kind: z.literal("schedule-edit"), id: scheduledId, ...timed }),
  repeatable: true,
  property: () => "schedule-edit",
  targets: ({ id }) => [id],
  overlaid: (view, action, batch) => {
    const before = view.scheduled.get(action.id);
    if (before === undefined) return view;
    const scheduled_message = changed(view, before, action);
    const event = { type: "scheduled_messages", op: "update", id: view.lastEvent } as const;
    return onScheduled(view, { ...event, scheduled_message }, batch);
  },
  agrees: (replica, action) => {
    const now = replica.scheduled.get(action.id);
    return now === undefined || isSame(replica, now, action);
  },
  inverse: (view, action) => {
    const before = view.scheduled.get(action.id);
    if (before === undefined || isSame(view, before, action)) return [];
    return [{ ...action, ...timedOf(view, before) }];
  },
  sentence: (view, action) => `Change a scheduled ${timedTitle(view, action)}`,
  text: ({ content }) => content,
};

function isSame(replica: Replica, now: ScheduledMessage, action: Timed): boolean {
  return timedKey(replica, timedOf(replica, now)) === timedKey(replica, action);
}

function changed(
  { ownId }: Replica,
  before: ScheduledMessage,
  { address, content, at }: Timed,
): ScheduledMessage {
  const parts = { ...before, content, scheduled_delivery_timestamp: at, failed: false };
  if (address.kind === "topic")
    return { ...parts, type: "stream", to: address.streamId, topic: address.topic };
  return { ...parts, type: "private", to: [...others(address.userIds, ownId)], topic: "" };
}
