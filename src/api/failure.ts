/** Why a call failed, classified by what the caller does next. */
import { counted } from "#base/counted.ts";

/** `no`: the server has certainly not executed it. `maybe`: it was sent, and the outcome is unknown. `yes`: it was executed. */
export type WasSent = "no" | "maybe" | "yes";

export type Failure =
  /** The server refused the request; its message can be displayed. A few endpoints give no `code`. */
  | {
      readonly kind: "refused";
      readonly sent: "no";
      readonly status: number;
      readonly code: string | undefined;
      readonly sentence: string;
      readonly extra: Readonly<Record<string, unknown>>;
    }
  /** The server carried the change out without some of what the user had set, because it does not know these parameters. */
  | {
      readonly kind: "ignored";
      readonly sent: "yes";
      readonly parameters: readonly string[];
      /** What the user knows them by. */
      readonly words: readonly string[];
      /** Whether it saved something else of the same request. */
      readonly isPartly: boolean;
      readonly answer: unknown;
    }
  /** The credentials are invalid or expired: nothing works until the user signs in again. */
  | {
      readonly kind: "unauthorized";
      readonly sent: "no";
      readonly code: string | undefined;
      readonly sentence: string;
    }
  /** Rate-limited even after the lane has waited as long as reasonable. */
  | { readonly kind: "rate-limited"; readonly sent: "no"; readonly waitMs: number }
  /** No response, or an unusable one. Not a bug: retry later. */
  | {
      readonly kind: "unreachable";
      readonly sent: WasSent;
      readonly timedOut: boolean;
      readonly reason: string;
    }
  /**
   * A server error, of the server or of its proxy. Retry, and tell the user after a few attempts. `waitMs`: for how
   * long the server says that it is unavailable.
   */
  | {
      readonly kind: "broken";
      readonly sent: "maybe";
      readonly status: number;
      readonly waitMs?: number;
    }
  /**
   * Something before the server, or another program in its place, refused the request, so that it was not executed. It says
   * nothing about what the request names.
   */
  | {
      readonly kind: "blocked";
      readonly sent: "no";
      readonly status: number;
      readonly sentence: string;
    }
  /** The answer violates the API document. A bug: never retried, always logged. */
  | {
      readonly kind: "malformed";
      readonly sent: "maybe";
      /** The path in the answer; empty if nothing of it can be parsed, and then the reason is a sentence. */
      readonly path: string;
      readonly reason: string;
    };

/** The server does not accept the credentials. */
export type Unauthorized = Extract<Failure, { readonly kind: "unauthorized" }>;

/** The code where the account is deactivated: another key does not help. */
export const deactivated = "USER_DEACTIVATED";

/** The code where all of the organization is, with all of its accounts. */
export const realmDeactivated = "REALM_DEACTIVATED";

/** The error that every call rejects with, unless its signal was aborted. */
export class ApiError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(sentenceOf(failure));
    this.name = "ApiError";
    this.failure = failure;
  }
}

/** What is refused here as a server would: nothing was sent. */
export function refusal(sentence: string, status = 0, code?: string): ApiError {
  return new ApiError({ kind: "refused", sent: "no", status, code, sentence, extra: {} });
}

/** Whether the server has refused it, or it was refused here. */
export function isRefusal(
  error: unknown,
): error is ApiError & { readonly failure: Extract<Failure, { readonly kind: "refused" }> } {
  return error instanceof ApiError && error.failure.kind === "refused";
}

/** A failure as a message for the user. */
export function sentenceOf(failure: Failure): string {
  switch (failure.kind) {
    case "refused":
    case "unauthorized":
    case "blocked":
      return failure.sentence;
    case "ignored": {
      const rest = failure.isPartly ? " The rest was saved." : "";
      return `Not saved, because this server does not support it: ${failure.words.join(", ")}.${rest}`;
    }
    case "rate-limited":
      return `The server asks you to wait ${durationOf(failure.waitMs)}.`;
    case "unreachable":
      if (failure.timedOut) return "The server did not answer in time.";
      return `${failure.sent === "no" ? "Cannot connect" : "No response"}: ${failure.reason}.`;
    case "broken":
      return failure.waitMs === undefined
        ? `The server failed (status ${failure.status}).`
        : `The server is unavailable (status ${failure.status}) and asks you to wait ${durationOf(failure.waitMs)}.`;
    case "malformed":
      return failure.path === ""
        ? failure.reason
        : `The server's response is not valid (${failure.path}: ${failure.reason}).`;
  }
}

/**
 * Whether weir's own sentence ends with what the user can do about it: after a semicolon (`reasons` in `http.ts`), or as a
 * sentence.
 */
export function hasRemedy(failure: Failure): boolean {
  const isOurs = failure.kind === "unreachable" || failure.kind === "malformed";
  return isOurs && /; |[.?] [A-Z]/.test(sentenceOf(failure));
}

function durationOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return counted(seconds, "second");
}

/** Servers that are unavailable are often back sooner than announced. */
const longestOutageMs = 60_000;

/** How long to wait before the next attempt because the server asked for it; 0 if it did not. */
export function requestedWaitMs(failure: Failure): number {
  if (failure.kind === "rate-limited") return failure.waitMs;
  return failure.kind === "broken" ? Math.min(longestOutageMs, failure.waitMs ?? 0) : 0;
}
