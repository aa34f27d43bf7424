/** Delivers reminders, and finds out whether a new one without a response was accepted. */

import { isRefusal } from "#api/failure.ts";
import { createReminder, deleteReminder, getReminders } from "#api/reminders.ts";
import { lookAt } from "#base/clock.ts";
import { get } from "#base/table.ts";
import type { RemindAdd, RemindDelete, Reminding } from "#journal/actions/reminder.ts";
import type { Intent } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { answered } from "#journal/phases.ts";
import { localReminder } from "#model/local-state.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { sameReminders } from "#model/personal.ts";
import { follow, parts } from "#store/follow.ts";
import { changeIntent, keepHere } from "#store/store.ts";
import { showError } from "#store/toast.ts";
import type { SyncContext } from "#sync/context.ts";
import { notInFuture } from "#wire/endpoints/personal.ts";
import type { ReminderId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { DeliveryContext, Effect } from "./effect.ts";
import { change, isEventPending, refuse, requireLevel } from "./effect.ts";

const remindAdd: Effect<RemindAdd> = {
  lane: () => reminderLane,
  deliver: async (departure, action) => {
    const { connection, clock } = departure;
    const { messageId, at, note } = action;
    const level = connection().level();
    if (at * 1000 <= clock.now() && isKeptHere(departure, action)) return;
    if (level < since.reminding && isKeptHere(departure, action, remindsNobody)) return;
    requireLevel(level, "reminding");
    if (note !== undefined) requireLevel(level, "reminderNotes");
    const request = {
      message_id: messageId,
      scheduled_delivery_timestamp: at,
      ...(note !== undefined && { note }),
    };
    try {
      await change(departure, createReminder, request);
    } catch (error) {
      if (!isTooLate(error) || !isKeptHere(departure, action, clockAhead)) throw error;
    }
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
    const { connection, store } = departure;
    requireLevel(connection().level(), "reminders");
    const { messageId, instead } = action;
    if (instead !== undefined && isUnsettled(store.getState().journal, { messageId, ...instead }))
      refuse("It stays, because the one that was to take its place is not set yet.");
    for (const reminder_id of await idsNow(departure, action))
      try {
        await change(departure, deleteReminder, { reminder_id });
      } catch (error) {
        // It was deleted elsewhere, or is over.
        if (!isRefusal(error) || (await idsThere(departure, action)).includes(reminder_id))
          throw error;
      }
  },
};

const remindsNobody = "This server does not remind of messages: this machine will.";
const clockAhead = "It is later already by the server's clock: this machine will remind you.";

/** Whether this machine reminds the user instead, which is said; false if it does not know where the message is. */
function isKeptHere(
  { store, intent }: Pick<DeliveryContext, "store"> & { readonly intent: Pick<Intent, "id"> },
  action: RemindAdd,
  said?: string,
): boolean {
  const { view } = store.getState();
  const message = get(view.messages, action.messageId);
  const conversation = message === undefined ? action.conversation : conversationOfMessage(message);
  if (conversation === undefined) return false;
  const [key, reminder] = localReminder(conversation, action, view.newestMessage);
  keepHere(store, intent.id, new Map([[key, reminder]]));
  if (said !== undefined) showError(store, said);
  return true;
}

function isTooLate(error: unknown): boolean {
  return isRefusal(error) && error.failure.sentence === notInFuture.text;
}

/** Reminds the user here of what could not be requested before its time came. */
export function startReminders({ store, clock }: Pick<SyncContext, "store" | "clock">): void {
  let cancel = () => {};
  const look = () => {
    cancel();
    let next = Number.POSITIVE_INFINITY;
    for (const intent of store.getState().journal.intents.values()) {
      const { action, phase } = intent;
      if (action.kind !== "remind-add" || phase !== "waiting") continue;
      const at = action.at * 1000;
      if (at <= clock.now() && isKeptHere({ store, intent }, action)) continue;
      if (at > clock.now()) next = Math.min(next, at);
    }
    cancel = lookAt(clock, next, look);
  };
  look();
  follow(store, [parts.intents], look);
}

/** Whether it was refused, or nobody knows yet. */
function isUnsettled({ intents }: Journal, { messageId, at, note }: Reminding): boolean {
  return [...intents.values()].some(
    ({ action: one, phase }) =>
      one.kind === "remind-add" &&
      phase !== "answered" &&
      one.messageId === messageId &&
      one.at === at &&
      one.note === note,
  );
}

async function idsThere(
  { connection, stopped }: SyncContext,
  action: Reminding,
): Promise<readonly ReminderId[]> {
  const { reminders } = await getReminders(connection(), {}, { signal: stopped });
  return sameReminders(reminders, action).map(({ reminder_id }) => reminder_id);
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
  const same = sameReminders(replica.reminders.values(), action);
  const isPending = isEventPending(journal, intent.id, reminderEffects);
  const isKnown = same.length > 0 && intent.attempts === 0 && !isPending;
  return isKnown ? same.map(({ reminder_id }) => reminder_id) : idsThere(departure, action);
}

/** Reminders are created and deleted in the order of the user's actions. */
const reminderLane = "reminders";

export const reminderEffects = {
  "remind-add": remindAdd,
  "remind-delete": remindDelete,
} as const;
