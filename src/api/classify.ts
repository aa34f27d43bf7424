/** Classifies an HTTP answer: its decoded body, or a failure. */

import type * as z from "zod";
import { isRecord } from "#base/fields.ts";
import { ended, safeLine } from "#base/safe-text.ts";
import { writtenTime } from "#base/written-time.ts";
import { read, type Unreadable } from "#wire/read.ts";
import { ApiError, deactivated, type Failure, realmDeactivated } from "./failure.ts";
import type { HttpAnswer } from "./transport.ts";

type Body = Readonly<Record<string, unknown>>;

/**
 * The decoded answer; throws an ApiError. Depends on the body, because some servers label JSON as HTML. `now` is in UNIX
 * milliseconds. What could not be read is pushed onto `skipped`.
 */
export function classify<A extends z.ZodType>(
  answer: HttpAnswer,
  schema: A,
  now: number,
  skipped: Unreadable[] = [],
): z.output<A> {
  const later = postponed(answer, now);
  if (later !== undefined) throw new ApiError(later);
  const body = bodyOf(answer.text);
  if (answer.status >= 400 && body?.["result"] !== "error" && typeof body?.["msg"] !== "string")
    throw new ApiError(blocked(answer));
  if (body === undefined || isRedirect(answer))
    throw new ApiError({ kind: "malformed", sent: "maybe", path: "", reason: reasonOf(answer) });
  if (answer.status >= 400 || body["result"] === "error") throw new ApiError(refusal(answer, body));
  const reading = read(schema, body, "", skipped);
  if (reading.kind === "read") return reading.value as z.output<A>;
  const { path, reason } = reading;
  throw new ApiError({ kind: "malformed", sent: "maybe", path: path || "answer", reason });
}

/** Throws an ApiError unless it is the whole of a file or a document. */
export function expectWhole({ status, exceededMb }: HttpAnswer): void {
  if (status >= 500) throw new ApiError({ kind: "broken", sent: "maybe", status });
  if (status !== 200) throw unusable(`the answer has status ${status}`);
  if (exceededMb !== undefined) throw unusable(`it is longer than ${exceededMb} MB`);
}

/** The error for a file or a document that cannot be fetched. */
export function unusable(reason: string): ApiError {
  return new ApiError({ kind: "malformed", sent: "maybe", path: "document", reason });
}

function bodyOf(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}

/** The failure of a server that cannot answer now, whatever the body; undefined for any other answer. */
function postponed(answer: HttpAnswer, now: number): Failure | undefined {
  const { status } = answer;
  if (status === 429) return { kind: "rate-limited", sent: "no", waitMs: rateLimitMs(answer, now) };
  if (status < 500) return undefined;
  const waitMs = status === 503 ? retryAfterMs(answer, now) : undefined;
  return { kind: "broken", sent: "maybe", status, ...(waitMs !== undefined && { waitMs }) };
}

/** A whole sentence. */
function reasonOf({ status, headers, text, exceededMb }: HttpAnswer): string {
  if (isRedirect({ status })) return redirection(status, headers["location"] ?? "");
  if (exceededMb !== undefined)
    return `The answer is larger than ${exceededMb} MB, which exceeds weir's limit.`;
  if (/^\s*</.test(text)) return `The server answered with a web page (status ${status}).`;
  return `The server's answer is damaged or incomplete (status ${status}).`;
}

function isRedirect({ status }: Pick<HttpAnswer, "status">): boolean {
  return status >= 300 && status < 400;
}

/**
 * The error for a redirect. Redirects are never followed, since they would carry the credentials; one to the same
 * call at another site means that the server has moved.
 */
function redirection(status: number, location: string): string {
  const target = /^https?:/i.test(location) ? URL.parse(location) : null;
  const [, site] = /^(.*)\/api\/v1\//.exec(whole(target)) ?? [];
  if (site !== undefined)
    return `The server redirects to ${site} (status ${status}). If that is your server, run: weir login ${site}`;
  const where = safeLine(whole(target) || location).slice(0, 200);
  return `The server redirects${where === "" ? "" : ` to ${where}`} (status ${status}) instead of answering. Check its address.`;
}

/** Without user info and query; percent-encoded, so safe to display. */
function whole(url: URL | null): string {
  return url === null ? "" : url.origin + url.pathname;
}

const blocks: Readonly<Record<number, string>> = {
  401: "Something before the server wants a sign-in of its own",
  403: "Something before the server does not permit this",
  404: "The server has nothing at this address",
  405: "Something before the server does not permit this",
  407: "The proxy wants a name and a password",
  413: "This is too large for the server",
  414: "This is too long for the server",
  431: "This is too long for the server",
};

/** The failure of an answer that is none of the API. */
function blocked({ status }: HttpAnswer): Failure {
  // The server has not waited for all of the request.
  if (status === 408)
    return { kind: "unreachable", sent: "no", timedOut: true, reason: "the request took too long" };
  const words = blocks[status] ?? "The server refused this without a reason";
  return { kind: "blocked", sent: "no", status, sentence: `${words} (status ${status}).` };
}

function refusal(answer: HttpAnswer, body: Body): Failure {
  const { result: _, msg, code, ...extra } = body;
  const said =
    typeof msg === "string" && msg !== "" ? msg : `The server refused (status ${answer.status}).`;
  const known = {
    code: typeof code === "string" ? code : undefined,
    sentence: sentenceWithRemedy(said, code),
  };
  if (answer.status === 401) return { kind: "unauthorized", sent: "no", ...known };
  return { kind: "refused", sent: "no", status: answer.status, ...known, extra };
}

/** The user can do nothing else about it. */
function sentenceWithRemedy(said: string, code: unknown): string {
  if (code === deactivated) return `${ended(said)} An administrator can reactivate it.`;
  if (code === realmDeactivated)
    return `${ended(said)} Nobody can sign in until it is reactivated.`;
  return said;
}

// Parses how long a server asks to wait, from `retry-after` in the body or the header.

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
  const times = [secondsOf(inBody(text)), secondsOf(header), secondsUntil(header, headers, now)];
  const seconds = times.find((one) => one !== undefined);
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
  headers: HttpAnswer["headers"],
  now: number,
): number | undefined {
  const until = httpDate(header, now);
  return until === undefined ? undefined : Math.max(0, until - serverTime(headers, now));
}

/** UNIX seconds by the server's clock, with which its other times are to be compared; by the own one if it does not tell. */
export function serverTime({ date }: HttpAnswer["headers"], now: number): number {
  return httpDate(date, now) ?? now / 1000;
}

/** The three forms of a date that HTTP allows. */
const datePattern = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).* \d\d:\d\d:\d\d (?:GMT|\d{4})\s*$/;

/** UNIX seconds. */
function httpDate(text: string | undefined, now: number): number | undefined {
  const date =
    text !== undefined && datePattern.test(text) ? writtenTime(text, now / 1000) : undefined;
  return date?.kind === "time" ? date.at : undefined;
}
