/** Calls that change what is read or starred. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/flags.ts";
import { callToTheEnd } from "./batches.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /messages/flags. What really changed is told by the event, not by the answer. */
export function updateFlags(
  connection: Connection,
  change: ArgumentsOf<typeof wire.updateFlags>,
  options?: CallOptions,
) {
  return connection.call(wire.updateFlags, change, options);
}

/** POST /mark_all_as_read, until all is; `onPause` is told after each answer that says "not yet". */
export function markAllAsRead(connection: Connection, onPause: () => void, options?: CallOptions) {
  return callToTheEnd(connection, wire.markAllAsRead, {}, onPause, options);
}
