/**
 * Reminding the user of messages: the server's notification bot does, which also reaches their phone, or this machine
 * where the server does not.
 */

import { titleOfAll } from "#base/counted.ts";
import { memoizeEach, memoizePer } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import type { CommandContext } from "#commands/command.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import type { Removal, RowContext } from "#commands/lists/list.ts";
import { closeDialog, contextOf, openDialog, showToast } from "#commands/screen.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import { listSpot } from "#commands/steps.ts";
import {
  askForTime,
  canNote,
  momentOf,
  pastTimeProblem,
  secondsNow,
  timeDialog,
} from "#commands/time-choices.ts";
import { inputOf } from "#editor/input.ts";
import { inverseOf } from "#journal/action.ts";
import { type Reminding, remindingOf } from "#journal/actions/reminder.ts";
import type { Action, Address, Intent } from "#journal/intent.ts";
import { finalMs, type Journal, type SnoozeChanges, type StepLocation } from "#journal/journal.ts";
import { localStep } from "#journal/local-rows.ts";
import { noteProblem } from "#model/limits.ts";
import { isReminder, localReminder, type SnoozeKey } from "#model/local-state.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { messageTitle } from "#model/select/conversations.ts";
import type { DialogOf, TimePurpose } from "#store/dialog.ts";
import { chosenRows } from "#store/list.ts";
import { isList, openList } from "#store/lists.ts";
import type { RowKey } from "#store/row-keys.ts";
import { isUndecided } from "#store/sends.ts";
import type { State, Store } from "#store/state.ts";
import { addIntents, retire } from "#store/store.ts";
import type { MessageId } from "#wire/ids.ts";
import { chosenIn, endMarks } from "./selected.ts";

/** The messages that the key is about, in a list of messages or a conversation: none if it is about conversations. */
export function messagesOf(state: State, count: number): readonly MessageId[] {
  const { screen } = state;
  const { place } = screen;
  const where = contextOf(screen);
  const list = openList(screen);
  if (where === "list" && isList(place) && list !== undefined) {
    const { remote } = definitionOf(place);
    return remote === undefined
      ? []
      : chosenRows(list, count).map(({ key }) => remote.messageOf(key));
  }
  return where === "reader" ? chosenIn(state, count).map(({ id }) => id) : [];
}

/** Whether this machine reminds the user, because the server does not. */
export function isRemindedHere(view: Replica): boolean {
  return unsupportedReason(view, "reminding") !== undefined;
}

/** A reminder that is to come, or that needs the user's decision. */
export type KnownReminder = Reminding & {
  /** Of its row in a list. */
  readonly key: RowKey;
  /** That of this machine, unless the server has it, or will. */
  readonly here?: SnoozeKey;
  /** Its time has come. */
  readonly isDue?: true;
  /** It was refused, or may not have arrived. */
  readonly undecided?: Intent;
};

/** In no order; the same array while nothing of it changed. */
export function remindersOf({
  view,
  journal,
}: Pick<State, "view" | "journal">): readonly KnownReminder[] {
  return knownReminders(view.reminders, journal.snoozes, journal.intents, view.messages);
}

const knownReminders = memoizePer(
  (
    reminders: Replica["reminders"],
    snoozes: Journal["snoozes"],
    intents: Journal["intents"],
    messages: Replica["messages"],
  ): readonly KnownReminder[] => {
    const undecided = [...intents.values()].flatMap((intent): readonly KnownReminder[] => {
      const { id, phase, action } = intent;
      if (action.kind !== "remind-add" || !isUndecided(phase)) return [];
      return [{ ...action, key: `undecided:${id}`, undecided: intent }];
    });
    const isOpen = (one: Reminding) => undecided.some((other) => isSame(one, other));
    const there = [...reminders.values()]
      .map((one) => remindingOf({ messages }, one))
      .map((one) => ({ ...one, key: keyOf(one) }))
      .filter((one) => !isOpen(one));
    const here = [...snoozes].flatMap(([key, one]): readonly KnownReminder[] => {
      if (!isReminder(one)) return [];
      const { conversation, until: at, isDue, reminds } = one;
      return [{ ...reminds, at, conversation, key, here: key, ...(isDue && { isDue }) }];
    });
    const single = new Map(there.map((one) => [one.key, one]));
    return [...undecided, ...single.values(), ...here];
  },
);

/** The same for a reminder that undo sets again, which has another ID. */
function keyOf({ messageId, at, note = "" }: Reminding): RowKey {
  return `set:${messageId}:${at}:${note}`;
}

/** Returns undefined if it is the row of something else. */
export function messageOfReminder(key: RowKey): MessageId | undefined {
  const id = /^set:(\d+):/.exec(key)?.[1];
  return id === undefined ? undefined : (Number(id) as MessageId);
}

function isSame(one: Reminding, other: Reminding): boolean {
  return one.messageId === other.messageId && one.at === other.at && one.note === other.note;
}

export function reminderOf(
  state: Pick<State, "view" | "journal">,
  key: RowKey,
): KnownReminder | undefined {
  return byKey(remindersOf(state)).get(key);
}

const byKey = memoizeEach(
  (all: readonly KnownReminder[]) => new Map(all.map((one) => [one.key, one])),
);

export function askForReminder(context: CommandContext, messages: readonly MessageId[]): void {
  askForTime(context, { kind: "remind", messages });
}

export type RemindPurpose = Extract<TimePurpose, { readonly kind: "remind" }>;

function purposeOf({ key, messageId, note, at: from }: KnownReminder): RemindPurpose {
  const purpose = { kind: "remind", messages: [messageId], was: key, from } as const;
  return note === undefined ? purpose : { ...purpose, note };
}

/** Asks for another time, or note, of the one in that row. */
export function askForOther(context: RowContext, reminder: KnownReminder): void {
  askForTime(context, purposeOf(reminder));
}

/** Asks for another note of the one in that row, whose time stays; for a time if that cannot stay, or it has no note. */
export function askForOtherNote(context: RowContext, reminder: KnownReminder): void {
  const { store, clock } = context;
  const { at, undecided } = reminder;
  if (undecided !== undefined || at <= secondsNow(clock) || !canNote(store.getState().view))
    askForOther(context, reminder);
  else askForNote(context, timeDialog(context, purposeOf(reminder)), at);
}

/** One undoable step. */
export function remindAt(
  context: CommandContext,
  { messages, note, was: key }: RemindPurpose,
  at: number,
): void {
  const { store, clock } = context;
  const state = store.getState();
  const { view, journal } = state;
  // A note of an earlier run was perhaps not accepted there.
  const problem = note === undefined ? undefined : noteProblem(view.realm, note);
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  closeDialog(store);
  const was = key === undefined ? undefined : reminderOf(state, key);
  const fresh = messages.map((id) => remindingFor(view, id, { at, note, was }));
  const { actions, changes } = setting(view, fresh, was);
  const inverse = actions.toReversed().flatMap((one) => inverseOf(view, one));
  const isNew = [...changes].some(
    ([one, after]) => after === undefined || journal.snoozes.get(one) === undefined,
  );
  if (inverse.length === 0 && !isNew) {
    showToast(store, "You have that reminder already.");
    return;
  }
  if (was?.undecided !== undefined) retire(store, [was.undecided.id]);
  const isFinal = actions.length > 0 && unsupportedReason(view, "reminders") !== undefined;
  const title = titleOfAll(messages, (only) => messageTitle(view, only), "message");
  const who = isRemindedHere(view) ? "This machine reminds you" : "You will be reminded";
  // The time first: the end may be cut.
  const said = `${who} ${momentOf(view, at, secondsNow(clock))}`;
  const step = {
    sentence: `${said}: ${title}`,
    inverse,
    snoozes: localStep(journal, "snoozes", changes),
    location: locationOf(state, fresh[0], key),
  };
  addIntents(store, context, actions, step, isFinal ? finalMs : 0);
  endMarks(store);
  const final = isFinal ? `, final in ${finalMs / 1000} s` : "";
  showToast(store, `${said}${final}: ${title}`, "done", true);
}

function remindingFor(
  view: Replica,
  messageId: MessageId,
  {
    at,
    note,
    was,
  }: {
    readonly at: number;
    readonly note?: string | undefined;
    readonly was?: Reminding | undefined;
  },
): Reminding {
  const message = get(view.messages, messageId);
  const conversation = message === undefined ? was?.conversation : conversationOfMessage(message);
  return bare({ messageId, at, note, conversation });
}

/** What sets these, in place of `was`. */
function setting(
  view: Replica,
  fresh: readonly Reminding[],
  was: KnownReminder | undefined,
): { readonly actions: readonly Action[]; readonly changes: SnoozeChanges } {
  const { actions: removed, changes: ended } = removing(was === undefined ? [] : [was]);
  if (isRemindedHere(view)) {
    const kept = fresh.flatMap((one) =>
      one.conversation === undefined
        ? []
        : [localReminder(one.conversation, one, view.newestMessage)],
    );
    return { actions: [], changes: new Map([...ended, ...kept]) };
  }
  const added = fresh.map((one): Action => ({ kind: "remind-add", ...one }));
  const [only] = fresh;
  const instead = only && { at: only.at, ...(only.note !== undefined && { note: only.note }) };
  const replaced = removed.map((one) => ({ ...one, ...(instead && { instead }) }));
  return { actions: [...added, ...replaced], changes: ended };
}

type RemindDelete = Extract<Action, { readonly kind: "remind-delete" }>;

/** What deletes these; those that the server never got need nothing. */
function removing(reminders: readonly KnownReminder[]): {
  readonly actions: readonly RemindDelete[];
  readonly changes: SnoozeChanges;
} {
  const actions = reminders.flatMap((one): readonly RemindDelete[] =>
    one.here !== undefined || one.undecided?.phase === "failed"
      ? []
      : [{ ...bare(one), kind: "remind-delete" }],
  );
  const here = reminders.flatMap((one) => one.here ?? []);
  return { actions, changes: new Map(here.map((key) => [key, undefined])) };
}

type KnownFields = Pick<Reminding, "messageId" | "at"> & {
  readonly note?: string | undefined;
  readonly conversation?: Address | undefined;
};

/** Nothing else: a row with a field that is unknown could not be read from the disk. */
function bare({ messageId, at, note, conversation }: KnownFields): Reminding {
  return {
    messageId,
    at,
    ...(note !== undefined && { note }),
    ...(conversation !== undefined && { conversation }),
  };
}

/** The row of the reminder, or of its message; where there is none, the conversation that is read. */
function locationOf(
  state: State,
  first: Reminding | undefined,
  row?: RowKey,
): StepLocation | undefined {
  if (first === undefined) return undefined;
  const spot = listSpot(state, [...(row === undefined ? [] : [row]), String(first.messageId)]);
  if (spot?.kind === "list") return { ...spot, stays: true };
  const { conversation: address } = first;
  return address && !isList(state.screen.place) ? { kind: "conversation", address } : undefined;
}

/** Deletes these, if there are any. */
export function removalOf(store: Store, reminders: readonly KnownReminder[]): Removal | undefined {
  const { view, journal } = store.getState();
  if (reminders.length === 0) return undefined;
  const undecided = reminders.flatMap((one) => one.undecided?.id ?? []);
  const { actions, changes } = removing(reminders);
  // The server never had them, so nothing deletes them there; undo requests them anew, with their notes.
  const refused = reminders.filter((one) => one.undecided?.phase === "failed").map(bare);
  const titleOfOne = ({ messageId }: KnownReminder) =>
    `the reminder of ${messageTitle(view, messageId)}`;
  return {
    keys: reminders.map(({ key }) => key),
    sentence: `Deleted ${titleOfAll(reminders, titleOfOne, "reminder")}`,
    step: {
      actions,
      ...(refused.length > 0 && {
        done: [...actions, ...refused.map((one): Action => ({ ...one, kind: "remind-delete" }))],
      }),
      inverse: [
        ...actions.flatMap((one) => inverseOf(view, one)),
        ...refused.map((one): Action => ({ ...one, kind: "remind-add" })),
      ],
      snoozes: localStep(journal, "snoozes", changes),
    },
    apply: () => retire(store, undecided),
  };
}

/** Deletes what is to remind of these messages, as one step. */
export function forgetReminders(context: CommandContext, messages: readonly MessageId[]): void {
  const { store } = context;
  const state = store.getState();
  const reminders = remindersOf(state).filter((one) => messages.includes(one.messageId));
  const removal = removalOf(store, reminders);
  if (removal?.step === undefined) {
    showToast(store, "There is no reminder of it.");
    return;
  }
  const { sentence, step, apply } = removal;
  addIntents(store, context, step.actions, {
    ...step,
    sentence,
    location: locationOf(state, reminders[0]),
  });
  apply?.();
  endMarks(store);
  showToast(store, sentence, "done", true);
}

type NoteDialog = DialogOf<"reminder-note">;

export function askForNote(
  { store }: Pick<CommandContext, "store">,
  back: NoteDialog["back"],
  at?: number,
): void {
  const { note = "" } = back.purpose;
  const stays = at === undefined ? {} : { at };
  openDialog(store, { kind: "reminder-note", back, input: inputOf(note), chosen: 0, ...stays });
}

/** Back to the time, unless it stays, with that note; a note that the server would refuse stays in the line. */
export function acceptNote(context: CommandContext, { back, input, at }: NoteDialog): void {
  const { store } = context;
  const note = input.text.trim();
  const problem = noteProblem(store.getState().view.realm, note);
  if (problem !== undefined) {
    showToast(store, problem, "error");
    return;
  }
  const { note: _, ...rest } = back.purpose;
  const purpose = note === "" ? rest : { ...rest, note };
  if (at === undefined) openDialog(store, { ...back, purpose });
  else if (note === (back.purpose.note ?? "")) closeDialog(store);
  else if (at > secondsNow(context.clock)) remindAt(context, purpose, at);
  else {
    askForTime(context, purpose);
    showToast(store, pastTimeProblem, "error");
  }
}

export function leaveNote({ store }: CommandContext, { back, at }: NoteDialog): void {
  if (at === undefined) openDialog(store, back);
  else closeDialog(store);
}
