/** Reminders of the server: what its notification bot will send to the user about a message. Adding and deleting them. */

import * as z from "zod";
import { type Batch, get } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { noteOf, onReminders, sameReminders } from "#model/personal.ts";
import type { Replica } from "#model/replica.ts";
import { messageTitle } from "#model/select/conversations.ts";
import { messageId, type ReminderId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { Reminder } from "#wire/personal.ts";
import { type ActionKind, address, row, type TopicMove } from "./action-kind.ts";

const when = {
  /** UNIX seconds. */
  at: z.int(),
  note: z.exactOptional(z.string()),
};

/** Message, time and note identify a reminder. */
const timed = {
  messageId,
  ...when,
  /** Where the message is, if that was known. */
  conversation: z.exactOptional(address),
};

const storedRemindAdd = row("remind-add", timed);
export type RemindAdd = z.output<typeof storedRemindAdd>;
export type Reminding = Omit<RemindAdd, "kind">;

const storedRemindDelete = row("remind-delete", {
  ...timed,
  /** The reminder that takes its place: without that one, it stays. If absent, it is deleted in any case. */
  instead: z.exactOptional(z.strictObject(when)),
});
export type RemindDelete = z.output<typeof storedRemindDelete>;

/** A reminder of the server in the journal's form. */
export function remindingOf(
  { messages }: Pick<Replica, "messages">,
  reminder: Reminder,
): Reminding {
  const { reminder_target_message_id: id, scheduled_delivery_timestamp: at } = reminder;
  const note = noteOf(reminder);
  const message = get(messages, id);
  return {
    messageId: id,
    at,
    ...(note !== undefined && { note }),
    ...(message && { conversation: conversationOfMessage(message) }),
  };
}

function targetOf({ at, note = "" }: Reminding): string {
  return `${at}:${note}`;
}

function afterMove<A extends Reminding>(action: A, { from, to }: TopicMove): A {
  const { conversation } = action;
  const isThere = conversation !== undefined && conversationKey(conversation) === from;
  return isThere ? { ...action, conversation: to } : action;
}

/** Never requested twice. Until the server's event, it is shown with an ID that no server gives. */
const remindAdd: ActionKind<RemindAdd, RemindDelete> = {
  stored: storedRemindAdd,
  repeatable: false,
  property: ({ messageId }) => `reminder:${messageId}`,
  targets: (action) => [targetOf(action)],
  overlaid: (view, action, batch) => {
    if (isThere(view, action)) return view;
    let id = -1;
    while (view.reminders.has(id as ReminderId)) id -= 1;
    return withReminder(view, { ...action, id: id as ReminderId }, batch);
  },
  agrees: (replica, action) => !isListed(replica) || isThere(replica, action),
  inverse: (view, { kind: _, ...action }) =>
    isThere(view, action) ? [] : [{ kind: "remind-delete", ...action }],
  sentence: (view, { messageId: id }) => `Remind you of ${messageTitle(view, id)}`,
  moved: afterMove,
  // Even without a note: whoever wanted to be reminded must know that they will not be.
  text: ({ note }) => note ?? "",
};

const remindDelete: ActionKind<RemindDelete, RemindAdd> = {
  stored: storedRemindDelete,
  repeatable: true,
  property: ({ messageId }) => `reminder:${messageId}`,
  targets: (action) => [targetOf(action)],
  overlaid: (view, action, batch) =>
    sameReminders(view.reminders.values(), action).reduce(
      (now, { reminder_id }) =>
        onReminders(now, { ...event(now), op: "remove", reminder_id }, batch),
      view,
    ),
  agrees: (replica, action) => !isThere(replica, action),
  inverse: (view, { kind: _, instead: __, ...action }) =>
    isThere(view, action) ? [{ kind: "remind-add", ...action }] : [],
  moved: afterMove,
  sentence: (view, { messageId: id }) => `Delete the reminder of ${messageTitle(view, id)}`,
};

function isThere({ reminders }: Replica, action: Reminding): boolean {
  return sameReminders(reminders.values(), action).length > 0;
}

/** LEVEL(399): before it, nobody can tell which reminders there are. */
function isListed({ realm }: Replica): boolean {
  return realm.featureLevel >= since.reminders;
}

function event({ lastEvent }: Replica) {
  return { type: "reminders", id: lastEvent } as const;
}

function withReminder(
  view: Replica,
  { id, messageId: target, at, note }: Reminding & { readonly id: ReminderId },
  batch: Batch,
): Replica {
  const reminder: Reminder = {
    reminder_id: id,
    content: note === undefined ? "" : ` > ${note}`,
    scheduled_delivery_timestamp: at,
    reminder_target_message_id: target,
  };
  return onReminders(view, { ...event(view), op: "add", reminders: [reminder] }, batch);
}

export const reminderActions = {
  "remind-add": remindAdd,
  "remind-delete": remindDelete,
} as const;
