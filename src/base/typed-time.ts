/**
 * Parses a time as a person types it: `tomorrow 9:00`, `in 2h`, `mon 14:30`, `tonight`, `2026-12-01 10:00`.
 *
 * The library is large and rarely needed, so it is loaded on first use.
 */
import { lazy } from "./lazy.ts";
import { dateAt, offsetAt, type Zone } from "./time.ts";

export interface TypedTime {
  /** UNIX seconds. May be in the past. */
  readonly at: number;
  /** Whether a time of day was typed. Otherwise it is 9:00, or 20:00 for `tonight`. */
  readonly hasTime: boolean;
}

/** Undefined if any part of the text is not understood. `now` is in UNIX seconds. */
export type TypedTimeParser = (text: string, now: number, zone?: Zone) => TypedTime | undefined;

/** Loads the parser; rejects with `NotLoaded`. Later calls return the same one. */
export const typedTimeParser = lazy(async () => parserWith(await import("chrono-node/en")));

function parserWith({ casual }: typeof import("chrono-node/en")): TypedTimeParser {
  const read = (text: string, now: number, offset: number): TypedTime | undefined => {
    const reference = { instant: dateAt(now), timezone: offset / 60 };
    const [found, another] = casual.parse(text, reference, { forwardDate: true });
    // A part of the text that is not understood may change the meaning of the rest.
    if (found === undefined || another !== undefined || found.text.length !== text.length) return;
    const { start } = found;
    // For "now" and "in 2 days", the time of day is that of the reference.
    const hasTime = start.isCertain("hour") || start.tags().has("result/relativeDate");
    return { at: Math.floor(start.date().getTime() / 1000), hasTime };
  };

  const withDefaultTime = (text: string, now: number, offset: number): TypedTime | undefined => {
    const found = read(text, now, offset);
    if (found === undefined || found.hasTime) return found;
    const time = /\b(?:tonight|evening)\b/i.test(text) ? "20:00" : "9:00";
    const timed = read(`${text} ${time}`, now, offset);
    return timed === undefined ? found : { ...timed, hasTime: false };
  };

  return (typed, now, zone = {}) => {
    const text = typed
      .trim()
      .replace(/^tom(?= )/i, "tomorrow")
      // The library reads "fri 9" as Friday at noon.
      .replace(/^([a-z]+) (\d{1,2})$/i, "$1 $2:00");
    const offset = offsetAt(now, zone);
    const found = withDefaultTime(text, now, offset);
    if (found === undefined) return;
    // Daylight saving time may begin or end in between.
    const then = offsetAt(found.at, zone);
    return then === offset ? found : withDefaultTime(text, now, then);
  };
}
