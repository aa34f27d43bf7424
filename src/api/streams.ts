/** Calls about streams and their topics. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/streams.ts";
import * as subscriptions from "#wire/endpoints/subscriptions.ts";
import type { StreamId } from "#wire/ids.ts";
import { callUntilDone } from "./batches.ts";
import { callTo } from "./call-to.ts";
import type { CallOptions, Connection } from "./connection.ts";

/**
 * POST /streams/{stream_id}/delete_topic until complete; `onPause` is called after each partial answer. Below level 154
 * a server that runs out of time does not report it.
 */
export function deleteTopic(
  connection: Connection,
  topic: ArgumentsOf<typeof wire.deleteTopic>,
  onPause: () => void,
  options?: CallOptions,
) {
  return callUntilDone(connection, wire.deleteTopic, topic, onPause, options);
}

/** POST /users/me/subscriptions: subscribes to a stream, which is created if it does not exist. */
export function subscribe(connection: Connection, name: string, options?: CallOptions) {
  return connection.call(subscriptions.subscribe, { subscriptions: [{ name }] }, options);
}

/** DELETE /users/me/subscriptions: unsubscribes from a stream. */
export function unsubscribe(connection: Connection, name: string, options?: CallOptions) {
  return connection.call(subscriptions.unsubscribe, { subscriptions: [name] }, options);
}

/** GET /streams/{stream_id}/members: the IDs of all subscribers. */
export function getMembers(connection: Connection, id: StreamId, options?: CallOptions) {
  return connection.call(
    wire.getMembers,
    { stream_id: id },
    { priority: "background", ...options },
  );
}

/** GET /streams: those that the parameters select, subscribed or not. */
export const getStreams = callTo(wire.getStreams);
