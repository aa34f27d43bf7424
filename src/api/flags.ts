/** Calls that mark messages read or starred. */

import * as wire from "#wire/endpoints/flags.ts";
import { callUntilDone } from "./batches.ts";
import { callTo } from "./call-to.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /messages/flags. The event, not the answer, says what has actually changed. */
export const updateFlags = callTo(wire.updateFlags);

/** POST /mark_all_as_read until complete; `onPause` is called after each partial answer. */
export function markAllAsRead(connection: Connection, onPause: () => void, options?: CallOptions) {
  return callUntilDone(connection, wire.markAllAsRead, {}, onPause, options);
}
