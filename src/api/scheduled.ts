/** Calls for scheduled messages. */

import * as wire from "#wire/endpoints/scheduled.ts";
import type { ScheduledId } from "#wire/ids.ts";
import { callTo } from "./call-to.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /scheduled_messages. Never repeat it after a failure that says `sent: maybe`. */
export const createScheduled = callTo(wire.createScheduled);

/** PATCH /scheduled_messages/{scheduled_message_id}. */
export const editScheduled = callTo(wire.editScheduled);

/** GET /scheduled_messages: those not sent yet, including failed ones. */
export function getScheduled(connection: Connection, options?: CallOptions) {
  return connection.call(wire.getScheduled, {}, options);
}

/** DELETE /scheduled_messages/{scheduled_message_id}. */
export function deleteScheduled(connection: Connection, id: ScheduledId, options?: CallOptions) {
  return connection.call(wire.deleteScheduled, { scheduled_message_id: id }, options);
}
