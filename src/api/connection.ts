/** A connection to one account: the one place that encodes, paces, times and classifies calls. */

import { Buffer } from "node:buffer";
import type { Clock } from "#base/clock.ts";
import { fieldsOf } from "#base/fields.ts";
import { type Log, oncePerName } from "#base/log.ts";
import {
  type AnswerOf,
  type ArgumentsOf,
  type Endpoint,
  encodingAt,
  isKnownAt,
  isRestOfPath,
  type Parameter,
} from "#wire/endpoint.ts";
import type { Unreadable } from "#wire/read.ts";
import { createSkips, type Skips } from "#wire/skips.ts";
import { classify, expectWhole, rateLimitMs, retryAfterMs, serverTime } from "./classify.ts";
import { ApiError, refusal } from "./failure.ts";
import { createLane, type Lane, type OnWait, type Priority } from "./lane.ts";
import { type Streamed, streamedForm } from "./multipart.ts";
import {
  Deadline,
  type HttpAnswer,
  type HttpRequest,
  type Send,
  TransportError,
} from "./transport.ts";

export type Credentials = {
  /** The address to sign in with; the delivery address may differ. */
  readonly email: string;
  readonly key: string;
};

export type CallOptions = {
  /** `interactive` when absent. */
  readonly priority?: Priority;
  /**
   * Milliseconds for the exchange, excluding the wait in the lane; 15 s by default. It starts again whenever a part of the
   * answer arrives, so that a long one comes over a slow line, too.
   */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** Awaited just before the request is sent; if it throws, the request is not sent. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** If the rate limit delays it. The server has not carried it out by then, even if it was sent before. */
  readonly onWait?: OnWait | undefined;
  /** Also retry when the server is unavailable for a time that it states. Only for requests that change nothing. */
  readonly outlastsOutages?: boolean;
  /** A large answer is decoded only then, because the program has to do something else first; it must not reject. */
  readonly decodeAfter?: Promise<unknown>;
  /** The file of an upload. */
  readonly file?: Streamed | undefined;
};

export type Connection = {
  /** The realm's URL without a slash at the end. */
  readonly site: string;
  /** Rejects with an ApiError, or with the reason of the caller's signal. */
  readonly call: <E extends Endpoint>(
    endpoint: E,
    values: ArgumentsOf<E>,
    options?: CallOptions,
  ) => Promise<AnswerOf<E>>;
  /** A request that no endpoint declares, with the account's credentials. Resolves with the answer, whatever its status. */
  readonly raw: (request: RawRequest, options?: CallOptions) => Promise<HttpAnswer>;
  /**
   * GET of a file below the realm's root by the steps of its path, with the account's key, which goes to no other place:
   * redirects are not followed. Resolves when the last part was consumed. Rejects as `call` does.
   */
  readonly file: (
    steps: readonly string[],
    take: (part: Uint8Array) => Promise<void>,
    options: { readonly limitMb: number; readonly signal?: AbortSignal },
  ) => Promise<void>;
  /** The server's feature level; 0 until known. Parameters of higher levels are omitted. */
  readonly level: () => number;
  readonly setLevel: (level: number) => void;
  /** What could not be read so far. Who decodes parts of an answer adds to it. */
  readonly skips: Skips;
};

export type RawRequest = Pick<HttpRequest, "method" | "headers"> & {
  /** Below the server's address. */
  readonly path: string;
  readonly body?: HttpRequest["body"];
};

type ConnectionOptions = {
  readonly site: string;
  /** If undefined, only anonymous calls are possible. */
  readonly credentials: Credentials | undefined;
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Log;
  /** Product and version; servers display the product beside messages. */
  readonly userAgent: string;
};

const defaultDeadlineMs = 15_000;
const fileDeadlineMs = 60_000;
/** Requests that the server does not want yet are retried, a limited number of times. */
const maxTries = 3;
const longestWaitMs = 60_000;

export function createConnection(options: ConnectionOptions): Connection {
  const lane = createLane(options.clock);
  const skips = createSkips();
  let level = 0;
  const headers = headersFor(options);
  const noteIgnored = ignoredNotes(options.log);

  const call: Connection["call"] = async (endpoint, values, callOptions = {}) => {
    const { path, form } = encode(endpoint, values as Readonly<Record<string, unknown>>, level);
    const query = endpoint.method === "GET" && form.size > 0 ? `?${form}` : "";
    const { file, decodeAfter, priority } = callOptions;
    const carried =
      file === undefined ? plainly(endpoint, form, headers) : withFile(form, file, headers.bare);
    const url = `${options.site}/api/v1${path}${query}`;
    const { method, answerLimitMb } = endpoint;
    const limit = answerLimitMb === undefined ? {} : { limitMb: answerLimitMb };
    const isHeld = priority === "poll" && !form.has("dont_block");
    const request: HttpRequest = { method, url, ...carried, ...limit, isHeld, decodeAfter };
    const answer = await exchange(options, lane, request, callOptions);
    try {
      const skipped: Unreadable[] = [];
      const schema = endpoint.answer;
      const decoded = classify(answer, schema, options.clock.now(), skipped) as AnswerOf<
        typeof endpoint
      >;
      skips.note(
        skipped.map((one) => ({ ...one, path: `${method} ${endpoint.path} ${one.path}` })),
      );
      noteIgnored(endpoint, decoded);
      expectSaved(endpoint, form, decoded);
      return decoded;
    } catch (error) {
      if (error instanceof ApiError && error.failure.kind === "malformed") {
        options.log.warn("An answer could not be decoded.", {
          endpoint: endpoint.path,
          path: error.failure.path,
          reason: error.failure.reason,
        });
      }
      throw error;
    }
  };

  return {
    site: options.site,
    call,
    raw: ({ path, headers: own, body, method }, callOptions = {}) => {
      const url = `${options.site}${path}`;
      const request = { method, url, headers: { ...headers.bare, ...own }, body };
      return exchange(options, lane, request, callOptions);
    },
    file: async (steps, take, { limitMb, signal }) => {
      const url = `${options.site}/${steps.map(stepText).join("/")}`;
      const request = { method: "GET", url, body: undefined, limitMb, take };
      const accepting = { ...request, headers: { ...headers.bare, accept: "image/*" } };
      expectWhole(await timed(options.send, options.clock, accepting, fileDeadlineMs, signal));
    },
    level: () => level,
    setLevel: (next) => {
      level = next;
    },
    skips,
  };
}

/** The same connection, with `priority` for calls that name none. */
export function withPriority(connection: Connection, priority: Priority): Connection {
  return {
    ...connection,
    call: (endpoint, values, options) =>
      connection.call(endpoint, values, { priority, ...options }),
  };
}

/** LEVEL(167): servers report parameters that they ignored. Each is logged once. */
function ignoredNotes(log: Log): (endpoint: Endpoint, answer: unknown) => void {
  const once = oncePerName();
  return ({ method, path }, answer) => {
    for (const name of ignoredParameters(answer)) {
      const endpoint = `${method} ${path}`;
      once(`${endpoint} ${name}`, () =>
        log.noteDaily("The server ignored a parameter.", { endpoint, name }),
      );
    }
  };
}

/** LEVEL(167): the parameters of a successful call that the server does not know. */
export function ignoredParameters(answer: unknown): readonly string[] {
  const { ignored_parameters_unsupported: names } = answer as IgnoringAnswer;
  return Array.isArray(names) ? names.map(String) : [];
}

/** Throws an ApiError if the server has ignored something that the user set: no caller can take that for success. */
function expectSaved(endpoint: Endpoint, form: URLSearchParams, answer: unknown): void {
  const { parameters: declared } = endpoint;
  if (!changesSomething(endpoint)) return;
  const isAsked = (name: string) => form.has(name) && declared[name]?.isHint !== true;
  const ignored = ignoredParameters(answer).filter(isAsked);
  if (ignored.length === 0) return;
  const isOther = (name: string) => isAsked(name) && !ignored.includes(name);
  throw new ApiError({
    kind: "ignored",
    sent: "yes",
    parameters: ignored,
    words: ignored.map((name) => name.replaceAll("_", " ")),
    isPartly:
      ignored.every((name) => declared[name]?.required !== true) && [...form.keys()].some(isOther),
    answer,
  });
}

type IgnoringAnswer = { readonly ignored_parameters_unsupported?: unknown };

function headersFor({ credentials, userAgent }: ConnectionOptions) {
  const bare: Record<string, string> = {
    "user-agent": userAgent,
    accept: "application/json",
    "accept-encoding": "gzip",
  };
  if (credentials !== undefined) {
    bare["authorization"] =
      `Basic ${Buffer.from(`${credentials.email}:${credentials.key}`).toString("base64")}`;
  }
  return {
    bare,
    form: { ...bare, "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
  };
}

/** The parts of a request beyond its URL. */
type CarriedParts = Pick<HttpRequest, "headers" | "body">;

function plainly(
  { method }: Endpoint,
  form: URLSearchParams,
  headers: ReturnType<typeof headersFor>,
): CarriedParts {
  if (method === "GET") return { headers: headers.bare, body: undefined };
  return { headers: headers.form, body: form.toString() };
}

function withFile(
  form: URLSearchParams,
  file: Streamed,
  bare: Readonly<Record<string, string>>,
): CarriedParts {
  const { type, length, chunks } = streamedForm(form, file, `weir-${crypto.randomUUID()}`);
  const headers = { ...bare, "content-type": type, "content-length": String(length) };
  return { headers, body: chunks };
}

/** Retries requests that the server does not want yet a few times; returns any other answer. */
async function exchange(
  { send, clock }: ConnectionOptions,
  lane: Lane,
  request: HttpRequest,
  callOptions: CallOptions,
): Promise<HttpAnswer> {
  const { priority = "interactive", deadlineMs = defaultDeadlineMs } = callOptions;
  const { signal, beforeSending, onWait } = callOptions;
  const leave = async () => {
    if (beforeSending !== undefined) {
      await beforeSending();
      signal?.throwIfAborted();
    }
    return timed(send, clock, request, deadlineMs, signal);
  };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await lane.run(priority, leave, signal, onWait);
    const wait = waitBeforeRetry(answer, callOptions, clock.now());
    if (wait === undefined) {
      if (priority !== "poll") noteGrant(lane, answer, clock.now());
      return answer;
    }
    if (attempt >= maxTries || wait > longestWaitMs) return answer;
    // Polls have their own rate limit, which says nothing about other requests.
    if (priority === "poll") await clock.sleep(wait, signal);
    else lane.pause(wait);
  }
}

/** Undefined if the request is not to be retried. */
function waitBeforeRetry(
  answer: HttpAnswer,
  { outlastsOutages = false }: CallOptions,
  now: number,
): number | undefined {
  if (answer.status === 429) return rateLimitMs(answer, now);
  return answer.status === 503 && outlastsOutages ? retryAfterMs(answer, now) : undefined;
}

function noteGrant(lane: Lane, { headers }: HttpAnswer, now: number): void {
  const remaining = headers["x-ratelimit-remaining"];
  const resetAt = Number(headers["x-ratelimit-reset"]);
  if (remaining !== undefined)
    lane.grant(Number(remaining), 1000 * (resetAt - serverTime(headers, now)));
}

/** How many deadlines an answer that goes on arriving may take. */
const mostDeadlines = 20;

/** One exchange within its deadline; failures become ApiErrors, except for the caller's own abort. */
export async function timed(
  send: Send,
  clock: Clock,
  request: HttpRequest,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer> {
  const deadline = new AbortController();
  const latest = clock.elapsed() + mostDeadlines * deadlineMs;
  let cancel = () => {};
  const wait = () => {
    cancel();
    const ms = Math.min(deadlineMs, latest - clock.elapsed());
    cancel = clock.after(ms, () => deadline.abort(new Deadline("too late")));
  };
  wait();
  const either =
    signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]);
  try {
    return await send({ ...request, onPart: wait }, either);
  } catch (error) {
    const kind = "unreachable";
    if (error instanceof TransportError)
      throw new ApiError({ kind, sent: error.sent, timedOut: false, reason: error.message });
    if (error instanceof Deadline)
      throw new ApiError({ kind, sent: "maybe", timedOut: true, reason: "no response in time" });
    throw error;
  } finally {
    cancel();
  }
}

/**
 * The function for an endpoint that needs nothing beyond its declaration, whose arguments it takes; `usual` are the default
 * options.
 */
export function callTo<E extends Endpoint>(
  endpoint: E,
  usual: CallOptions = {},
  always: Partial<ArgumentsOf<E>> = {},
) {
  return (
    connection: Connection,
    values: ArgumentsOf<E>,
    options?: CallOptions,
  ): Promise<AnswerOf<E>> =>
    connection.call(endpoint, { ...always, ...values }, { ...usual, ...options });
}

/** What every call about topics says, or pages and events would disagree about the empty one. */
export const emptyTopicsAsTheyAre = { allow_empty_topic_name: true } as const;

// Encodes the arguments of a call as a path and a form, according to the endpoint's declaration.

type Encoded = {
  /** Below `/api/v1`, path parameters filled in. */
  readonly path: string;
  readonly form: URLSearchParams;
};

type Values = Readonly<Record<string, unknown>>;

/**
 * Omits undefined arguments, and hints that the server's level does not know. Throws an ApiError if the user asked to change
 * what it does not know yet, or no longer: no caller can take the rest for all of it.
 */
export function encode(endpoint: Endpoint, values: Values, level: number): Encoded {
  const encoded = endpoint.encode?.(values, level) ?? values;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    pathText(name, String(encoded[name])),
  );
  const form = new URLSearchParams();
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    const value = encoded[name];
    if (value === undefined) continue;
    if (isKnownAt(parameter, level)) form.set(name, textOf(parameter, value, level));
    else if (changesSomething(endpoint) && isAskedFor(parameter, value))
      throw unknownAt(name, parameter, level);
  }
  return { path, form };
}

function changesSomething({ method, savesNothing }: Endpoint): boolean {
  return method !== "GET" && savesNothing !== true;
}

/** Whether it is more than what happens without it, and not weir's own addition. */
function isAskedFor({ isHint, default: usual }: Parameter, value: unknown): boolean {
  return isHint !== true && value !== usual;
}

function unknownAt(name: string, { since = 0, until }: Parameter, level: number): ApiError {
  const when = level < since ? `from feature level ${since} on` : `up to feature level ${until}`;
  const sentence = `This server cannot change the ${name.replaceAll("_", " ")}: that works ${when}, and it has ${level}.`;
  return refusal(sentence);
}

/** Slashes in the rest of a path are preserved. */
function pathText(name: string, text: string): string {
  return isRestOfPath(name) ? text.split("/").map(stepText).join("/") : stepText(text);
}

/**
 * A value as one step of a path. Throws an ApiError for what no encoding makes one: the request would be another one, with the
 * same key.
 */
function stepText(text: string): string {
  if (!/^\.{0,2}$/.test(text)) return encodeURIComponent(text);
  throw refusal(`A server cannot be asked for "${text}".`, 404);
}

function textOf(parameter: Parameter, value: unknown, level: number): string {
  const encoded = parameter.encode?.(value, level) ?? value;
  const isPlain = encodingAt(parameter, level) === "plain";
  return isPlain && typeof encoded === "string" ? encoded : JSON.stringify(encoded);
}

// Work that a server does in batches: it may report partial completion, and the same call continues from there.

/** Servers stop after 50 seconds of work. */
const batchDeadlineMs = 75_000;

/**
 * Repeats the call until it is complete; returns the last answer. `onPause` is called after each partial answer, with
 * the number of calls so far.
 */
export async function callUntilDone<E extends Endpoint>(
  connection: Connection,
  endpoint: E,
  values: ArgumentsOf<E>,
  onPause: (calls: number) => void,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  for (let calls = 1; ; calls += 1) {
    const deadline = endpoint.batches === true ? { deadlineMs: batchDeadlineMs } : {};
    const answer = await connection.call(endpoint, values, { ...deadline, ...options });
    if (!isPartial(answer)) return answer;
    onPause(calls);
  }
}

/** LEVEL(211): `complete` is false; from 153 to 210 the result is `partially_completed`. */
function isPartial(answer: unknown): boolean {
  const { complete, result } = fieldsOf(answer);
  return complete === false || result === "partially_completed";
}
