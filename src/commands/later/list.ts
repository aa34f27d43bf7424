/** Later: reminders, snoozed conversations and scheduled messages, by time; first what failed. */

import { memoizePer } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { askForSnooze, snoozePart } from "#commands/conversation/snoozed.ts";
import { targetsFor } from "#commands/conversation/targets.ts";
import {
  bySection,
  type Filter,
  type ListDefinition,
  noneInFilter,
  type Opening,
  openingOf,
  overIf,
  type Removal,
  type RowContext,
  withWords,
} from "#commands/lists/list.ts";
import {
  glyph,
  overRow,
  type Part,
  type Row,
  subjectOver,
  text,
  titled,
} from "#commands/lists/row.ts";
import {
  askForOther,
  askForOtherNote,
  type KnownReminder,
  messageOfReminder,
  reminderOf,
  remindersOf,
  removalOf,
} from "#commands/message/reminding.ts";
import { dayKey, scheduledDefinition, scheduledOf } from "#commands/scheduled/list.ts";
import { openMenu, showToast } from "#commands/screen.ts";
import { askForTime, hoursFor } from "#commands/time-choices.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { GroupedRow, Step } from "#journal/journal.ts";
import { localStep } from "#journal/local-rows.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { isReminder, type Snooze, untilAnswered } from "#model/local-state.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, messageTitle, titleOf } from "#model/select/conversations.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";

type Facts = Pick<State, "view" | "journal">;

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["failed", "due"] },
  { key: "failed", title: "Failed", sections: ["failed"] },
];

/** A scheduled message has its own list, in which its row has another key. */
const ofScheduled = "scheduled:";

function scheduledKey(key: RowKey): RowKey | undefined {
  return key.startsWith(ofScheduled) ? key.slice(ofScheduled.length) : undefined;
}

/** The group of what no time brings back. */
const answers = "answers";

/** Undefined if the conversation is not hidden any more. */
function snoozeOf({ view }: Pick<State, "view">, key: RowKey): Snooze | undefined {
  const snooze = view.snoozes.get(key as ConversationKey);
  return snooze === undefined || snooze.isDue ? undefined : snooze;
}

/** When it comes; undefined if it is over. UNIX seconds. */
function timeOf(state: Facts, key: RowKey): number | undefined {
  const id = scheduledKey(key);
  if (id !== undefined) return scheduledOf(state.view, id)?.scheduled_delivery_timestamp;
  return reminderOf(state, key)?.at ?? snoozeOf(state, key)?.until;
}

const rowsOf = memoizePer(
  (
    reminders: readonly KnownReminder[],
    snoozes: Replica["snoozes"],
    scheduled: Replica["scheduled"],
    ownId: Replica["ownId"],
    realm: Replica["realm"],
    organization: Replica["organization"],
    timeZone: string | undefined,
  ): readonly GroupedRow[] => {
    const timed = [
      ...reminders.map(({ key, at, undecided, conversation: stoodFor }) => ({
        row: { key, ...(stoodFor && { stoodFor }) },
        at,
        isFailed: undecided !== undefined,
      })),
      ...[...snoozes]
        .filter(([, one]) => !one.isDue && !isReminder(one))
        .map(([key, { conversation: stoodFor, until: at }]) => ({
          row: { key: key as RowKey, stoodFor },
          at,
          isFailed: false,
        })),
      ...[...scheduled.values()].map((message) => {
        const { address: stoodFor, at } = timedOf({ ownId, realm, organization }, message);
        const key = ofScheduled + message.scheduled_message_id;
        return { row: { key, stoodFor }, at, isFailed: message.failed === true };
      }),
    ];
    return timed
      .sort((one, other) => Number(other.isFailed) - Number(one.isFailed) || one.at - other.at)
      .map(({ row, at, isFailed }) => {
        if (isFailed) return { ...row, section: "failed" };
        return {
          ...row,
          section: "due",
          group: at === untilAnswered ? answers : dayKey(at, timeZone),
        };
      });
  },
);

function reminderRow(view: Replica, reminder: KnownReminder): Row {
  const { messageId, at, note, conversation, here, undecided } = reminder;
  const message = get(view.messages, messageId);
  const about: Part = message === undefined ? text("a message", "dim") : { message };
  const words = here === undefined ? "reminder: " : "reminder here: ";
  const failed = undecided?.phase === "failed" ? "not set: " : "may be set: ";
  return {
    sign: undecided === undefined ? glyph("later", "accent") : glyph("failed", "bad"),
    subject: [conversation === undefined ? text("a message") : { conversation, token: "text" }],
    detail: [
      ...(undecided === undefined ? [] : [text(failed, "bad")]),
      text(words, "dim"),
      note === undefined ? about : { ownText: note },
    ],
    time: { due: at },
  };
}

/** Of a reminder, where its message is: that may not have been known yet when the row was listed. */
function subjectOfOver(view: Replica, placed: GroupedRow): readonly Part[] {
  const id = messageOfReminder(placed.key);
  const message = id && get(view.messages, id);
  return message ? [{ conversation: conversationOfMessage(message) }] : subjectOver(view, placed);
}

/** What besides the time ends it. */
function endOf(view: Replica, snooze: Snooze): readonly Part[] {
  if (snooze.unlessAnswered === true) return [text(" unless somebody answers", "dim")];
  return snooze.awaits === undefined ? [] : [text(" "), snoozePart(view, snooze)];
}

function open(context: RowContext, key: RowKey): Opening | undefined {
  const { store } = context;
  const state = store.getState();
  const id = scheduledKey(key);
  if (id !== undefined) return scheduledDefinition.open?.(context, id);
  const reminder = reminderOf(state, key);
  if (reminder === undefined) {
    const snooze = snoozeOf(state, key);
    return snooze && openingOf(snooze.conversation);
  }
  const { undecided, conversation, messageId } = reminder;
  if (undecided !== undefined) openMenu(store, { kind: "unsent", intent: undecided.id });
  else if (conversation !== undefined) return openingOf(conversation, messageId);
  else showToast(store, "Its message is not known on this machine.");
  return undefined;
}

/** Asks for another time; of a reminder, also for another note. */
function retime(context: RowContext, key: RowKey): void {
  const state = context.store.getState();
  const { view } = state;
  const scheduled = scheduledOf(view, scheduledKey(key) ?? "");
  const reminder = reminderOf(state, key);
  if (scheduled !== undefined)
    askForTime(context, { kind: "reschedule", id: scheduled.scheduled_message_id });
  else if (reminder !== undefined) askForOther(context, reminder);
  else if (snoozeOf(state, key) !== undefined)
    askForSnooze(context, targetsFor(view, [key as ConversationKey], [key]));
}

/** Deletes reminders and scheduled messages, and ends snoozes, as one step. */
function removal(context: RowContext, rows: readonly RowKey[]): Removal | undefined {
  const { store } = context;
  const state = store.getState();
  const snoozed = rows.filter((key) => snoozeOf(state, key) !== undefined);
  const ended = new Map(snoozed.map((key) => [key as ConversationKey, undefined]));
  const [only] = snoozed;
  const unsnoozed: Removal | undefined =
    only === undefined
      ? undefined
      : {
          keys: snoozed,
          sentence: `Unsnoozed ${conversationTitle(state.view, only as ConversationKey)}`,
          step: { actions: [], inverse: [], snoozes: localStep(state.journal, "snoozes", ended) },
        };
  const scheduled = rows.flatMap((key) => scheduledKey(key) ?? []);
  const parts = [
    removalOf(
      store,
      rows.flatMap((key) => reminderOf(state, key) ?? []),
    ),
    scheduledDefinition.remove?.(context, scheduled),
    unsnoozed,
  ].filter((part) => part !== undefined);
  const [first, ...more] = parts;
  if (first === undefined) return undefined;
  const isOne = more.length === 0 && snoozed.length < 2;
  return {
    keys: rows,
    sentence: isOne ? first.sentence : `Deleted ${rows.length} of what comes later`,
    step: {
      actions: parts.flatMap(({ step }) => step?.actions ?? []),
      done: parts.flatMap(({ step }) => step?.done ?? step?.actions ?? []),
      inverse: parts.flatMap(({ step }) => step?.inverse ?? []),
      snoozes: parts.reduce<Step["snoozes"]>(
        (all, { step }) => ({
          before: new Map([...(all?.before ?? []), ...(step?.snoozes?.before ?? [])]),
          after: new Map([...(all?.after ?? []), ...(step?.snoozes?.after ?? [])]),
        }),
        undefined,
      ),
    },
    apply: () => {
      for (const part of parts) part.apply?.();
    },
  };
}

/** Another object whenever what comes later changes. */
const changes = memoizePer(
  (_: Replica["reminders"], __: Replica["scheduled"], ___: Replica["snoozes"]) => ({}),
);

const definition: ListDefinition = {
  ...bySection(filters, ({ view, journal }) =>
    rowsOf(
      remindersOf({ view, journal }),
      view.snoozes,
      view.scheduled,
      view.ownId,
      view.realm,
      view.organization,
      hoursFor(view).timeZone,
    ),
  ),
  coming: { follows: ({ view }) => changes(view.reminders, view.scheduled, view.snoozes) },
  triage: overIf((state, key) => timeOf(state, key) === undefined),
  everyAccount: { rank: (state, { key }) => -(timeOf(state, key) ?? 0) },
  empty: (_, { key }) =>
    key === "all"
      ? [
          "Nothing comes later.",
          "Reminders, snoozed conversations and scheduled messages appear here.| {go.inbox} goes to the inbox|.",
        ]
      : noneInFilter,
  row: (facts, placed, isOver) => {
    const { view } = facts;
    const { key } = placed;
    const id = scheduledKey(key);
    if (id !== undefined) return scheduledDefinition.row(facts, { ...placed, key: id }, isOver);
    const reminder = reminderOf(facts, key);
    if (reminder !== undefined) return reminderRow(view, reminder);
    const snooze = snoozeOf(facts, key);
    if (snooze === undefined) return overRow(subjectOfOver(view, placed), "over or deleted");
    const { awaits } = snooze;
    return {
      sign: glyph("later", "accent"),
      subject: [{ conversation: snooze.conversation, token: "text" }],
      detail: [text("snoozed", "dim"), ...endOf(view, snooze)],
      time: awaits === undefined ? { due: snooze.until } : undefined,
    };
  },
  columns: {
    times: (view) => [
      ...[...view.scheduled.values()].map((message) => timedOf(view, message).at),
      ...[...view.reminders.values()].map((one) => one.scheduled_delivery_timestamp),
      ...[...view.snoozes.values()]
        .filter(({ isDue, awaits }) => !isDue && awaits === undefined)
        .map(({ until }) => until),
    ],
  },
  peek: (state, key) => {
    const id = scheduledKey(key);
    if (id !== undefined) return scheduledDefinition.peek?.(state, id);
    const reminder = reminderOf(state, key);
    if (reminder?.conversation === undefined) {
      const snooze = snoozeOf(state, key);
      return snooze && { narrow: snooze.conversation };
    }
    const { conversation: narrow, messageId: at, undecided } = reminder;
    return { narrow, at, ...(undecided && { isShownOnly: true }) };
  },
  heading: (facts, key) =>
    key === answers
      ? titled("WHEN SOMEBODY ANSWERS", "dim")
      : scheduledDefinition.heading?.(facts, key),
  open,
  edit: (context, key): undefined => {
    const id = scheduledKey(key);
    const reminder = reminderOf(context.store.getState(), key);
    if (id !== undefined) scheduledDefinition.edit?.(context, id);
    else if (reminder !== undefined) askForOtherNote(context, reminder);
    else retime(context, key);
  },
  remove: removal,
  keys: {
    work: {
      "topic.move": {
        title: "Change the time",
        hint: "time",
        run: (context, [key = "", ...more]) => {
          if (more.length > 0)
            showToast(context.store, "Select one: each has its own time.", "error");
          else retime(context, key);
        },
      },
    },
    words: () => ({ "list.mark": "select", "list.delete": "delete" }),
    // A snooze has nothing but its time.
    isEditable: (state, key) => snoozeOf(state, key) === undefined,
  },
};

export const laterDefinition = withWords(definition, "all that comes later", (state, key) => {
  const { view } = state;
  const scheduled = scheduledOf(view, scheduledKey(key) ?? "");
  if (scheduled !== undefined)
    return `${titleOf(view, timedOf(view, scheduled).address)} ${scheduled.content}`;
  const reminder = reminderOf(state, key);
  if (reminder !== undefined)
    return `${messageTitle(view, reminder.messageId)} ${reminder.note ?? ""}`;
  const snooze = snoozeOf(state, key);
  return snooze === undefined ? "" : conversationTitle(view, conversationKey(snooze.conversation));
});
