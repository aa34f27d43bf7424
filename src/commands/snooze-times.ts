/** The times that a conversation can be snoozed until: four that a key stands for, and one that is typed. */

import { distance, type HourStyle, hourOn, momentLabel, weekdayOf, type Zone } from "#base/time.ts";
import type { TypedTimeParser } from "#base/typed-time.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { hourStyleOf } from "#model/select/hour-style.ts";
import type { DialogOf } from "#store/dialog.ts";

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

const titles: Readonly<Record<Preset, string>> = {
  hour: "In an hour",
  tonight: "Tonight",
  tomorrow: "Tomorrow",
  monday: "Monday",
};

/** How times are read and told to this person. */
export function hoursFor(view: Replica): HourStyle {
  return hourStyleOf(view, { twentyFour: true });
}

/** UNIX seconds; undefined where that time is over for today. */
export function presetTime(preset: Preset, now: number, zone: Zone): number | undefined {
  const at = presets[preset](now, zone);
  return at > now ? at : undefined;
}

export type SnoozeChoice = {
  /** What the time is called; empty for a typed one. */
  readonly title: string;
  /** UNIX seconds; undefined: not snoozed any more. */
  readonly at: number | undefined;
  /** The day and time, and how far it is away. */
  readonly reading: readonly [moment: string, distance: string];
};

export type SnoozeOffer = {
  readonly choices: readonly SnoozeChoice[];
  /** Why what was typed cannot be taken. */
  readonly problem?: string;
};

type SnoozeDialog = DialogOf<"snooze">;

/** What the dialog offers for what was typed; `now` is in UNIX seconds. */
export function snoozeOffer(view: Replica, dialog: SnoozeDialog, now: number): SnoozeOffer {
  const hours = hoursFor(view);
  const text = dialog.text.trim();
  if (text === "") return { choices: [...presetChoices(now, hours), ...unsnooze(view, dialog)] };
  const typed = typedChoice(dialog.parser, text, now, hours);
  if (typed.choices.length > 0 || typed.problem !== notUnderstood) return typed;
  // `tom` is not a time yet, but the beginning of the name of one.
  const begun = presetChoices(now, hours).filter(({ title }) =>
    title.toLowerCase().startsWith(text.toLowerCase()),
  );
  return begun.length > 0 ? { choices: begun } : typed;
}

function choiceAt(title: string, at: number, now: number, hours: HourStyle): SnoozeChoice {
  return { title, at, reading: [momentLabel(at, now, hours), distance(at, now)] };
}

function presetChoices(now: number, hours: HourStyle): readonly SnoozeChoice[] {
  return (Object.keys(presets) as Preset[]).flatMap((preset) => {
    const at = presetTime(preset, now, hours);
    return at === undefined ? [] : [choiceAt(titles[preset], at, now, hours)];
  });
}

const notUnderstood = "Not a time. Try: tomorrow 9:00, in 2h, fri 14:30, 1 Dec.";

function typedChoice(
  parser: TypedTimeParser | undefined,
  text: string,
  now: number,
  hours: HourStyle,
): SnoozeOffer {
  if (parser === undefined) return { choices: [] };
  const found = parser(text, now, hours);
  if (found === undefined) return { choices: [], problem: notUnderstood };
  const moment = momentLabel(found.at, now, hours);
  if (found.at <= now) return { choices: [], problem: `${moment} is in the past.` };
  return { choices: [choiceAt("", found.at, now, hours)] };
}

function unsnooze(view: Replica, { conversations }: SnoozeDialog): readonly SnoozeChoice[] {
  return isAnySnoozed(view, conversations)
    ? [{ title: "Bring it back now", at: undefined, reading: ["", ""] }]
    : [];
}

export function isAnySnoozed(view: Replica, conversations: readonly ConversationKey[]): boolean {
  return conversations.some((key) => view.snoozes.has(key));
}
