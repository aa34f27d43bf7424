/** Calls for reminders, which the notification bot sends to the user. */
import * as wire from "#wire/endpoints/personal.ts";
import { callTo } from "./connection.ts";

/** POST /reminders. Never repeat it after a failure that says `sent: maybe`. */
export const createReminder = callTo(wire.createReminder);

/** GET /reminders: those not sent yet. */
export const getReminders = callTo(wire.getReminders);

/** DELETE /reminders/{reminder_id}. */
export const deleteReminder = callTo(wire.deleteReminder);
