/** Snoozing conversations: hidden from the inbox until a time, and at its top from then on. */
import { momentLabel } from "#base/time.ts";
import { type Command, type CommandContext, commandsIn, inPanes } from "#commands/command.ts";
import { keyForOne } from "#commands/lists/list.ts";
import { closeDialog, showToast } from "#commands/screen.ts";
import {
  askForTime,
  hoursFor,
  isAnySnoozed,
  type Preset,
  presetTime,
} from "#commands/time-choices.ts";
import type { SnoozeChanges } from "#journal/journal.ts";
import { endedSnoozes, snoozeStep } from "#journal/journal.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Snooze } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, conversationTitle, isVanished } from "#model/select/conversations.ts";
import { withoutMarks } from "#store/list.ts";
import { changeList, isList, listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import { snoozedFilter } from "./inbox.ts";
import { firstTargets, type Targets, targetsOf, withoutTarget } from "./targets.ts";
import { advanceFrom, locationOf, stayingLocation } from "./triage.ts";

type SnoozeTargets = Pick<Targets, "conversations" | "rows" | "title">;

/** Targets that no longer exist are left out, and the toast says so. */
function snoozeUntil(context: CommandContext, targets: SnoozeTargets, until: number): void {
  const { store } = context;
  const { view, journal } = store.getState();
  const { newestMessage: newest } = view;
  const changes = new Map<ConversationKey, Snooze>();
  for (const key of targets.conversations) {
    const conversation = isVanished(view, key) ? undefined : conversationOfKey(view, key);
    const asked = journal.snoozes.get(key)?.asked;
    const kept = asked === undefined ? {} : { asked };
    if (conversation !== undefined)
      changes.set(key, { conversation, until, newest, isDue: false, ...kept });
  }
  const lost = targets.conversations.length - changes.size;
  const verb = lost === 1 ? "exists" : "exist";
  if (changes.size === 0) {
    showToast(store, `Nothing was snoozed: ${targets.title} no longer ${verb}.`, "error");
    return;
  }
  const now = context.clock.now() / 1000;
  const moment = momentLabel(until, now, hoursFor(view));
  const left = lost === 0 ? targets : withoutLost(view, targets, changes);
  const rest = lost === 0 ? "" : `; ${lost} no longer ${verb}`;
  // The time first: the end may be cut.
  const all = new Map([...endedSnoozes(journal, left.conversations), ...changes]);
  take(context, left, all, `Snoozed until ${moment}: ${left.title}${rest}`);
}

function withoutLost(
  view: Replica,
  { conversations: all, rows }: SnoozeTargets,
  left: SnoozeChanges,
): SnoozeTargets {
  const lost = new Set<string>(all.filter((key) => !left.has(key)));
  const conversations = all.filter((key) => left.has(key));
  const [only, ...more] = conversations;
  const title =
    only === undefined || more.length > 0
      ? `${conversations.length} conversations`
      : conversationTitle(view, only);
  return { conversations, rows: rows.filter((key) => !lost.has(key)), title };
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
  const snoozes = snoozeStep(state.journal, changes);
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

/** Snoozes until the chosen time; undefined ends the snooze. */
export function snoozeTo(
  context: CommandContext,
  targets: SnoozeTargets,
  at: number | undefined,
): void {
  closeDialog(context.store);
  if (at === undefined) bringBack(context, targets);
  else snoozeUntil(context, targets, at);
}

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
      const { store, clock } = context;
      const at = presetTime(id, clock.now() / 1000, hoursFor(store.getState().view));
      if (at === undefined) showToast(store, "It is already past 20:00.", "error");
      else snoozeUntil(context, targets, at);
    },
  };
}

export const snoozing: readonly Command[] = [
  preset("hour", "b h", "Snooze for an hour"),
  preset("tonight", "b e", "Snooze until tonight"),
  preset("tomorrow", "b t", "Snooze until tomorrow"),
  preset("monday", "b m", "Snooze until Monday"),
  ...commandsIn(inPanes, {
    "snooze.ask": {
      alsoCalled: "reminder,remind me,later,snooze,postpone",
      title: "Snooze until a chosen time",
      hint: "later",
      keys: ["b b"],
      onRows: "chosen",
      disabled: withoutTarget,
      run: (context) => {
        const targets = targetsOf(context);
        const { conversations, rows, title } = targets;
        askForTime(context, { kind: "snooze", conversations, rows, title });
      },
    },
    "snooze.end": {
      title: "Unsnooze",
      keys: ["b n"],
      onRows: "chosen",
      disabled: (state) =>
        withoutTarget(state) ??
        (isAnySnoozed(state.view, firstTargets(state).conversations) ? undefined : "not snoozed"),
      run: (context) => bringBack(context, targetsOf(context)),
    },
  }),
];
