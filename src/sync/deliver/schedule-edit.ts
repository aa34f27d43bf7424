/** Delivers changes to scheduled messages. */
import { editScheduled } from "#api/scheduled.ts";
import type { ScheduleEdit } from "#journal/actions/schedule-edit.ts";
import type { Effect } from "./effect.ts";
import { scheduledLane, timedRequest } from "./timed.ts";
import { requireLevel } from "./unsupported.ts";

export const scheduleEdit: Effect<ScheduleEdit> = {
  lane: () => scheduledLane,
  deliver: async ({ connection, store, stopped, beforeLeaving }, wish) => {
    requireLevel(connection().level(), "scheduledChanges");
    const request = timedRequest(store.getState().replica.ownId, wish);
    const change = { scheduled_message_id: wish.id, ...request };
    await editScheduled(connection(), change, { signal: stopped, beforeLeaving });
  },
};
