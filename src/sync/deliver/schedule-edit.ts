/** Delivers changes to scheduled messages. */
import { editScheduled } from "#api/scheduled.ts";
import type { ScheduleEdit } from "#journal/actions/schedule-edit.ts";
import { timedOf } from "#journal/actions/timed.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { Effect } from "./effect.ts";
import { scheduledLane, timedRequest } from "./timed.ts";
import { requireLevel } from "./unsupported.ts";

export const scheduleEdit: Effect<ScheduleEdit> = {
  lane: () => scheduledLane,
  deliver: async ({ connection, store, stopped, beforeSending }, action) => {
    requireLevel(connection().level(), "scheduledChanges");
    const change = changeOf(store.getState().replica, action);
    if (Object.keys(change).length === 0) return;
    const request = { scheduled_message_id: action.id, ...change };
    await editScheduled(connection(), request, { signal: stopped, beforeSending });
  },
};

/**
 * The differences from the message on the server. A recipient is always sent with its type; a failed message always
 * needs a time.
 */
function changeOf(replica: Replica, action: ScheduleEdit) {
  const { content, scheduled_delivery_timestamp, ...recipient } = timedRequest(
    replica.ownId,
    action,
  );
  const before = replica.scheduled.get(action.id);
  if (before === undefined) return { content, scheduled_delivery_timestamp, ...recipient };
  const { address } = timedOf(replica, before);
  const isOtherTime = before.scheduled_delivery_timestamp !== scheduled_delivery_timestamp;
  return {
    ...(before.content !== content && { content }),
    ...((isOtherTime || before.failed === true) && { scheduled_delivery_timestamp }),
    ...(conversationKey(address) !== conversationKey(action.address) && recipient),
  };
}
