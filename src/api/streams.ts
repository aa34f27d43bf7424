/** Calls about streams and their topics, and for the user's own settings of them and of people. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import * as wire from "#wire/endpoints/streams.ts";
import * as topics from "#wire/endpoints/topics.ts";
import type { CallOptions, Connection } from "./connection.ts";
import { callTo, callUntilDone } from "./connection.ts";

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

/** POST /users/me/subscriptions: subscribes to streams; those that do not exist are created. */
export const subscribe = callTo(wire.subscribe);

/** DELETE /users/me/subscriptions: unsubscribes from streams. */
export const unsubscribe = callTo(wire.unsubscribe);

/** DELETE /streams/{stream_id}: archives the stream. */
export const archiveStream = callTo(wire.archiveStream);

/** PATCH /streams/{stream_id}: any of the stream's settings. */
export const updateStream = callTo(wire.updateStream);

/** GET /streams/{stream_id}/members: the IDs of all subscribers. */
export const getMembers = callTo(wire.getMembers, { priority: "background" });

/** GET /streams/{stream_id}/email_address: from level 226 on. */
export const getStreamAddress = callTo(wire.getStreamAddress);

/** GET /streams: those that the parameters select, subscribed or not. */
export const getStreams = callTo(wire.getStreams);

/** POST /user_topics: from level 170 on. */
export const setTopicPolicy = callTo(topics.setTopicPolicy);

/** PATCH /users/me/subscriptions/muted_topics: for servers below level 170. */
export const muteTopic = callTo(wire.muteTopic);

/** POST /users/me/subscriptions/properties: one or more properties of subscribed streams. */
export const setSubscriptionProperties = callTo(topics.setSubscriptionProperties);

/** POST /users/me/muted_users/{user_id}. */
export const mutePerson = callTo(topics.mutePerson);

/** DELETE /users/me/muted_users/{user_id}. */
export const unmutePerson = callTo(topics.unmutePerson);
