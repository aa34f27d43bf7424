/** Creates the function for an endpoint that needs nothing beyond its declaration. */
import type { AnswerOf, ArgumentsOf, Endpoint } from "#wire/endpoint.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** The function takes the arguments that `endpoint` declares; `usual` are the default options. */
export function callTo<E extends Endpoint>(endpoint: E, usual: CallOptions = {}) {
  return (
    connection: Connection,
    values: ArgumentsOf<E>,
    options?: CallOptions,
  ): Promise<AnswerOf<E>> => connection.call(endpoint, values, { ...usual, ...options });
}
