/** The function that makes one call: what most endpoints need, whose declaration says the rest. */
import type { AnswerOf, ArgumentsOf, Endpoint } from "#wire/endpoint.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** Takes the arguments that `endpoint` declares; `usual` are its options where the caller gives no other. */
export function callTo<E extends Endpoint>(endpoint: E, usual: CallOptions = {}) {
  return (
    connection: Connection,
    values: ArgumentsOf<E>,
    options?: CallOptions,
  ): Promise<AnswerOf<E>> => connection.call(endpoint, values, { ...usual, ...options });
}
