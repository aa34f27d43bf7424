/** Times as arguments, in the future or in the past. */
import type { Clock } from "#base/clock.ts";
import { safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { type Sense, typedTime } from "#base/typed-time.ts";
import { Exit } from "./exit-codes.ts";
import type { VerbContext } from "./verb-context.ts";

type Here = Pick<VerbContext, "clock" | "dateOrder" | "output" | "say">;

const examples: Readonly<Record<Sense, string>> = {
  coming: "tomorrow 9:00, in 2h, mon 14:30, 2026-12-01 10:00",
  past: "yesterday 18:00, 2h, mon, 2026-11-01",
};

/** Throws an Exit for what is not a time, or not one time. */
function readTime({ clock, dateOrder, output }: Here, text: string, sense: Sense) {
  const reading = { ...output.style.hours, order: dateOrder };
  const found = typedTime(text, sense, seconds(clock), reading);
  if (found?.kind === "time") return found;
  throw new Exit(
    "usage",
    safeLine(found?.sentence ?? `"${text}" is not a time. Examples: ${examples[sense]}.`),
  );
}

/** UNIX seconds of a time that has passed, as searches read it, which is said. Throws an Exit for any other text. */
export function pastMoment(context: Here, text: string): number {
  const { from: at } = readTime(context, text, "past");
  if (at > seconds(context.clock)) throw new Exit("usage", `"${safeLine(text)}" is in the future.`);
  context.say(`Since ${momentIn(context, at)}.`);
  return at;
}

/** UNIX seconds of a future time. Throws an Exit for any other text. */
export function comingMoment(context: Here, text: string): number {
  const { from: at } = readTime(context, text, "coming");
  if (at <= seconds(context.clock)) throw new Exit("usage", `"${safeLine(text)}" is in the past.`);
  return at;
}

/** Says what was understood once it is done, unless the report does. */
export function sayMoment(context: Here, at: number): void {
  const { output, say } = context;
  if (!output.isTerminal || output.fields !== undefined) say(`For ${momentIn(context, at)}.`);
}

/** A moment as reports name it. `at` in UNIX seconds. */
export function momentIn({ clock, output }: Pick<Here, "clock" | "output">, at: number): string {
  return momentLabel(at, seconds(clock), output.style.hours);
}

/** UNIX seconds. */
export function seconds({ now }: Pick<Clock, "now">): number {
  return Math.floor(now() / 1000);
}
