/** Delivers deletions of scheduled messages. */
import { deleteScheduled, getScheduled } from "#api/scheduled.ts";
import type { ScheduleDelete } from "#journal/actions/schedule-delete.ts";
import { sameTimed } from "#journal/actions/timed.ts";
import type { ScheduledId } from "#wire/ids.ts";
import type { DeliveryContext, Effect } from "./effect.ts";
import { scheduledLane } from "./timed.ts";

export const scheduleDelete: Effect<ScheduleDelete> = {
  lane: () => scheduledLane,
  deliver: async (departure, action) => {
    const { connection, stopped, beforeSending } = departure;
    const id = await idNow(departure, action);
    if (id !== undefined)
      await deleteScheduled(
        connection(),
        { scheduled_message_id: id },
        { signal: stopped, beforeSending },
      );
  },
};

/** Fetched if an earlier request may have deleted it, or no event has confirmed it yet. Undefined: it is gone. */
async function idNow(
  { connection, store, stopped, intent }: DeliveryContext,
  action: ScheduleDelete,
): Promise<ScheduledId | undefined> {
  const { replica } = store.getState();
  const known = action.id ?? sameTimed(replica, replica.scheduled.values(), action);
  if (known !== undefined && intent.attempts === 0) return known;
  const { scheduled_messages: all } = await getScheduled(connection(), {}, { signal: stopped });
  if (known === undefined) return sameTimed(replica, all, action);
  return all.some(({ scheduled_message_id: id }) => id === known) ? known : undefined;
}
