/**
 * `weir later`: what comes back or is sent by itself, by time: reminders, snoozed conversations, scheduled messages. `add`
 * and `delete` are about reminders; the others have verbs of their own.
 */

import { createReminder, deleteReminder } from "#api/reminders.ts";
import type { Archive } from "#archive/archive.ts";
import { counted } from "#base/counted.ts";
import { realmHere } from "#cli/archived-realm.ts";
import { Exit } from "#cli/exit-codes.ts";
import { text } from "#cli/invocation.ts";
import { partsOfTexts, textsOf, utc } from "#cli/message-output.ts";
import { conversationOf, fetchPage } from "#cli/messages.ts";
import { type Command, optionWords, tellDeleted, tellDone, wayBack } from "#cli/output.ts";
import { placeText } from "#cli/place.ts";
import { messageFor } from "#cli/resolver.ts";
import { hiddenSnoozes, snoozeParts } from "#cli/snoozes.ts";
import { withStorage } from "#cli/storage.ts";
import { comingMoment, momentIn, sayMoment, seconds } from "#cli/typed-moment.ts";
import type { VerbContext } from "#cli/verb-context.ts";
import { failureOf } from "#commands/scheduled/list.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Conversation } from "#model/conversation.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { noteProblem } from "#model/limits.ts";
import {
  isReminder,
  type LocalReminder,
  localReminder,
  type Snooze,
  type SnoozeCondition,
  type SnoozeKey,
  type Snoozes,
} from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { noteOf, sameReminders } from "#model/personal.ts";
import type { Replica } from "#model/replica.ts";
import { requireLevel } from "#sync/delivery/effect.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { MessageId, ReminderId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { textCells } from "./schedule.ts";
import { endFields, whenIn } from "./snooze.ts";

/** A reminder, wherever it is kept. */
type Listed = {
  readonly messageId: MessageId;
  /** UNIX seconds. */
  readonly at: number;
  readonly note: string | undefined;
  /** If absent, this machine keeps it, under `key`. */
  readonly id?: ReminderId;
  readonly key?: SnoozeKey;
  /** If absent, only the message tells. */
  readonly conversation?: Conversation;
};

function remindersIn(replica: Replica, snoozes: Snoozes): readonly Listed[] {
  const there = [...replica.reminders.values()].map((one) => ({
    id: one.reminder_id,
    messageId: one.reminder_target_message_id,
    at: one.scheduled_delivery_timestamp,
    note: noteOf(one),
  }));
  const here = [...snoozes].flatMap(([key, one]) => (isReminder(one) ? [localOf(key, one)] : []));
  return [...there, ...here];
}

function localOf(key: SnoozeKey, { until: at, conversation, reminds }: LocalReminder): Listed {
  return { key, at, conversation, messageId: reminds.messageId, note: reminds.note };
}

type Item = SnoozeCondition & {
  readonly kind: "reminder" | "snooze" | "scheduled";
  /** UNIX seconds, or `untilAnswered`. */
  readonly until: number;
  readonly id: number | null;
  /** Null: nobody may see the message. */
  readonly place: string | null;
  readonly message_id: MessageId | null;
  /** What is sent, or the message of which it reminds; null: not known. */
  readonly content: string | null;
  readonly note: string | null;
  readonly local: boolean;
  /** Why the server could not send it; null: it is to come. */
  readonly reason: string | null;
};

const nothing = { id: null, message_id: null, content: null, note: null, reason: null } as const;

export async function run(context: VerbContext): Promise<void> {
  const { output, say } = context;
  const snoozes = await withStorage(context, (storage) => storage.snoozes());
  const parts = [...snoozeParts, "scheduled", "reminders", ...partsOfTexts(context)] as const;
  const { replica, away, close } = await realmHere(context, parts);
  const textOf = textsOf(context, replica);
  const lack = isUnlisted(replica) ? unsupportedReason(replica, "reminders") : undefined;
  if (lack !== undefined) say(lack.sentence);
  const isAway = away !== undefined;
  const hidden = await hiddenSnoozes(context, replica, snoozes, { isAway });
  const reminders = remindersIn(replica, snoozes);
  const messages = await messagesOf(context, reminders, away?.archive);
  await close();
  const items = [
    ...reminders.map((one) => reminderItem(replica, one, messages.get(one.messageId))),
    ...hidden.map((one) => snoozeItem(replica, one)),
    ...[...replica.scheduled.values()].map((one) => scheduledItem(replica, one)),
  ];
  output.rows(
    items.toSorted((one, other) => one.until - other.until),
    {
      none: "Nothing comes later.",
      json: (item) => fieldsOf(replica, item),
      cells: (item) => [
        { text: whenIn(context, replica, item), token: item.reason === null ? "dim" : "bad" },
        { text: item.kind, token: "dim" },
        item.message_id ?? item.id ?? "",
        { text: item.place ?? "a message that you may not see", token: "strong" },
        ...textCells(
          output,
          item.note ?? (item.content === null ? "" : textOf({ content: item.content })),
          item.reason,
        ),
      ],
    },
  );
}

/** The server reminds, and does not tell of what. */
function isUnlisted({ realm: { featureLevel: level } }: Replica): boolean {
  return level >= since.reminding && level < since.reminders;
}

/** Those that the user may see, or that were seen. */
async function messagesOf(
  { connection }: VerbContext,
  reminders: readonly Listed[],
  archive: Archive | undefined,
): Promise<ReadonlyMap<MessageId, Message>> {
  const ids = [...new Set(reminders.map(({ messageId }) => messageId))];
  if (archive !== undefined)
    return new Map((await archive.messages(ids)).map((one) => [one.id, one]));
  // Whoever lists reminders has messages by ID.
  if (ids.length === 0 || connection.level() < since.messagesById) return new Map();
  const { messages } = await fetchPage(connection, { message_ids: ids, client_gravatar: true });
  return new Map(messages.map((one) => [one.id, fromWireMessage(one)]));
}

function reminderItem(
  replica: Replica,
  { messageId, at: until, note, id, key, conversation }: Listed,
  message: Message | undefined,
): Item {
  const place = message === undefined ? conversation : conversationOfMessage(message);
  return {
    ...nothing,
    kind: "reminder",
    until,
    id: id ?? null,
    place: place === undefined ? null : placeText(replica, place),
    message_id: messageId,
    content: message?.content ?? null,
    note: note ?? null,
    local: key !== undefined,
  };
}

function snoozeItem(
  replica: Replica,
  { conversation, until, awaits, unlessAnswered }: Snooze,
): Item {
  return {
    ...nothing,
    ...(awaits && { awaits }),
    ...(unlessAnswered && { unlessAnswered }),
    kind: "snooze",
    until,
    place: placeText(replica, conversation),
    local: true,
  };
}

function scheduledItem(replica: Replica, message: ScheduledMessage): Item {
  const { address, content, at: until } = timedOf(replica, message);
  const isFailed = message.failed === true;
  return {
    ...nothing,
    kind: "scheduled",
    until,
    id: message.scheduled_message_id,
    place: placeText(replica, address),
    content,
    reason: isFailed ? failureOf(replica, message) : null,
    local: false,
  };
}

function fieldsOf(replica: Replica, item: Item) {
  const { awaits, unlessAnswered, until, ...fields } = item;
  const { until: at, ...end } = endFields(replica, item);
  return { ...fields, at, ...end };
}

export async function add(context: VerbContext): Promise<void> {
  const { args, state, invocation } = context;
  const typed = text(invocation, "at");
  if (typed === undefined) throw new Exit("misuse", "Specify a time: --at 'tomorrow 9:00'.");
  const note = text(invocation, "note")?.trim();
  const messageId = await messageFor(context, args[0] ?? "");
  const replica = await state("streams", "people", "newest", "reminders");
  const at = comingMoment(context, replica, typed);
  const problem = note === undefined ? undefined : noteProblem(replica.realm, note);
  if (problem !== undefined) throw new Exit("usage", problem);
  const conversation = await conversationOf(context.connection, messageId, replica.ownId);
  const reminding = { messageId, at, ...(note && { note }) };
  const { local, isNew } = await set(context, replica, conversation, reminding);
  const place = placeText(replica, conversation);
  const fields = { message_id: messageId, at: utc(at), place, note: note || null, local };
  if (!isNew) return tellDone(context, "You have that reminder already.", fields);
  const who = local ? "This machine reminds you" : "You will be reminded";
  const undo = isUnlisted(replica)
    ? " This server takes no reminder back."
    : wayBack(context, {
        verb: "later delete",
        args: [`${messageId}`],
        options: ["--at", utc(at)],
      });
  sayMoment(context, replica, at);
  const sentence = `${who} ${momentIn(context, replica, at)} of message ${messageId} in ${place}.`;
  tellDone(context, sentence + undo, fields);
}

type Reminding = Parameters<typeof localReminder>[1];

/** Where it is kept: here, because the server does not remind; and whether it was there already. */
async function set(
  context: VerbContext,
  replica: Replica,
  conversation: Conversation,
  reminding: Reminding,
): Promise<{ readonly local: boolean; readonly isNew: boolean }> {
  const { connection } = context;
  const { messageId, at, note } = reminding;
  if (unsupportedReason(replica, "reminding") !== undefined) {
    const [key, one] = localReminder(conversation, reminding, replica.newestMessage);
    const isNew = await withStorage(context, async (storage) => {
      if ((await storage.snoozes()).has(key)) return false;
      await storage.putSnooze(key, one);
      return true;
    });
    return { local: true, isNew };
  }
  if (note !== undefined) requireLevel(connection.level(), "reminderNotes");
  if (sameReminders(replica.reminders.values(), reminding).length > 0)
    return { local: false, isNew: false };
  await createReminder(connection, {
    message_id: messageId,
    scheduled_delivery_timestamp: at,
    ...(note !== undefined && { note }),
  });
  return { local: false, isNew: true };
}

export async function remove(context: VerbContext): Promise<void> {
  const { args, state, invocation, connection } = context;
  const typed = text(invocation, "at");
  const ids: MessageId[] = [];
  for (const word of args) ids.push(await messageFor(context, word));
  const replica = await state("streams", "people", "reminders");
  const at = typed === undefined ? undefined : comingMoment(context, replica, typed);
  if (isUnlisted(replica)) requireLevel(connection.level(), "reminders");
  const places = new Map<MessageId, string>();
  for (const id of ids)
    places.set(id, placeText(replica, await conversationOf(connection, id, replica.ownId)));
  await withStorage(context, async (storage) => {
    const all = remindersIn(replica, await storage.snoozes());
    const meant = all.filter((one) => ids.includes(one.messageId) && (at ?? one.at) === one.at);
    for (const { id, key } of meant) {
      if (id !== undefined) await deleteReminder(connection, { reminder_id: id });
      if (key !== undefined) await storage.removeSnooze(key);
    }
    const undo = meant.filter((one) => one.at > seconds(context.clock)).map(additionOf);
    const isMeant = (id: MessageId) => meant.some(({ messageId }) => messageId === id);
    const of = (some: readonly MessageId[]) =>
      some.map((id) => `message ${id} in ${places.get(id)}`).join("; ");
    const [reminded, others] = [
      [...places.keys()].filter(isMeant),
      [...places.keys()].filter((id) => !isMeant(id)),
    ];
    const when = at === undefined ? "" : ` ${momentIn(context, replica, at)}`;
    const what = `${counted(meant.length, "reminder")} of ${of(reminded)}`;
    const absences = others.length > 0 ? [`There is no reminder${when} of ${of(others)}.`] : [];
    tellDeleted(
      context,
      { what, absences, undo: wayBack(context, ...undo) },
      ...meant.map(({ messageId, note, ...one }) => ({
        message_id: messageId,
        at: utc(one.at),
        place: places.get(messageId),
        note: note ?? null,
      })),
    );
  });
}

/** The command that sets it again. */
function additionOf({ messageId, at, note }: Listed): Command {
  const options = ["--at", utc(at), ...(note === undefined ? [] : optionWords("note", note))];
  return { verb: "later add", args: [`${messageId}`], options };
}
