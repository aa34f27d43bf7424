/**
 * Times as arguments, in the future or in the past, and times in reports: in the zone of the profile, as on the screen. So
 * nothing here is read or named before the realm is known.
 */
import type { Clock } from "#base/clock.ts";
import { safeLine } from "#base/safe-text.ts";
import { type HourStyle, machineZone, momentLabel, zonedMoment } from "#base/time.ts";
import { type Sense, typedTime } from "#base/typed-time.ts";
import { emptyReplica, type Replica } from "#model/replica.ts";
import { hourStyleOf } from "#model/settings.ts";
import { Exit } from "./exit-codes.ts";
import type { VerbContext } from "./verb-context.ts";

type Here = Pick<VerbContext, "clock" | "dateOrder" | "output" | "say">;

const examples: Readonly<Record<Sense, string>> = {
  coming: "tomorrow 9:00, in 2h, mon 14:30, 2026-12-01 10:00",
  past: "yesterday 18:00, 2h, mon, 2026-11-01",
};

/** How the profile reads and shows times. */
export function hoursOf({ output }: Pick<Here, "output">, replica: Replica): HourStyle {
  return hourStyleOf(replica, output.style.hours);
}

/** Throws an Exit for what is not a time, or not one time. */
function readTime(context: Here, replica: Replica, text: string, sense: Sense) {
  const { clock, dateOrder } = context;
  const reading = { ...hoursOf(context, replica), order: dateOrder };
  const moment = typedTime(text, sense, seconds(clock), reading);
  if (moment?.kind === "time") return moment;
  throw new Exit(
    "usage",
    safeLine(moment?.sentence ?? `"${text}" is not a time. Examples: ${examples[sense]}.`),
  );
}

/** UNIX seconds of a time that has passed, as searches read it. Throws an Exit for any other text. */
export function pastMoment(context: Here, replica: Replica, text: string): number {
  const { from: at } = readTime(context, replica, text, "past");
  if (at > seconds(context.clock)) throw new Exit("usage", `"${safeLine(text)}" is in the future.`);
  return at;
}

/** The same, which is said. */
export function saidMoment(context: Here, replica: Replica, text: string): number {
  const at = pastMoment(context, replica, text);
  context.say(`Since ${momentIn(context, replica, at)}.`);
  return at;
}

/** UNIX seconds of a future time. Throws an Exit for any other text. */
export function comingMoment(context: Here, replica: Replica, text: string): number {
  const { from: at } = readTime(context, replica, text, "coming");
  if (at <= seconds(context.clock)) throw new Exit("usage", `"${safeLine(text)}" is in the past.`);
  return at;
}

/** Says what was understood once it is done, unless the report does. */
export function sayMoment(context: Here, replica: Replica, at: number): void {
  const { output, say } = context;
  if (!output.isTerminal || output.fields !== undefined)
    say(`For ${momentIn(context, replica, at)}.`);
}

/** A moment as reports name it, with the zone if it is not this machine's, or may not be. `at` in UNIX seconds. */
export function momentIn(
  context: Pick<Here, "clock" | "output">,
  replica: Replica,
  at: number,
): string {
  const [now, hours] = [seconds(context.clock), hoursOf(context, replica)];
  // Only cached names are known.
  if (replica.settings === emptyReplica.settings)
    return `${momentLabel(at, now, hours)} ${machineZone()}`;
  return zonedMoment(at, now, hours);
}

/** UNIX seconds. */
export function seconds({ now }: Pick<Clock, "now">): number {
  return Math.floor(now() / 1000);
}
