/** When the user was here: keys with no long pause between them are one visit, and what happened before it is news. */
import { fieldsOf } from "#base/fields.ts";

/** UNIX milliseconds. */
export type Here = {
  /** The last key of the latest visit. */
  readonly until: number;
  /** The end of the visit before it; undefined: it was the first. */
  readonly before: number | undefined;
};

/** A longer pause ends a visit. */
const pauseMs = 30 * 60_000;

/** After a key at that time. */
export function hereAt(here: Here | undefined, keyAt: number): Here {
  if (here === undefined) return { until: keyAt, before: undefined };
  if (keyAt <= here.until) return here;
  const isBack = keyAt - here.until > pauseMs;
  return { until: keyAt, before: isBack ? here.until : here.before };
}

const daySeconds = 86_400;

/** Since when there is news, in UNIX seconds: the end of the last visit but this one, or a day ago. `now` likewise. */
export function newsSince(here: Here | undefined, now: number): number {
  const isBack = here !== undefined && now * 1_000 - here.until > pauseMs;
  const last = isBack ? here.until : here?.before;
  return last === undefined ? now - daySeconds : Math.floor(last / 1_000);
}

/** As an earlier run stored it; undefined if it did not, or that cannot be read. */
export function storedHere(value: unknown): Here | undefined {
  const { until, before } = fieldsOf(value);
  if (!Number.isInteger(until)) return undefined;
  return { until: Number(until), before: Number.isInteger(before) ? Number(before) : undefined };
}
