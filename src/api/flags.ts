/** Calls that change what is read or starred. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/flags.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /messages/flags. What really changed is told by the event, not by the answer. */
export function updateFlags(
  connection: Connection,
  change: ArgumentsOf<typeof wire.updateFlags>,
  options?: CallOptions,
) {
  return connection.call(wire.updateFlags, change, options);
}
