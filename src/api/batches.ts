/** Work that a server does in batches: it may report partial completion, and the same call continues from there. */
import type { AnswerOf, ArgumentsOf, Endpoint } from "#wire/endpoint.ts";
import type { CallOptions, Connection } from "./connection.ts";

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
  if (typeof answer !== "object" || answer === null) return false;
  const { complete, result } = answer as { complete?: unknown; result?: unknown };
  return complete === false || result === "partially_completed";
}
