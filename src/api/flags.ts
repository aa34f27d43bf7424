/** Calls that mark messages read or starred. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/flags.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /messages/flags. The event, not the answer, says what has actually changed. */
export function updateFlags(
  connection: Connection,
  change: ArgumentsOf<typeof wire.updateFlags>,
  options?: CallOptions,
) {
  return connection.call(wire.updateFlags, change, options);
}
