/** Calls for scheduled messages. */

import * as wire from "#wire/endpoints/scheduled.ts";
import { callTo } from "./call-to.ts";

/** POST /scheduled_messages. Never repeat it after a failure that says `sent: maybe`. */
export const createScheduled = callTo(wire.createScheduled);

/** PATCH /scheduled_messages/{scheduled_message_id}. */
export const editScheduled = callTo(wire.editScheduled);

/** GET /scheduled_messages: those not sent yet, including failed ones. */
export const getScheduled = callTo(wire.getScheduled);

/** DELETE /scheduled_messages/{scheduled_message_id}. */
export const deleteScheduled = callTo(wire.deleteScheduled);
