/** Calls for what a person says of topics, streams and people. */
import type { ArgumentsOf } from "#wire/endpoint.ts";
import { muteTopic as wireMuteTopic } from "#wire/endpoints/subscriptions.ts";
import * as wire from "#wire/endpoints/topics.ts";
import type { UserId } from "#wire/ids.ts";
import type { CallOptions, Connection } from "./connection.ts";

/** POST /user_topics: from level 170 on. */
export function setTopicPolicy(
  connection: Connection,
  change: ArgumentsOf<typeof wire.setTopicPolicy>,
  options?: CallOptions,
) {
  return connection.call(wire.setTopicPolicy, change, options);
}

/** PATCH /users/me/subscriptions/muted_topics: for servers below level 170. */
export function muteTopic(
  connection: Connection,
  change: ArgumentsOf<typeof wireMuteTopic>,
  options?: CallOptions,
) {
  return connection.call(wireMuteTopic, change, options);
}

/** POST /users/me/subscriptions/properties: one or more properties of streams that the person is in. */
export function setSubscriptionProperties(
  connection: Connection,
  change: ArgumentsOf<typeof wire.setSubscriptionProperties>,
  options?: CallOptions,
) {
  return connection.call(wire.setSubscriptionProperties, change, options);
}

/** POST /users/me/muted_users/{user_id}. */
export function mutePerson(connection: Connection, id: UserId, options?: CallOptions) {
  return connection.call(wire.mutePerson, { user_id: id }, options);
}

/** DELETE /users/me/muted_users/{user_id}. */
export function unmutePerson(connection: Connection, id: UserId, options?: CallOptions) {
  return connection.call(wire.unmutePerson, { user_id: id }, options);
}
