/** Delivers scheduled messages, and finds out whether a new one without a response was accepted. */
import { createScheduled, deleteScheduled, editScheduled, getScheduled } from "#api/drafts.ts";
import { isRefusal } from "#api/failure.ts";
import {
  type ScheduleAdd,
  type ScheduleDelete,
  type ScheduleEdit,
  type ScheduleSend,
  sameTimed,
  soonestTime,
  type Timed,
  timedOf,
} from "#journal/actions/scheduled.ts";
import type { IntentId } from "#journal/intent.ts";
import { answered, notArrived } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import { storedContent } from "#model/limits.ts";
import { others } from "#model/narrow.ts";
import type { State } from "#store/state.ts";
import { changeIntent } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import type { ScheduledId, UserId } from "#wire/ids.ts";
import type { DeliveryContext, Effect } from "./effect.ts";
import { change, isEventPending, refuse, requireLevel } from "./effect.ts";
import { ownMessages } from "./send.ts";

const scheduleAdd: Effect<ScheduleAdd> = {
  lane: () => scheduledLane,
  deliver: async (departure, action) => {
    requireLevel(departure.connection().level(), "scheduling");
    const request = timedRequest(departure.store.getState().replica.ownId, action);
    await change(departure, createScheduled, { ...request, read_by_sender: true });
  },
  find: async (context, { id }, action) => {
    if ((await idThere(context, action)) === undefined) return;
    changeIntent(context.store, id, (intent) =>
      intent.phase === "unconfirmed" || intent.phase === "undecided" ? answered()(intent) : intent,
    );
  },
};

const scheduleEdit: Effect<ScheduleEdit> = {
  lane: () => scheduledLane,
  deliver: async (departure, asked) => {
    const { connection, store, intent } = departure;
    requireLevel(connection().level(), "scheduledChanges");
    const action = inTime(departure, asked);
    const changed = changeOf(store.getState(), action, intent.id);
    if (Object.keys(changed).length === 0) return;
    await change(departure, editScheduled, { scheduled_message_id: action.id, ...changed });
  },
  // Whoever wants it sent now does not mind that it was sent already.
  isAlreadySo: ({ sentence }, { soon }) => soon === true && /was already sent\.?$/.test(sentence),
};

/** What is to be sent now, with a time that the server still accepts; the intent gets it as well. */
function inTime({ store, clock, intent }: DeliveryContext, action: ScheduleEdit): ScheduleEdit {
  if (action.soon !== true || action.at * 1000 > clock.now()) return action;
  const later = { ...action, at: soonestTime(clock) };
  changeIntent(store, intent.id, (before) => ({ ...before, action: later }));
  return later;
}

/**
 * The differences from the message on the server; everything if an earlier change was answered and its event is still
 * pending. A recipient is always sent with its type; a failed message always needs a time.
 */
function changeOf({ replica, journal }: State, action: ScheduleEdit, intentId: IntentId) {
  const { content, scheduled_delivery_timestamp, ...recipient } = timedRequest(
    replica.ownId,
    action,
  );
  const before = replica.scheduled.get(action.id);
  if (before === undefined || isEventPending(journal, intentId, scheduledEffects))
    return { content, scheduled_delivery_timestamp, ...recipient };
  const { address } = timedOf(replica, before);
  const isOtherTime = before.scheduled_delivery_timestamp !== scheduled_delivery_timestamp;
  return {
    ...(before.content !== content && { content }),
    ...((isOtherTime || before.failed === true) && { scheduled_delivery_timestamp }),
    ...(conversationKey(address) !== conversationKey(action.address) && recipient),
  };
}

const scheduleDelete: Effect<ScheduleDelete> = {
  lane: () => scheduledLane,
  deliver: async (departure, action) => {
    const id = await idNow(departure, action);
    if (id === undefined) return;
    try {
      await remove(departure, id);
    } catch (error) {
      // Another window may have deleted it, and scheduled it again, while nothing was heard from the server.
      const other =
        action.id === undefined && isRefusal(error) ? await idThere(departure, action) : undefined;
      if (other === undefined || other === id) throw error;
      await remove(departure, other);
    }
  },
};

function remove(departure: DeliveryContext, id: ScheduledId) {
  return change(departure, deleteScheduled, { scheduled_message_id: id });
}

/** All that the server has now. */
async function scheduledThere({ connection, stopped }: SyncContext) {
  const answer = await getScheduled(connection(), {}, { signal: stopped });
  return answer.scheduled_messages;
}

/** The ID of the one there with the same text, recipients and time; undefined: there is none. */
async function idThere(context: SyncContext, action: Timed): Promise<ScheduledId | undefined> {
  const all = await scheduledThere(context);
  return sameTimed(context.store.getState().replica, all, action);
}

/**
 * Fetched if an earlier request may have deleted it, or no event has confirmed it yet: the ID of its creation, or of
 * the deletion of one like it. Returns undefined if it is gone.
 */
async function idNow(
  departure: DeliveryContext,
  action: ScheduleDelete,
): Promise<ScheduledId | undefined> {
  const { store, intent } = departure;
  const { replica, journal } = store.getState();
  const scheduledId = action.id ?? sameTimed(replica, replica.scheduled.values(), action);
  const isPending = isEventPending(journal, intent.id, scheduledEffects);
  if (scheduledId !== undefined && intent.attempts === 0 && !isPending) return scheduledId;
  const isUnsure = action.id === undefined && isPending;
  if (scheduledId === undefined || isUnsure) return idThere(departure, action);
  const all = await scheduledThere(departure);
  return all.some(({ scheduled_message_id: id }) => id === scheduledId) ? scheduledId : undefined;
}

const scheduleSend: Effect<ScheduleSend> = {
  lane: () => scheduledLane,
  deliver: async (departure, action) => {
    const { connection, store, intent } = departure;
    requireLevel(connection().level(), "scheduling");
    const isDeleted = await remove(departure, action.id).then(
      () => true,
      (error: unknown) => {
        if (isRefusal(error)) return false;
        throw error;
      },
    );
    // What the server has sent can be deleted as well: that it is gone does not tell who was first.
    if (await isSent(departure, action)) return;
    if (!isDeleted && intent.attempts === 0) refuse("It was deleted elsewhere.");
    const { address, content } = action;
    changeIntent(store, intent.id, (before) => ({
      ...notArrived(before),
      action: { kind: "send", address, content },
    }));
  },
};

/** Whether the user's newest messages there include it. */
async function isSent(context: DeliveryContext, { address, content, at }: ScheduleSend) {
  const { replica, journal } = context.store.getState();
  const stored = (text: string) => storedContent(text, replica.realm.maxMessageLength);
  const { knownBefore = Number.POSITIVE_INFINITY } = journal.intents.get(context.intent.id) ?? {};
  const own = await ownMessages(context, address);
  return own.some(
    (one) => (one.id > knownBefore || one.sentAt >= at) && stored(one.content) === stored(content),
  );
}

/** Scheduled messages are created, changed and deleted in the order of the user's actions. */
const scheduledLane = "scheduled";

export function timedRequest(ownId: UserId, { address, content, at }: Timed) {
  const parts = { content, scheduled_delivery_timestamp: at };
  if (address.kind === "topic") {
    const { streamId: to, topic } = address;
    return { ...parts, type: "stream" as const, to, topic };
  }
  return { ...parts, type: "direct" as const, to: [...others(address.userIds, ownId)] };
}

export const scheduledEffects = {
  "schedule-add": scheduleAdd,
  "schedule-edit": scheduleEdit,
  "schedule-delete": scheduleDelete,
  "schedule-send": scheduleSend,
} as const;
