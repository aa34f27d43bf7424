/** Calls that mark messages read or starred. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/flags.ts";
import { callUntilDone } from "./batches.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /messages/flags. The event, not the answer, says what has actually changed. */
export function updateFlags(
  connection: Connection,
  change: ArgumentsOf<typeof wire.updateFlags>,
  options?: CallOptions,
) {
  return connection.call(wire.updateFlags, change, options);
}

/** POST /mark_all_as_read until complete; `onPause` is called after each partial answer. */
export function markAllAsRead(connection: Connection, onPause: () => void, options?: CallOptions) {
  return callUntilDone(connection, wire.markAllAsRead, {}, onPause, options);
}
