/** The exit of a verb whose request failed. */
import { type Failure, sentenceOf } from "#api/failure.ts";
import { safeLine } from "#base/safe-text.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { Exit } from "./exit-codes.ts";

/** `prefix` precedes the sentence. */
export function failureExit(failure: Failure, prefix = ""): Exit {
  const sentence = `${prefix}${safeLine(sentenceOf(failure))}`;
  if (failure.kind === "unreachable") return new Exit("unreachable", sentence);
  return new Exit(failure.kind === "unauthorized" ? "signedOut" : "refused", sentence);
}

/** Whether a lost answer leaves the result unknown. */
export function changesSomething({ method, path }: Pick<Endpoint, "method" | "path">): boolean {
  return method !== "GET" && path !== "/register" && path !== "/events";
}

/** The exit of a verb that may have changed something. */
export function unconfirmed(sentence: string): Exit {
  return new Exit("unconfirmed", `${sentence} The change may have been made; it is not repeated.`);
}
