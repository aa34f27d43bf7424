/** Parses how long a server asks to wait, from `retry-after` in the body or the header. */
import { parseMoment } from "#base/time.ts";
import type { HttpAnswer } from "./transport.ts";

const defaultMs = 1000;
/** An upper bound, so that a server's mistake does not block requests forever. */
const longestMs = 60 * 60_000;

type Answer = Pick<HttpAnswer, "headers" | "text">;

/**
 * Milliseconds: from the body, else the header; undefined if neither is a valid number or date. `now` is in UNIX
 * milliseconds; the server's own time takes precedence, because clocks differ.
 */
export function retryAfterMs({ headers, text }: Answer, now: number): number | undefined {
  const header = headers["retry-after"];
  const found = [secondsOf(inBody(text)), secondsOf(header), secondsUntil(header, headers, now)];
  const seconds = found.find((one) => one !== undefined);
  return seconds === undefined ? undefined : Math.min(longestMs, Math.ceil(seconds * 1000));
}

/** The wait of a rate-limited answer: a second if the server does not say. */
export function rateLimitMs(answer: Answer, now: number): number {
  return retryAfterMs(answer, now) ?? defaultMs;
}

function inBody(text: string): unknown {
  try {
    return JSON.parse(text)?.["retry-after"];
  } catch {
    return undefined;
  }
}

function secondsOf(value: unknown): number | undefined {
  const isWord = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  const seconds = isWord ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** A date in the past is now. */
function secondsUntil(
  header: string | undefined,
  { date }: HttpAnswer["headers"],
  now: number,
): number | undefined {
  const until = httpDate(header);
  return until === undefined ? undefined : Math.max(0, until - (httpDate(date) ?? now / 1000));
}

/** The three forms of a date that HTTP allows. */
const datePattern = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).* \d\d:\d\d:\d\d (?:GMT|\d{4})\s*$/;

/** UNIX seconds. */
function httpDate(text = ""): number | undefined {
  return datePattern.test(text) ? parseMoment(text) : undefined;
}
