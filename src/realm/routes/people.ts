/** Typing, presence, and what a person wants of topics, streams and people. */

import { requireHuman, visibleStream } from "#realm/actions/access.ts";
import { mutePerson, unmutePerson } from "#realm/actions/mute-person.ts";
import { ping } from "#realm/actions/presence.ts";
import { setSubscriptions } from "#realm/actions/subscriptions.ts";
import { requireLength } from "#realm/actions/text.ts";
import { setTopicPolicy } from "#realm/actions/topic-policy.ts";
import { type TypingOp, typeInStream, typeToPeople } from "#realm/actions/type.ts";
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { presenceStep, presencesView } from "#realm/register/presences.ts";
import { startTyping } from "#wire/endpoints/messages.ts";
import { getPresence, updatePresence } from "#wire/endpoints/presence.ts";
import {
  mutePerson as mutePersonEndpoint,
  setSubscriptionProperties,
  setTopicPolicy as setTopicPolicyEndpoint,
  unmutePerson as unmutePersonEndpoint,
} from "#wire/endpoints/topics.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { messageType } from "./messages.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const peopleRoutes = [
  action(startTyping, (request) => type(request), { raw: ["type"] }),
  route(updatePresence, (request) => presence(request), { admits: requireHuman }),
  route(getPresence, ({ server }) => ({
    presences: presencesView(server, false),
    server_timestamp: server.clock.now() / 1000,
  })),
  action(setTopicPolicyEndpoint, (request) => topicPolicy(request)),
  action(setSubscriptionProperties, ({ server, person, values }) => {
    const wishes = values.subscription_data;
    setSubscriptions(
      server,
      person,
      wishes.map(({ stream_id: streamId, ...request }) => ({ streamId, ...request })),
    );
  }),
  action(mutePersonEndpoint, ({ server, person, pathId }) =>
    mutePerson(server, person, pathId("user_id")),
  ),
  action(unmutePersonEndpoint, ({ server, person, pathId }) =>
    unmutePerson(server, person, pathId("user_id")),
  ),
];

/** LEVEL(215): `private` is refused from it on; before it, a stream's ID travels in `to`. */
function type({ server, person, values, text }: RouteRequest<typeof startTyping.parameters>) {
  const named = text("type") ?? "direct";
  const modern = server.level >= since.directTyping;
  if (modern && named === "private") throw new Refusal("Invalid type");
  const op: TypingOp = values.op;
  if (named !== "direct" && messageType(server.level, named) === "stream") {
    const streamId = modern ? values.stream_id : values.to?.[0];
    if (streamId === undefined)
      throw new Refusal(`Missing '${modern ? "stream_id" : "to"}' argument`);
    if (values.topic === undefined) throw new Refusal("Missing topic");
    typeInStream(server, person, op, streamId, values.topic);
    return;
  }
  if (values.to === undefined) throw new Refusal("Missing 'to' argument");
  typeToPeople(server, person, op, values.to);
}

function presence({ server, person, values }: RouteRequest<typeof updatePresence.parameters>) {
  const { status, last_update_id: last } = values;
  if (status !== "active" && status !== "idle") throw new Refusal(`Invalid status: ${status}`);
  ping(server, person, status);
  if (values.ping_only === true) return {};
  const slim = values.slim_presence === true || last !== undefined;
  return {
    presence_last_update_id: presenceStep(server, last),
    server_timestamp: server.clock.now() / 1000,
    presences: presencesView(server, slim, last),
  };
}

function topicPolicy({
  server,
  person,
  values,
}: RouteRequest<typeof setTopicPolicyEndpoint.parameters>) {
  const { stream_id: streamId, topic, visibility_policy: policy } = values;
  requireLength("topic", topic, limits.topicLength);
  const newest = server.level >= since.followedPolicy ? 3 : 2;
  if (policy < 0 || policy > newest) {
    throw new Refusal("Invalid visibility_policy");
  }
  // Taking a policy back works in streams that one has lost, as long as they exist.
  if (policy !== 0) visibleStream(server, person, streamId);
  else if (!server.state.streams.byId.has(streamId)) throw noSuchStream();
  setTopicPolicy(server, person.id, { streamId, topic, policy });
}
