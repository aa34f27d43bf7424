/** Delivers new scheduled messages, and finds out whether one without a response was accepted. */
import { createScheduled, getScheduled } from "#api/scheduled.ts";
import type { ScheduleAdd } from "#journal/actions/schedule-add.ts";
import { sameTimed } from "#journal/actions/timed.ts";
import { answered } from "#journal/phases.ts";
import { changeIntent } from "#store/store.ts";
import type { Effect } from "./effect.ts";
import { scheduledLane, timedRequest } from "./timed.ts";
import { requireLevel } from "./unsupported.ts";

export const scheduleAdd: Effect<ScheduleAdd> = {
  lane: () => scheduledLane,
  deliver: async ({ connection, store, stopped, beforeSending }, action) => {
    requireLevel(connection().level(), "scheduling");
    const request = timedRequest(store.getState().replica.ownId, action);
    const options = { signal: stopped, beforeSending };
    await createScheduled(connection(), { ...request, read_by_sender: true }, options);
  },
  find: async ({ connection, store, stopped }, { id }, action) => {
    const { scheduled_messages: all } = await getScheduled(connection(), {}, { signal: stopped });
    if (sameTimed(store.getState().replica, all, action) === undefined) return;
    changeIntent(store, id, (intent) =>
      intent.phase === "unconfirmed" || intent.phase === "undecided" ? answered()(intent) : intent,
    );
  },
};
