/** Messages that the server sends at a time: adding, changing and deleting them. */

import * as z from "zod";
import type { Clock } from "#base/clock.ts";
import { sorted } from "#base/sorted.ts";
import type { Batch } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { onScheduled } from "#model/drafts.ts";
import { topicWritten } from "#model/empty-topic.ts";
import { everybody } from "#model/from-wire.ts";
import { storedContent } from "#model/limits.ts";
import { others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf } from "#model/select/conversations.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import { type ScheduledId, type StreamId, scheduledId, type UserId } from "#wire/ids.ts";
import { type ActionKind, address, row } from "./action-kind.ts";

const timed = {
  address,
  content: z.string(),
  /** UNIX seconds. */
  at: z.int(),
};
export type Timed = Omit<ScheduleAdd, "kind">;

/** A scheduled message in the journal's form. */
export function timedOf(
  replica: Pick<Replica, "ownId" | "organization" | "realm">,
  message: ScheduledMessage,
): Timed {
  const { to, topic: written = "", content, scheduled_delivery_timestamp: at } = message;
  const topic = topicWritten(replica, written);
  if (typeof to === "number")
    return { address: { kind: "topic", streamId: to as StreamId, topic }, content, at };
  const userIds = sorted(everybody(replica.ownId, to as UserId[]));
  return { address: { kind: "direct", userIds }, content, at };
}

/** Equal for messages that the server cannot tell apart. */
function timedKey({ realm }: Pick<Replica, "realm">, { address: to, content, at }: Timed) {
  return [conversationKey(to), at, storedContent(content, realm.maxMessageLength)].join("\0");
}

/** The one of `messages` with the same text, recipients and time. */
export function sameTimed(
  replica: Replica,
  messages: Iterable<ScheduledMessage>,
  message: Timed,
): ScheduledId | undefined {
  const key = timedKey(replica, message);
  for (const message of messages)
    if (timedKey(replica, timedOf(replica, message)) === key) return message.scheduled_message_id;
  return undefined;
}

/** For use in a sentence. Not safe for a terminal. */
function timedTitle(view: Replica, { address: to }: Timed): string {
  return `message to ${titleOf(view, to)}`;
}

const storedScheduleAdd = row("schedule-add", timed);
/** Scheduling a message. */
export type ScheduleAdd = z.output<typeof storedScheduleAdd>;

/** Never sent twice. Nothing is shown before the server's event: it has no ID by which to change it. */
const scheduleAdd: ActionKind<ScheduleAdd, ScheduleDelete> = {
  stored: storedScheduleAdd,
  repeatable: false,
  // Undoing it before it is sent cancels it.
  property: ({ content }) => `schedule:${content}`,
  targets: ({ address, at }) => [`${at}:${conversationKey(address)}`],
  agrees: (replica, action) => sameTimed(replica, replica.scheduled.values(), action) !== undefined,
  inverse: (_, action) => [{ ...action, kind: "schedule-delete" }],
  sentence: (view, action) => `Schedule a ${timedTitle(view, action)}`,
  text: ({ content }) => content,
};

/** Milliseconds that a request may take, and by which the server's clock may be ahead. */
const arrivalMs = 10_000;

/**
 * When a message can be sent that is to be sent now, in UNIX seconds: servers send at full minutes, and accept future
 * times only.
 */
export function soonestTime({ now }: Pick<Clock, "now">): number {
  return Math.ceil((now() + arrivalMs) / 60_000) * 60;
}

const storedScheduleEdit = row("schedule-edit", {
  id: scheduledId,
  /** To be sent now: if the request leaves so late that its time has passed, it gets the next one. */
  soon: z.exactOptional(z.literal(true)),
  ...timed,
});
/** Replaces the text, the recipients and the time. */
export type ScheduleEdit = z.output<typeof storedScheduleEdit>;

const scheduleEdit: ActionKind<ScheduleEdit> = {
  stored: storedScheduleEdit,
  repeatable: true,
  property: () => "schedule-edit",
  targets: ({ id }) => [id],
  overlaid: (view, action, batch) => {
    const before = view.scheduled.get(action.id);
    if (before === undefined) return view;
    const scheduled_message = changed(view, before, action);
    const event = { type: "scheduled_messages", op: "update", id: view.lastEvent } as const;
    return onScheduled(view, { ...event, scheduled_message }, batch);
  },
  agrees: (replica, action) => {
    const now = replica.scheduled.get(action.id);
    return now === undefined || isSame(replica, now, action);
  },
  inverse: (view, action) => {
    const before = view.scheduled.get(action.id);
    if (before === undefined || isSame(view, before, action)) return [];
    return [{ kind: action.kind, id: action.id, ...timedOf(view, before) }];
  },
  sentence: (view, action) =>
    `${action.soon === true ? "Send" : "Change"} a scheduled ${timedTitle(view, action)}`,
  text: ({ content }) => content,
};

function isSame(replica: Replica, now: ScheduledMessage, action: Timed): boolean {
  return timedKey(replica, timedOf(replica, now)) === timedKey(replica, action);
}

function changed(
  { ownId }: Replica,
  before: ScheduledMessage,
  { address, content, at }: Timed,
): ScheduledMessage {
  const parts = { ...before, content, scheduled_delivery_timestamp: at, failed: false };
  if (address.kind === "topic")
    return { ...parts, type: "stream", to: address.streamId, topic: address.topic };
  return { ...parts, type: "private", to: [...others(address.userIds, ownId)], topic: "" };
}

const storedScheduleDelete = row("schedule-delete", {
  /** Absent if it was scheduled a moment ago: it is found by its content. */
  id: z.exactOptional(scheduledId),
  ...timed,
});
/** Deleting a scheduled message. */
export type ScheduleDelete = z.output<typeof storedScheduleDelete>;

const scheduleDelete: ActionKind<ScheduleDelete, ScheduleAdd> = {
  stored: storedScheduleDelete,
  repeatable: true,
  property: ({ content }) => `schedule:${content}`,
  targets: ({ address, at }) => [`${at}:${conversationKey(address)}`],
  overlaid: (view, action, batch) => {
    const id = idOf(view, action);
    return id === undefined ? view : withoutScheduled(view, id, batch);
  },
  agrees: (replica, action) => idOf(replica, action) === undefined,
  inverse: (view, action) => {
    const { kind: _, id: __, ...again } = action;
    return idOf(view, action) === undefined ? [] : [{ ...again, kind: "schedule-add" }];
  },
  // Undo has scheduled it again, with another ID.
  redone: ({ id: _, ...action }) => action,
  sentence: (view, action) => `Delete a scheduled ${timedTitle(view, action)}`,
};

function withoutScheduled(view: Replica, id: ScheduledId, batch: Batch): Replica {
  const event = { type: "scheduled_messages", op: "remove", id: view.lastEvent } as const;
  return onScheduled(view, { ...event, scheduled_message_id: id }, batch);
}

/** Returns undefined if the replica has no such message. */
function idOf(replica: Replica, action: ScheduleDelete): ScheduledId | undefined {
  const { scheduled } = replica;
  if (action.id === undefined) return sameTimed(replica, scheduled.values(), action);
  return scheduled.has(action.id) ? action.id : undefined;
}

const storedScheduleSend = row("schedule-send", {
  id: scheduledId,
  ...timed,
});
/** Sending a scheduled message without waiting; `at` is when the server would send it, or now if it failed to. */
export type ScheduleSend = z.output<typeof storedScheduleSend>;

/**
 * Deletes it first, and becomes a send once it is known that the server has not sent it. The text is in the row on disk
 * from the key to the answer of the send.
 */
const scheduleSend: ActionKind<ScheduleSend> = {
  stored: storedScheduleSend,
  repeatable: true,
  property: () => "schedule-send",
  targets: ({ id }) => [id],
  overlaid: (view, { id }, batch) => withoutScheduled(view, id, batch),
  agrees: ({ scheduled }, { id }) => !scheduled.has(id),
  moved: (action, { from, to }) =>
    conversationKey(action.address) === from ? { ...action, address: to } : action,
  sentence: (view, action) => `Send a scheduled ${timedTitle(view, action)}`,
  text: ({ content }) => content,
};

export const scheduledActions = {
  "schedule-add": scheduleAdd,
  "schedule-edit": scheduleEdit,
  "schedule-delete": scheduleDelete,
  "schedule-send": scheduleSend,
} as const;
