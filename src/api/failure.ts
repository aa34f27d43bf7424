/** Why a call gave no answer, sorted by what the caller does next. */

/** `no`: the server has certainly not carried it out. `maybe`: it left, and what became of it is unknown. */
export type Sent = "no" | "maybe";

export type Failure =
  /** The server understood and said no; its sentence is fit to show. A few endpoints give no `code`. */
  | {
      readonly kind: "refused";
      readonly sent: "no";
      readonly status: number;
      readonly code: string | undefined;
      readonly sentence: string;
      readonly extra: Readonly<Record<string, unknown>>;
    }
  /** The credentials are not valid (any more): nothing will work until the person signs in again. */
  | {
      readonly kind: "unauthorized";
      readonly sent: "no";
      readonly code: string | undefined;
      readonly sentence: string;
    }
  /** Too many requests; the lane has waited as long as it is fair to, and the server wants more. */
  | { readonly kind: "rate-limited"; readonly sent: "no"; readonly waitMs: number }
  /** No usable answer arrived. Nobody's bug: wait and ask again. */
  | {
      readonly kind: "unreachable";
      readonly sent: Sent;
      readonly timedOut: boolean;
      readonly reason: string;
    }
  /** The server owned up to a fault of its own, or its proxy did. Ask again, and tell the person after a few. */
  | { readonly kind: "broken"; readonly sent: "maybe"; readonly status: number }
  /** The answer is not what the API document promises. Somebody's bug: never asked again, always logged. */
  | {
      readonly kind: "malformed";
      readonly sent: "maybe";
      /** Where in the answer; empty when none of it can be read, and then the reason is a sentence. */
      readonly path: string;
      readonly reason: string;
    };

/** What every call rejects with, unless its own signal was aborted. */
export class ApiError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(sentenceOf(failure));
    this.name = "ApiError";
    this.failure = failure;
  }
}

/** A failure in words for the person. */
export function sentenceOf(failure: Failure): string {
  switch (failure.kind) {
    case "refused":
    case "unauthorized":
      return failure.sentence;
    case "rate-limited":
      return `The server asks to wait ${Math.ceil(failure.waitMs / 1000)} seconds.`;
    case "unreachable":
      if (failure.timedOut) return "The server did not answer in time.";
      return `${failure.sent === "no" ? "Cannot connect" : "No answer"}: ${failure.reason}.`;
    case "broken":
      return `The server has a fault of its own (status ${failure.status}).`;
    case "malformed":
      return failure.path === ""
        ? failure.reason
        : `The server's answer cannot be understood (${failure.path}: ${failure.reason}).`;
  }
}
