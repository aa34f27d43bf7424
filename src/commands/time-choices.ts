/** The choices of a time dialog: the typed time as understood, and common ones. */

import type { Clock } from "#base/clock.ts";
import { type HourStyle, hourOn, weekdayOf, type Zone, zonedMoment } from "#base/time.ts";
import { type TypedTime, typedTime } from "#base/typed-time.ts";
import type { CommandContext } from "#commands/command.ts";
import { openDialog } from "#commands/screen.ts";
import { type Input, inputOf } from "#editor/input.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { type SnoozeCondition, untilAnswered } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";
import { hourStyleOf } from "#model/settings.ts";
import type { TimeDialog, TimePurpose } from "#store/dialog.ts";
import { type LevelName, unsupportedFeatureAt } from "#wire/levels.ts";

/** Times that have a key. */
export type Preset = "hour" | "tonight" | "tomorrow" | "monday";

const morning = 9;
const evening = 20;
const hourSeconds = 3600;

const presets: Readonly<Record<Preset, (now: number, zone: Zone) => number>> = {
  hour: (now) => now + hourSeconds,
  tonight: (now, zone) => hourOn(now, 0, evening, zone),
  tomorrow: (now, zone) => hourOn(now, 1, morning, zone),
  // On a Monday, the next one is meant.
  monday: (now, zone) => hourOn(now, (8 - weekdayOf(now, zone)) % 7 || 7, morning, zone),
};

/** UNIX seconds; undefined if that time has passed today. */
export function presetTime(preset: Preset, now: number, zone: Zone): number | undefined {
  const at = presets[preset](now, zone);
  return at > now ? at : undefined;
}

/** The time format and time zone for this user. */
export function hoursFor(view: Replica): HourStyle {
  return hourStyleOf(view, { twentyFour: true });
}

export function isAnySnoozed(view: Replica, conversations: readonly ConversationKey[]): boolean {
  return conversations.some((key) => {
    const snooze = view.snoozes.get(key);
    return snooze !== undefined && snooze.stays === undefined;
  });
}

export type TimeChoice = {
  /**
   * UNIX seconds; always after the dialog's `now`, or before it for what is past. If undefined, the choice removes the
   * current time.
   */
  readonly at: number | undefined;
  /** A custom name, in place of its date and time. */
  readonly name?: string;
  /** Whether it is the typed one. */
  readonly isTyped?: true;
  /** It is no time: the note of a reminder is written. */
  readonly isNote?: true;
  /** Of a snooze that others may end; one until a person answers has the time `untilAnswered`. */
  readonly condition?: SnoozeCondition;
};

/** What identifies a choice while others come and go, and while time passes: an hour from now is a choice. */
export function timeChoiceKey({ at, name, isTyped, isNote, condition }: TimeChoice): string {
  const what = isTyped === true ? "typed" : (name ?? at);
  return isNote === true ? "note" : JSON.stringify([what, condition]);
}

/** The time that another one is chosen for; undefined if there is none, or no one time. UNIX seconds. */
export function timeSoFar(view: Replica, purpose: TimePurpose): number | undefined {
  switch (purpose.kind) {
    case "remind":
      return purpose.from;
    case "reschedule":
      return view.scheduled.get(purpose.id)?.scheduled_delivery_timestamp;
    case "snooze": {
      const [only, ...more] = purpose.conversations;
      const snooze = only === undefined || more.length > 0 ? undefined : view.snoozes.get(only);
      const isTimed = snooze !== undefined && !snooze.isDue && snooze.until !== untilAnswered;
      return isTimed && snooze.stays === undefined ? snooze.until : undefined;
    }
    default:
      return undefined;
  }
}

/** A choice that is offered before anything is typed, and the words by which it can be typed. */
type Usual = TimeChoice & { readonly words: string };

export const pastTimeProblem = "That time has already passed.";

/** Servers store the time in 32 bits. */
const latest = 2 ** 31 - 1;

/** UNIX seconds. */
export function secondsNow(clock: Pick<Clock, "now">): number {
  return Math.floor(clock.now() / 1000);
}

/** A time in a sentence: `Mon 23 Nov, 9:00`, with the zone if it is not this machine's. */
export function momentOf(view: Replica, at: number, now: number): string {
  return zonedMoment(at, now, hoursFor(view));
}

/** Whether the time is one that has passed. */
function isPast({ purpose }: Pick<TimeDialog, "purpose">): boolean {
  return purpose.kind === "digest";
}

function usualTimes(
  view: Replica,
  { now, purpose, input }: TimeDialog,
  zone: Zone,
): readonly Usual[] {
  if (purpose.kind === "digest") {
    const ago = (days: number) => hourOn(now, -days, 0, zone);
    return [
      { words: "since you were last here", name: "Since you were last here", at: purpose.last },
      { words: "today", name: "Today", at: ago(0) },
      { words: "yesterday", name: "Yesterday", at: ago(1) },
      { words: "this week monday", name: "Since Monday", at: ago((weekdayOf(now, zone) + 6) % 7) },
      { words: "a week 7 days", name: "A week", at: ago(7) },
    ];
  }
  if (purpose.kind === "status")
    return [
      { words: "in 30 minutes", name: "In 30 minutes", at: now + hourSeconds / 2 },
      { words: "in 1 hour", name: "In 1 hour", at: now + hourSeconds },
      { words: "today", name: "Today, at midnight", at: hourOn(now, 1, 0, zone) },
      { words: "tomorrow", name: "Tomorrow, at midnight", at: hourOn(now, 2, 0, zone) },
      { words: "never", name: "Never", at: undefined },
    ];
  const [tomorrow, monday] = [presets.tomorrow(now, zone), presets.monday(now, zone)];
  const isSnoozed = purpose.kind === "snooze" && isAnySnoozed(view, purpose.conversations);
  const byMonday = { by: "Monday", at: monday };
  const byDay = [{ by: "tomorrow", at: tomorrow }, ...(monday === tomorrow ? [] : [byMonday])];
  return [
    { words: "in 1 hour", name: "In 1 hour", at: presets.hour(now, zone) },
    { words: "tonight today", at: presets.tonight(now, zone) },
    { words: "tomorrow", at: tomorrow },
    ...(monday === tomorrow ? [] : [{ words: "monday", at: monday }]),
    ...(purpose.kind === "snooze" ? answerChoices(view, purpose, input, byDay) : []),
    ...(isSnoozed
      ? [{ words: "bring it back now", name: "Bring it back now", at: undefined }]
      : []),
    ...(purpose.kind === "remind" ? noteChoice(view, purpose.note) : []),
  ];
}

type SnoozePurpose = Extract<TimePurpose, { readonly kind: "snooze" }>;

/** Snoozes that others may end; nothing where nobody can answer. */
function answerChoices(
  view: Replica,
  { answerers }: SnoozePurpose,
  input: TimeDialog["input"],
  days: readonly { readonly by: string; readonly at: number }[],
): readonly Usual[] {
  if (answerers === undefined) return [];
  const people = input.text.trim() === "" ? answerers.slice(0, likeliest) : answerers;
  return [
    ...people.map((userId) => {
      const name = `Until ${personName(view, userId)} answers`;
      return {
        words: name.toLowerCase(),
        name,
        at: untilAnswered,
        condition: { awaits: { userId } },
      };
    }),
    ...days.map(({ by, at }) => {
      const name = `${unless} by ${by}`;
      return { words: name.toLowerCase(), name, at, condition: { unlessAnswered: true } as const };
    }),
  ];
}

/** Of those who may answer, so many are offered before anything is typed. */
const likeliest = 3;

const unless = "Unless somebody answers";

/** LEVEL(415): this machine keeps notes where the server keeps no reminders, and there are none between. */
export function canNote({ realm }: Pick<Replica, "realm">): boolean {
  const isLacking = (name: LevelName) =>
    unsupportedFeatureAt(realm.featureLevel, name) !== undefined;
  return isLacking("reminding") || !isLacking("reminderNotes");
}

/** Nothing where a reminder has no note. */
function noteChoice(view: Replica, note: string | undefined): readonly Usual[] {
  if (!canNote(view)) return [];
  const name = note === undefined ? "Add a note" : `Note: ${note}`;
  return [{ words: "note add a note", name, at: undefined, isNote: true }];
}

/** Undefined if it is not understood. */
function typedIn(dialog: TimeDialog, zone: Zone) {
  const { now, dateOrder } = dialog;
  const sense = isPast(dialog) ? "past" : "coming";
  return typedTime(wordsIn(dialog).time, sense, now, { ...zone, order: dateOrder });
}

/** `until mon 14:30`, `unless mon 14:30`: the time, and whether it is that of a snooze which others may end. */
function wordsIn({ input, purpose }: TimeDialog) {
  const text = input.text.trim();
  if (purpose.kind !== "snooze") return { time: text, isUnless: false };
  const time = text.replace(/^until |^unless (somebody answers )?(by )?/i, "");
  return { time, isUnless: time !== text && /^unless/i.test(text) };
}

function momentIn(typed: TypedTime | undefined): number | undefined {
  return typed?.kind === "time" ? typed.from : undefined;
}

function isPossible(dialog: TimeDialog, at: number): boolean {
  const { now } = dialog;
  return isPast(dialog) ? at < now : at > now && at <= latest;
}

/** The typed time comes first, then the common ones that match the typed letters. */
export function timeChoices(view: Replica, dialog: TimeDialog) {
  const zone = hoursFor(view);
  const typed = dialog.input.text.trim().toLowerCase();
  const at = momentIn(typedIn(dialog, zone));
  const isRight = at !== undefined && isPossible(dialog, at);
  const choices: TimeChoice[] = isRight ? typedChoices(dialog, at) : [];
  for (const { words, ...usual } of usualTimes(view, dialog, zone)) {
    const isMatch = words
      .split(" ")
      .some((_, index, all) => all.slice(index).join(" ").startsWith(typed));
    const isOver =
      usual.at !== undefined && usual.at !== untilAnswered && !isPossible(dialog, usual.at);
    const isTyped = isRight && usual.at === at;
    if (isMatch && !isOver && !isTyped) choices.push(usual);
  }
  return choices;
}

function typedChoices(dialog: TimeDialog, at: number): TimeChoice[] {
  const { purpose } = dialog;
  const { isUnless } = wordsIn(dialog);
  const plain: TimeChoice = { at, isTyped: true };
  if (purpose.kind !== "snooze" || purpose.answerers === undefined) return isUnless ? [] : [plain];
  const name = `${unless} by then`;
  const others: TimeChoice = { at, name, isTyped: true, condition: { unlessAnswered: true } };
  return isUnless ? [others] : [plain, others];
}

/** What can be typed. */
export function timeExamples(dialog: Pick<TimeDialog, "purpose">): string {
  return isPast(dialog) ? "yesterday 18:00, 2h, mon" : "tomorrow 9:00, in 2h, mon 14:30";
}

/** Why the typed time cannot be chosen; undefined if it can, or nothing is typed. */
export function timeProblem(view: Replica, dialog: TimeDialog): string | undefined {
  if (dialog.input.text.trim() === "" || timeChoices(view, dialog).length > 0) return undefined;
  const typed = typedIn(dialog, hoursFor(view));
  if (typed?.kind === "refused") return typed.sentence;
  const at = momentIn(typed);
  if (at === undefined) {
    const isPerson = dialog.purpose.kind === "snooze" && /^until\b/i.test(dialog.input.text.trim());
    const what = isPerson ? "Neither a time nor somebody who has written there" : "Not a time";
    return `${what}: try ${timeExamples(dialog)}`;
  }
  if (isPast(dialog)) return at < dialog.now ? undefined : "That is in the future.";
  if (at <= dialog.now) return "That is in the past.";
  return at > latest ? "That is too far away." : undefined;
}

export function timeDialog<Purpose extends TimePurpose>(
  { store, clock }: Pick<CommandContext, "store" | "clock">,
  purpose: Purpose,
  input: Input = inputOf(),
): TimeDialog & { readonly purpose: Purpose } {
  return {
    kind: "time",
    purpose,
    input,
    chosen: 0,
    now: secondsNow(clock),
    dateOrder: store.getState().screen.preferences.dateOrder?.(),
  };
}

export function askForTime(
  context: Pick<CommandContext, "store" | "clock">,
  purpose: TimePurpose,
  input?: Input,
): void {
  openDialog(context.store, timeDialog(context, purpose, input));
}
