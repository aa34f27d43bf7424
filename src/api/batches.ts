/** Work that a server does in batches: it may stop half-way and say so, and the same call goes on from there. */
import type { AnswerOf, ArgumentsOf, Endpoint } from "#wire/endpoint.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** Servers stop after 50 seconds of work. */
const batchDeadlineMs = 75_000;

/**
 * Calls until everything is done; gives the last answer. `onPause` is told after each answer that says "not yet", with
 * the number of calls so far.
 */
export async function callToTheEnd<E extends Endpoint>(
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

/** LEVEL(211): `complete` is false; from 153 to 210 the result says `partially_completed`. */
function isPartial(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  const { complete, result } = answer as { complete?: unknown; result?: unknown };
  return complete === false || result === "partially_completed";
}
