/** Calls for the user's own settings of topics, streams and people. */

import { muteTopic as wireMuteTopic } from "#wire/endpoints/subscriptions.ts";
import * as wire from "#wire/endpoints/topics.ts";
import type { UserId } from "#wire/ids.ts";
import { callTo } from "./call-to.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /user_topics: from level 170 on. */
export const setTopicPolicy = callTo(wire.setTopicPolicy);

/** PATCH /users/me/subscriptions/muted_topics: for servers below level 170. */
export const muteTopic = callTo(wireMuteTopic);

/** POST /users/me/subscriptions/properties: one or more properties of subscribed streams. */
export const setSubscriptionProperties = callTo(wire.setSubscriptionProperties);

/** POST /users/me/muted_users/{user_id}. */
export function mutePerson(connection: Connection, id: UserId, options?: CallOptions) {
  return connection.call(wire.mutePerson, { user_id: id }, options);
}

/** DELETE /users/me/muted_users/{user_id}. */
export function unmutePerson(connection: Connection, id: UserId, options?: CallOptions) {
  return connection.call(wire.unmutePerson, { user_id: id }, options);
}
