/** How long a server that answers 429 asks to wait: the one reader of `retry-after`, in the body and in the header. */
import type { HttpAnswer } from "./transport.ts";

const defaultMs = 1000;
/** No server means more than this; a person can retry sooner, and a slip of the server does not last for ever. */
const longestMs = 60 * 60_000;

/** Milliseconds: the body's word, else the header's; a second where neither is a number that makes sense. */
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
