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

/** POST /mark_stream_as_read. */
export const markStreamAsRead = callTo(wire.markStreamAsRead);

/** POST /mark_topic_as_read: refused for a topic in which the person has no messages. */
export const markTopicAsRead = callTo(wire.markTopicAsRead);
