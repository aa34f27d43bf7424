/** Delivers reminders, and finds out whether a new one without a response was accepted. */
import { ApiError } from "#api/failure.ts";
import { createReminder, deleteReminder, getReminders } from "#api/reminders.ts";
import type { RemindAdd, RemindDelete, Reminding } from "#journal/actions/reminder.ts";
import type { IntentId } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { answered } from "#journal/phases.ts";
import { remindersAt } from "#model/personal.ts";
import { changeIntent } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import type { ReminderId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { DeliveryContext, Effect } from "./effect.ts";
import { refuse, requireLevel } from "./effect.ts";

const remindAdd: Effect<RemindAdd> = {
  lane: () => reminderLane,
  deliver: async ({ connection, stopped, beforeSending }, { messageId, at, note }) => {
    const level = connection().level();
    requireLevel(level, "reminding");
    if (note !== undefined) requireLevel(level, "reminderNotes");
    await createReminder(
      connection(),
      {
        message_id: messageId,
        scheduled_delivery_timestamp: at,
        ...(note !== undefined && { note }),
      },
      { signal: stopped, beforeSending },
    );
  },
  find: async (context, { id }, action) => {
    // LEVEL(399): the user decides about one that no server lists.
    if (context.connection().level() < since.reminders) return;
    if ((await idsThere(context, action)).length === 0) return;
    changeIntent(context.store, id, (intent) =>
      intent.phase === "unconfirmed" || intent.phase === "undecided" ? answered()(intent) : intent,
    );
  },
};

const remindDelete: Effect<RemindDelete> = {
  lane: () => reminderLane,
  deliver: async (departure, action) => {
    const { connection, store, stopped, beforeSending } = departure;
    requireLevel(connection().level(), "reminders");
    const { instead } = action;
    if (instead !== undefined && isUnsettled(store.getState().journal, { ...action, at: instead }))
      refuse("It stays, because the one that was to take its place is not set yet.");
    for (const reminder_id of await idsNow(departure, action))
      try {
        await deleteReminder(connection(), { reminder_id }, { signal: stopped, beforeSending });
      } catch (error) {
        // It was deleted elsewhere, or is over.
        const isRefused = error instanceof ApiError && error.failure.kind === "refused";
        if (!isRefused || (await idsThere(departure, action)).includes(reminder_id)) throw error;
      }
  },
};

/** Whether it was refused, or nobody knows yet. */
function isUnsettled({ intents }: Journal, { messageId, at }: Reminding): boolean {
  return [...intents.values()].some(
    ({ action, phase }) =>
      action.kind === "remind-add" &&
      action.messageId === messageId &&
      action.at === at &&
      phase !== "answered",
  );
}

async function idsThere(
  { connection, stopped }: SyncContext,
  action: Reminding,
): Promise<readonly ReminderId[]> {
  const { reminders } = await getReminders(connection(), {}, { signal: stopped });
  return remindersAt(reminders, action).map(({ reminder_id }) => reminder_id);
}

/**
 * Fetched if an earlier request may have deleted it, or no event has confirmed it yet: that of its creation, or of the
 * deletion of one like it.
 */
async function idsNow(
  departure: DeliveryContext,
  action: Reminding,
): Promise<readonly ReminderId[]> {
  const { store, intent } = departure;
  const { replica, journal } = store.getState();
  const known = remindersAt(replica.reminders.values(), action);
  const isKnown = known.length > 0 && intent.attempts === 0 && !isEventPending(journal, intent.id);
  return isKnown ? known.map(({ reminder_id }) => reminder_id) : idsThere(departure, action);
}

/** Whether the event of another change of reminders is still to come: what is known of them may be outdated. */
function isEventPending({ intents }: Journal, own: IntentId): boolean {
  return [...intents.values()].some(
    ({ id, action: { kind }, phase }) =>
      id !== own && phase === "answered" && kind in reminderEffects,
  );
}

/** Reminders are created and deleted in the order of the user's actions. */
const reminderLane = "reminders";

export const reminderEffects = {
  "remind-add": remindAdd,
  "remind-delete": remindDelete,
} as const;
