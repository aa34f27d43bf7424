/** The times that a dialog of times offers: what was typed, as it is understood, and a few that are often meant. */
import type { Clock } from "#base/clock.ts";
import { hourOn, momentLabel, weekdayOf, type Zone } from "#base/time.ts";
import type { Replica } from "#model/replica.ts";
import type { TimeDialog } from "#store/dialog.ts";
import { hoursFor } from "./snooze-times.ts";

export type TimeChoice = {
  /** UNIX seconds; always after the dialog's `now`. Infinity: never. */
  readonly at: number;
  /** A name of its own; absent: its day and hour name it. */
  readonly name?: string;
  /** Whether it is what was typed. */
  readonly isTyped?: true;
};

type Preset = TimeChoice & { readonly words: string };

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

function presets({ now, purpose }: TimeDialog, zone: Zone): readonly Preset[] {
  if (purpose.kind === "status")
    return [
      { words: "in 30 minutes", name: "In 30 minutes", at: now + 1800 },
      { words: "in 1 hour", name: "In 1 hour", at: now + 3600 },
      { words: "today", name: "Today, at midnight", at: hourOn(now, 1, 0, zone) },
      { words: "never", name: "Never", at: Number.POSITIVE_INFINITY },
    ];
  const monday = (8 - weekdayOf(now, zone)) % 7 || 7;
  return [
    { words: "in 1 hour", name: "In 1 hour", at: now + 3600 },
    { words: "tonight today", at: hourOn(now, 0, 20, zone) },
    { words: "tomorrow", at: hourOn(now, 1, 9, zone) },
    ...(monday === 1 ? [] : [{ words: "monday", at: hourOn(now, monday, 9, zone) }]),
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
  for (const { words, ...preset } of presets(dialog, zone)) {
    const isMeant = words
      .split(" ")
      .some((_, index, all) => all.slice(index).join(" ").startsWith(typed));
    if (isMeant && preset.at > now && preset.at !== at) choices.push(preset);
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
