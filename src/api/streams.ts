/** Calls that change streams and their topics. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/streams.ts";
import { callToTheEnd } from "./batches.ts";
import type { CallOptions, Connection } from "./connection.ts";

/**
 * POST /streams/{stream_id}/delete_topic, until nothing of it is left; `onPause` is told after each answer that says
 * "not yet". Below level 154 a server that ran out of time does not tell.
 */
export function deleteTopic(
  connection: Connection,
  topic: ArgumentsOf<typeof wire.deleteTopic>,
  onPause: () => void,
  options?: CallOptions,
) {
  return callToTheEnd(connection, wire.deleteTopic, topic, onPause, options);
}
