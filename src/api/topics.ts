/** Calls for the user's own settings of topics, streams and people. */

import { muteTopic as wireMuteTopic } from "#wire/endpoints/subscriptions.ts";
import * as wire from "#wire/endpoints/topics.ts";
import { callTo } from "./call-to.ts";

/** POST /user_topics: from level 170 on. */
export const setTopicPolicy = callTo(wire.setTopicPolicy);

/** PATCH /users/me/subscriptions/muted_topics: for servers below level 170. */
export const muteTopic = callTo(wireMuteTopic);

/** POST /users/me/subscriptions/properties: one or more properties of subscribed streams. */
export const setSubscriptionProperties = callTo(wire.setSubscriptionProperties);

/** POST /users/me/muted_users/{user_id}. */
export const mutePerson = callTo(wire.mutePerson);

/** DELETE /users/me/muted_users/{user_id}. */
export const unmutePerson = callTo(wire.unmutePerson);
