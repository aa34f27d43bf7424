/** The times that a dialog of times offers: what was typed, as it is understood, and a few that are often meant. */
import type { Clock } from "#base/clock.ts";
import { type HourStyle, hourOn, momentLabel, weekdayOf, type Zone } from "#base/time.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import type { TimeDialog } from "#store/dialog.ts";

/** Times that a key stands for. */
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

/** UNIX seconds; undefined where that time is over for today. */
export function presetTime(preset: Preset, now: number, zone: Zone): number | undefined {
  const at = presets[preset](now, zone);
  return at > now ? at : undefined;
}

/** How times are read and told to this person. */
export function hoursFor(view: Replica): HourStyle {
  return hourStyleOf(view, { twentyFour: true });
}

export function isAnySnoozed(view: Replica, conversations: readonly ConversationKey[]): boolean {
  return conversations.some((key) => view.snoozes.has(key));
}

export type TimeChoice = {
  /** UNIX seconds; always after the dialog's `now`. Undefined: no time, and what had one has none any more. */
  readonly at: number | undefined;
  /** A name of its own; absent: its day and hour name it. */
  readonly name?: string;
  /** Whether it is what was typed. */
  readonly isTyped?: true;
};

/** What is offered before anything is typed, and the words that are the beginning of it. */
type Usual = TimeChoice & { readonly words: string };

/** Later than this nobody means: servers store the time in 32 bits. */
const latest = 2 ** 31 - 1;

/** UNIX seconds. */
export function secondsNow(clock: Pick<Clock, "now">): number {
  return Math.floor(clock.now() / 1000);
}

/** A moment in a sentence: `Mon 23 Nov, 9:00`. */
export function momentOf(view: Replica, at: number, now: number): string {
  return momentLabel(at, now, hoursFor(view));
}

function usualTimes(view: Replica, { now, purpose }: TimeDialog, zone: Zone): readonly Usual[] {
  if (purpose.kind === "status")
    return [
      { words: "in 30 minutes", name: "In 30 minutes", at: now + hourSeconds / 2 },
      { words: "in 1 hour", name: "In 1 hour", at: now + hourSeconds },
      { words: "today", name: "Today, at midnight", at: hourOn(now, 1, 0, zone) },
      { words: "never", name: "Never", at: undefined },
    ];
  const [tomorrow, monday] = [presets.tomorrow(now, zone), presets.monday(now, zone)];
  const isSnoozed = purpose.kind === "snooze" && isAnySnoozed(view, purpose.conversations);
  return [
    { words: "in 1 hour", name: "In 1 hour", at: presets.hour(now, zone) },
    { words: "tonight today", at: presets.tonight(now, zone) },
    { words: "tomorrow", at: tomorrow },
    ...(monday === tomorrow ? [] : [{ words: "monday", at: monday }]),
    ...(isSnoozed
      ? [{ words: "bring it back now", name: "Bring it back now", at: undefined }]
      : []),
  ];
}

/** What was typed; undefined where it is not understood, or not read yet. */
function typedAt({ text, now, read }: TimeDialog, zone: Zone): number | undefined {
  return text.trim() === "" ? undefined : read?.(text, now, zone)?.at;
}

/** What was typed comes first, then the usual times that its letters could begin. */
export function timeChoices(view: Replica, dialog: TimeDialog) {
  const zone = hoursFor(view);
  const { now } = dialog;
  const typed = dialog.text.trim().toLowerCase();
  const at = typedAt(dialog, zone);
  const isRight = at !== undefined && at > now && at <= latest;
  const choices: TimeChoice[] = isRight ? [{ at, isTyped: true }] : [];
  for (const { words, ...usual } of usualTimes(view, dialog, zone)) {
    const isMeant = words
      .split(" ")
      .some((_, index, all) => all.slice(index).join(" ").startsWith(typed));
    const isOver = usual.at !== undefined && usual.at <= now;
    if (isMeant && !isOver && !(isRight && usual.at === at)) choices.push(usual);
  }
  return choices;
}

/** Why what was typed is no choice; undefined where it is one, and where nothing is typed. */
export function timeProblem(view: Replica, dialog: TimeDialog): string | undefined {
  if (dialog.text.trim() === "" || dialog.read === undefined) return undefined;
  const at = typedAt(dialog, hoursFor(view));
  if (at === undefined) return "Not a time: try tomorrow 9:00, in 2h, mon 14:30";
  if (at <= dialog.now) return "That is in the past.";
  return at > latest ? "That is too far away." : undefined;
}
