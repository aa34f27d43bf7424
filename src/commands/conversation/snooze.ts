/**
 * Later: snoozing conversations, which hides them from the inbox until a time or an answer, and puts them at its top from
 * then on; and being reminded of messages.
 */

import { type Command, type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { keyForOne } from "#commands/lists/list.ts";
import {
  askForReminder,
  forgetReminders,
  messagesOf,
  remindAt,
  remindersOf,
} from "#commands/message/reminding.ts";
import { closeDialog, showToast } from "#commands/screen.ts";
import {
  hoursFor,
  isAnySnoozed,
  type Preset,
  presetTime,
  secondsNow,
  type TimeChoice,
} from "#commands/time-choices.ts";
import { inputOf } from "#editor/input.ts";
import type { SnoozeChanges } from "#journal/journal.ts";
import { endedSnoozes } from "#journal/journal.ts";
import { localStep } from "#journal/local-rows.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { keptOf, type Snooze, type SnoozeCondition } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, isVanished } from "#model/select/conversations.ts";
import { withoutMarks } from "#store/list.ts";
import { changeList, isList, listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import { snoozedFilter } from "./inbox.ts";
import { answerersIn, askForSnooze, snoozeEnd } from "./snoozed.ts";
import { firstTargets, type Targets, targetsFor, targetsOf, withoutTarget } from "./targets.ts";
import { advanceFrom, locationOf, stayingLocation } from "./triage.ts";

type SnoozeTargets = Pick<Targets, "conversations" | "rows" | "title">;

/** Targets that no longer exist are left out, and the toast says so. */
function snoozeUntil(
  context: CommandContext,
  targets: SnoozeTargets,
  until: number,
  condition: SnoozeCondition = {},
): void {
  const { store } = context;
  const { view, journal } = store.getState();
  const { newestMessage: newest } = view;
  const changes = new Map<ConversationKey, Snooze>();
  for (const key of targets.conversations) {
    const conversation = isVanished(view, key) ? undefined : conversationOfKey(view, key);
    const kept = keptOf(journal.snoozes.get(key));
    if (conversation !== undefined)
      changes.set(key, { conversation, until, newest, isDue: false, ...kept, ...condition });
  }
  const lost = targets.conversations.length - changes.size;
  const verb = lost === 1 ? "exists" : "exist";
  if (changes.size === 0) {
    showToast(store, `Nothing was snoozed: ${targets.title} no longer ${verb}.`, "error");
    return;
  }
  const end = snoozeEnd(view, { until, ...condition }, context.clock.now() / 1000);
  const left = lost === 0 ? targets : withoutLost(view, targets, changes);
  const rest = lost === 0 ? "" : `; ${lost} no longer ${verb}`;
  // The end of the snooze first: that of the sentence may be cut.
  const all = new Map([...endedSnoozes(journal, left.conversations), ...changes]);
  take(context, left, all, `Snoozed ${end}: ${left.title}${rest}`);
}

function withoutLost(
  view: Replica,
  { conversations: all, rows }: SnoozeTargets,
  left: SnoozeChanges,
): SnoozeTargets {
  const lost = new Set<string>(all.filter((key) => !left.has(key)));
  const conversations = all.filter((key) => left.has(key));
  return targetsFor(
    view,
    conversations,
    rows.filter((key) => !lost.has(key)),
  );
}

function bringBack(context: CommandContext, targets: SnoozeTargets): void {
  const { view } = context.store.getState();
  if (!isAnySnoozed(view, targets.conversations)) {
    showToast(context.store, `${targets.title} is not snoozed.`);
    return;
  }
  const changes = endedSnoozes(context.store.getState().journal, targets.conversations);
  take(context, targets, changes, `Unsnoozed ${targets.title}`);
}

/** One undoable step. After snoozing, the user goes on, except in the list of snoozed conversations. */
function take(
  context: CommandContext,
  targets: SnoozeTargets,
  changes: SnoozeChanges,
  sentence: string,
): void {
  const { store } = context;
  const state = store.getState();
  const { conversations, rows } = targets;
  const isPutOff = [...changes.values()].some((snooze) => snooze !== undefined);
  const advances = isPutOff && !listsSnoozed(state);
  const advance = advanceFrom(context, targets);
  const location = advances
    ? locationOf(state, conversations, rows)
    : stayingLocation(state, targets);
  const snoozes = localStep(state.journal, "snoozes", changes);
  addIntents(store, context, [], { sentence, inverse: [], snoozes, location });
  changeList(store, (list) => withoutMarks(list, rows));
  if (advances) advance(true);
  showToast(store, sentence, "done", true);
}

function listsSnoozed({ screen }: State): boolean {
  return (
    isList(screen.place) &&
    screen.place.kind === "inbox" &&
    keyForOne(listOf(screen, screen.place).filter) === snoozedFilter
  );
}

/** Snoozes until what was chosen; no time ends the snooze. */
export function snoozeTo(
  context: CommandContext,
  targets: SnoozeTargets,
  { at, condition }: Pick<TimeChoice, "at" | "condition">,
): void {
  closeDialog(context.store);
  if (at === undefined) bringBack(context, targets);
  else snoozeUntil(context, targets, at, condition);
}

/** Of the selected message, the user is reminded; a conversation is snoozed. */
function preset(id: Preset, keys: string, title: string): Command {
  return {
    id: `snooze.${id}`,
    title,
    keys: [keys],
    where: inPanes,
    repeats: true,
    onRows: "chosen",
    disabled: withoutTarget,
    run: (context) => {
      const targets = targetsOf(context);
      const { store, clock, count } = context;
      const state = store.getState();
      const at = presetTime(id, secondsNow(clock), hoursFor(state.view));
      const messages = messagesOf(state, count);
      if (at === undefined) showToast(store, "It is already past 20:00.", "error");
      // Nobody has selected what a place holds: naming the time again confirms it.
      else if (targets.isPlace === true) askForSnooze(context, targets);
      else if (messages.length > 0) remindAt(context, { kind: "remind", messages }, at);
      else snoozeUntil(context, targets, at);
    },
  };
}

function askFor(context: CommandContext): void {
  askForSnooze(context, targetsOf(context));
}

/** Why nobody can answer there. */
function withoutAnswerers(state: State): string | undefined {
  const lack = withoutTarget(state);
  if (lack !== undefined) return lack;
  const { conversations } = firstTargets(state);
  if (conversations.length > 1) return "select one conversation";
  const all = answerersIn(state.view, conversations);
  return all === undefined || all.length === 0 ? "nobody else has written there" : undefined;
}

/** Why there is nothing to take back. */
function withoutLater(state: State): string | undefined {
  const messages = messagesOf(state, 1);
  if (messages.length > 0)
    return remindersOf(state).some(({ messageId }) => messages.includes(messageId))
      ? undefined
      : "no reminder of it";
  const isSnoozed = isAnySnoozed(state.view, firstTargets(state).conversations);
  return withoutTarget(state) ?? (isSnoozed ? undefined : "not snoozed");
}

export const snoozing: readonly Command[] = [
  preset("hour", "b h", "Snooze or be reminded in an hour"),
  preset("tonight", "b e", "Snooze or be reminded tonight"),
  preset("tomorrow", "b t", "Snooze or be reminded tomorrow"),
  preset("monday", "b m", "Snooze or be reminded on Monday"),
  ...commandsIn(inPanes, {
    "snooze.ask": {
      alsoCalled: "reminder,remind me,later,snooze,postpone,note",
      title: "Later: snooze or be reminded at a chosen time",
      hint: "later",
      keys: ["b b"],
      onRows: "chosen",
      disabled: withoutTarget,
      run: (context) => {
        const messages = messagesOf(context.store.getState(), context.count);
        if (messages.length > 0) askForReminder(context, messages);
        else askFor(context);
      },
    },
    "snooze.conversation": {
      alsoCalled: "snooze the topic",
      title: "Snooze the whole conversation",
      keys: ["b c"],
      where: ["reader"],
      disabled: withoutTarget,
      run: askFor,
    },
    "snooze.answer": {
      alsoCalled: "waiting for an answer,until they reply,until answered",
      title: "Snooze until somebody answers",
      keys: ["b a"],
      onRows: "chosen",
      disabled: withoutAnswerers,
      run: (context) => askForSnooze(context, targetsOf(context), inputOf("until ")),
    },
    "snooze.end": {
      alsoCalled: "not later,bring back now",
      title: "Unsnooze, or delete the reminder",
      keys: ["b n"],
      onRows: "chosen",
      disabled: withoutLater,
      run: (context) => {
        const messages = messagesOf(context.store.getState(), context.count);
        if (messages.length > 0) forgetReminders(context, messages);
        else bringBack(context, targetsOf(context));
      },
    },
  }),
];
