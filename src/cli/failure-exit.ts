/** The exit of a verb whose request failed. */
import { type Failure, sentenceOf } from "#api/failure.ts";
import { safeLine } from "#base/safe-text.ts";
import { Exit } from "./exit-codes.ts";

/** `prefix` precedes the sentence. */
export function failureExit(failure: Failure, prefix = ""): Exit {
  const sentence = `${prefix}${safeLine(sentenceOf(failure))}`;
  if (failure.kind === "unreachable") return new Exit("unreachable", sentence);
  return new Exit(failure.kind === "unauthorized" ? "signedOut" : "refused", sentence);
}
