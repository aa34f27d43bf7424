/** Calls that change what is read or starred. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/flags.ts";
import type { StreamId } from "#wire/ids.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /messages/flags. What really changed is told by the event, not by the answer. */
export function updateFlags(
  connection: Connection,
  change: ArgumentsOf<typeof wire.updateFlags>,
  options?: CallOptions,
) {
  return connection.call(wire.updateFlags, change, options);
}

/** POST /messages/flags/narrow (LEVEL(155)). */
export function updateFlagsOfNarrow(
  connection: Connection,
  change: ArgumentsOf<typeof wire.updateFlagsOfNarrow>,
  options?: CallOptions,
) {
  return connection.call(wire.updateFlagsOfNarrow, change, options);
}

/** POST /mark_all_as_read: one batch; `complete: false` or `partially_completed` ask to call again. */
export function markAllAsRead(connection: Connection, options?: CallOptions) {
  return connection.call(wire.markAllAsRead, {}, { deadlineMs: 60_000, ...options });
}

/** POST /mark_stream_as_read. */
export function markStreamAsRead(
  connection: Connection,
  streamId: StreamId,
  options?: CallOptions,
) {
  return connection.call(wire.markStreamAsRead, { stream_id: streamId }, options);
}

/** POST /mark_topic_as_read. */
export function markTopicAsRead(
  connection: Connection,
  streamId: StreamId,
  topic: string,
  options?: CallOptions,
) {
  return connection.call(wire.markTopicAsRead, { stream_id: streamId, topic_name: topic }, options);
}
