/** Parses how long to wait after a 429 answer, from `retry-after` in the body or the header. */
import type { HttpAnswer } from "./transport.ts";

const defaultMs = 1000;
/** An upper bound, so that a server's mistake does not block requests forever. */
const longestMs = 60 * 60_000;

/** Milliseconds: from the body, else the header; one second if neither is a valid number. */
export function retryAfterMs({ headers, text }: Pick<HttpAnswer, "headers" | "text">): number {
  const seconds = [inBody(text), headers["retry-after"]].map(secondsOf);
  const found = seconds.find((one) => one !== undefined);
  return found === undefined ? defaultMs : Math.min(longestMs, Math.ceil(found * 1000));
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
