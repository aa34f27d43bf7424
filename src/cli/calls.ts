/**
 * The calls of a verb: whether they wait or have left, what they leave in doubt, the names in their answers, and what
 * their failures mean.
 */

import type { Connection } from "#api/connection.ts";
import { ApiError, deactivated, type Failure, realmDeactivated, sentenceOf } from "#api/failure.ts";
import type { Clock } from "#base/clock.ts";
import { counted } from "#base/counted.ts";
import { ended, safeLine } from "#base/safe-text.ts";
import type { Replica } from "#model/replica.ts";
import type { AnswerOf, Endpoint } from "#wire/endpoint.ts";
import { getTopics } from "#wire/endpoints/account.ts";
import { getMessages } from "#wire/endpoints/messages.ts";
import { getUsers } from "#wire/endpoints/users.ts";
import type { StreamId } from "#wire/ids.ts";
import type { Skip } from "#wire/skips.ts";
import { Exit } from "./exit-codes.ts";
import type { StatePart } from "./realm-state.ts";

/** The reason with which a verb's time limit aborts its calls. */
export class TooLate extends Error {}

/** What a verb has seen, for the cache of names. */
export type Seen = {
  /** The latest state. */
  replica?: Replica;
  readonly states: { readonly replica: Replica; readonly parts: readonly StatePart[] }[];
  /** Of each page the newest, as they came. */
  messages: readonly unknown[];
  people?: AnswerOf<typeof getUsers>["members"];
  readonly topics: Map<StreamId, readonly string[]>;
  /** The names of all views, when they were listed or changed last. */
  views?: readonly string[];
  /** Likewise, of the user's own folders. */
  folders?: readonly string[];
  /** The requests that deleted something. */
  readonly deletions: { readonly path: string; readonly values: object }[];
};

type Made = { readonly endpoint: Endpoint; readonly values: object };

type Watching = {
  readonly clock: Clock;
  /** Aborts all calls. */
  readonly signal: AbortSignal;
  /** The server makes a call wait for so many milliseconds. */
  readonly onWait: (ms: number) => void;
  /** Receives the names in answers. */
  readonly seen: Seen;
};

/** Where a request is; `waiting`: the server has not carried it out, even if it was sent before. */
type Stage =
  | { readonly kind: "unsent" }
  | { readonly kind: "waiting"; readonly until: number }
  | { readonly kind: "sent" };

const mostOfPage = 100;
const mostSeen = 1_000;

/** Adds the names in an answer. */
function note(seen: Seen, { path, method }: Endpoint, values: object, answer: unknown): void {
  if (method === "DELETE") seen.deletions.push({ path, values });
  if (path === getUsers.path) seen.people = (answer as AnswerOf<typeof getUsers>).members;
  if (path === getMessages.path && method === getMessages.method) {
    const { messages } = answer as AnswerOf<typeof getMessages>;
    seen.messages = [...seen.messages, ...messages.slice(-mostOfPage)].slice(-mostSeen);
  }
  if (path !== getTopics.path) return;
  const { topics } = answer as AnswerOf<typeof getTopics>;
  const { stream_id: id } = values as { readonly stream_id?: unknown };
  seen.topics.set(
    id as StreamId,
    topics.map(({ name }) => name),
  );
}

/** The connection with calls that are watched. */
export function watched(connection: Connection, watching: Watching) {
  const { clock, seen } = watching;
  let isInDoubt = false;
  const made: Made[] = [];
  const call: Connection["call"] = async (endpoint, values, options = {}) => {
    const { signal: own } = options;
    const signal = own === undefined ? watching.signal : AbortSignal.any([watching.signal, own]);
    let stage: Stage = { kind: "unsent" };
    const beforeSending = async () => {
      await options.beforeSending?.();
      stage = { kind: "sent" };
    };
    const onWait = (ms: number) => {
      stage = { kind: "waiting", until: clock.elapsed() + ms };
      options.onWait?.(ms);
      if (!signal.aborted) watching.onWait(ms);
    };
    try {
      // Polls have retries of their own.
      const outlastsOutages = !changesSomething(endpoint) && options.priority !== "poll";
      const watchedOptions = { ...options, signal, beforeSending, onWait, outlastsOutages };
      const answer = await connection.call(endpoint, values, watchedOptions);
      if (changesSomething(endpoint)) {
        isInDoubt = false;
        made.push({ endpoint, values });
      }
      note(seen, endpoint, values, answer);
      return answer;
    } catch (error) {
      if (changesSomething(endpoint)) isInDoubt = mayHaveArrived(error, stage);
      throw failureOf(error, stage, clock);
    }
  };
  const raw: Connection["raw"] = async (request, options = {}) => {
    const { signal: own } = options;
    const signal = own === undefined ? watching.signal : AbortSignal.any([watching.signal, own]);
    try {
      const answer = await connection.raw(request, { ...options, signal });
      isInDoubt = false;
      return answer;
    } catch (error) {
      if (request.method !== "HEAD") isInDoubt = mayHaveArrived(error, { kind: "sent" });
      throw error;
    }
  };
  return {
    connection: { ...connection, call, raw },
    /** Whether the last change request had no answer. */
    isInDoubt: () => isInDoubt,
    /** The change requests that had an answer. */
    made: () => made,
  };
}

/** What these requests did, after the sentence of one that failed: with their parameters, or how many there were. */
export function doneBefore(made: readonly Made[]): string {
  const all = [...Map.groupBy(made, ({ endpoint }) => endpoint)].map(
    ([{ path, summary }, each]) => {
      const [first, ...more] = each;
      const names = Object.keys(first?.values ?? {}).filter((name) => !path.includes(`{${name}}`));
      const what = more.length > 0 ? `${each.length} times` : names.join(", ");
      return `${summary.replace(/;.*/, "")}${what === "" ? "" : ` (${what})`}`;
    },
  );
  return all.length === 0 ? "" : ` Done before: ${all.join("; ")}.`;
}

/** As many as fit a line or two; the session's log has all of them. */
const mostNamed = 8;

/** What could not be read, without the end of the sentence. */
export function unreadText(skipped: readonly Skip[]): string {
  const count = counted(skipped.length, "thing");
  const named = skipped.slice(0, mostNamed).map(({ path, reason }) => `${path} (${reason})`);
  const more = skipped.length > mostNamed ? ", …" : "";
  return safeLine(`${count} of this server could not be read: ${named.join(", ")}${more}`);
}

function mayHaveArrived(error: unknown, { kind }: Stage): boolean {
  return error instanceof ApiError ? error.failure.sent === "maybe" : kind === "sent";
}

/** A time limit that passes while the server makes a call wait is the server's refusal. */
function failureOf(error: unknown, stage: Stage, clock: Clock): unknown {
  if (!(error instanceof TooLate) || stage.kind !== "waiting") return error;
  const waitMs = Math.max(0, stage.until - clock.elapsed());
  return new ApiError({ kind: "rate-limited", sent: "no", waitMs });
}

/** What a user does whose key is not valid. */
export const signInAgain = "Sign in again with weir login.";

/** The exit of a verb whose key the server refuses, in the server's words; `code` is the server's. */
export function signedOut(said: string, code: string | undefined, rest = ""): Exit {
  const isHopeless = code === deactivated || code === realmDeactivated;
  const remedy = isHopeless ? "" : ` ${signInAgain}`;
  return new Exit("signedOut", `${ended(safeLine(said))}${remedy}${rest}`);
}

/** `prefix` precedes the sentence, `rest` follows it. */
export function failureExit(failure: Failure, prefix = "", rest = ""): Exit {
  const said = safeLine(sentenceOf(failure));
  if (failure.kind === "unauthorized") return signedOut(`${prefix}${said}`, failure.code, rest);
  const sentence = `${prefix}${rest === "" ? said : ended(said)}${rest}`;
  if (failure.kind === "ignored") return new Exit("unsaved", sentence);
  return new Exit(failure.kind === "unreachable" ? "unreachable" : "refused", sentence);
}

/** Whether a lost answer leaves the result unknown. */
export function changesSomething({ method, path }: Pick<Endpoint, "method" | "path">): boolean {
  return method !== "GET" && path !== "/register" && path !== "/events";
}

/** The exit of a verb that may have changed something. */
export function unconfirmed(sentence: string, before = ""): Exit {
  const rest = `The change may have been made; it is not repeated.${before}`;
  return new Exit("unconfirmed", `${sentence} ${rest}`);
}

// Tells the user that a command waits because the server limits the rate of requests.

/** Shorter waits are not worth a line. */
const patienceMs = 2_000;

/** The connection; `remark` receives a sentence whenever its calls have been waiting for a while. */
export function tellingWaits(
  connection: Connection,
  clock: Clock,
  remark: (sentence: string) => void,
): Connection {
  /** When each waiting call goes out, by an object for each call. */
  const waiting = new Map<object, number>();
  let cancel: (() => void) | undefined;
  const tell = () => {
    const seconds = Math.ceil((Math.max(...waiting.values()) - clock.elapsed()) / 1000);
    if (seconds < 1) return;
    const rest = counted(seconds, "second");
    remark(`The server asks weir to wait; continuing in ${rest}.`);
  };
  const end = (call: object) => {
    waiting.delete(call);
    if (waiting.size > 0) return;
    cancel?.();
    cancel = undefined;
  };
  const call: Connection["call"] = async (endpoint, values, options = {}) => {
    const self = {};
    try {
      return await connection.call(endpoint, values, {
        ...options,
        beforeSending: async () => {
          end(self);
          await options.beforeSending?.();
        },
        onWait: (ms) => {
          options.onWait?.(ms);
          if (options.signal?.aborted === true) return;
          waiting.set(self, clock.elapsed() + ms);
          cancel ??= clock.after(patienceMs, tell);
        },
      });
    } finally {
      end(self);
    }
  };
  return { ...connection, call };
}
