/** Being in streams: joining and making them, leaving, and what a person sets for each. */
import { requireMember, visibleStream, visibleStreamNamed } from "#realm/actions/access.ts";
import { principals } from "#realm/actions/addressee.ts";
import { join } from "#realm/actions/join.ts";
import { leave } from "#realm/actions/leave.ts";
import { requireLength } from "#realm/actions/text.ts";
import { setTopicPolicy } from "#realm/actions/topic-policy.ts";
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import * as wire from "#wire/endpoints/subscriptions.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const subscriptionRoutes = [
  route(wire.subscribe, (request) => subscribed(request), {
    raw: ["message_retention_days"],
    admits: requireMember,
  }),
  route(wire.unsubscribe, ({ server, person, values }) =>
    left(server, person, values.subscriptions, values.principals),
  ),
  action(wire.muteTopic, (request) => muteTopic(request)),
];

type Subscribing = RouteRequest<typeof wire.subscribe.parameters>;

function subscribed({ server, person, values, text }: Subscribing) {
  const isStrict = values.authorization_errors_fatal ?? true;
  const { joined, unauthorized } = join(server, person, {
    streams: values.subscriptions,
    people: values.principals ?? [],
    isStrict,
    isPrivate: values.invite_only,
    isWebPublic: values.is_web_public,
    historyPublic: values.history_public_to_subscribers,
    postPolicy: values.stream_post_policy,
    retention: server.level < since.retention ? undefined : text("message_retention_days"),
    removers: values.can_remove_subscribers_group ?? values.can_remove_subscribers_group_id,
  });
  const entries = (names: "fresh" | "already") =>
    Object.fromEntries(
      joined.flatMap((one) => (one[names].length === 0 ? [] : [[one.person.email, one[names]]])),
    );
  return {
    subscribed: entries("fresh"),
    already_subscribed: entries("already"),
    ...(isStrict ? {} : { unauthorized }),
  };
}

function left(
  server: Server,
  person: Person,
  names: readonly string[],
  named: readonly (number | string)[] | undefined,
) {
  const people = named === undefined || named.length === 0 ? [person] : principals(server, named);
  const { removed, notRemoved } = leave(server, person, names, people);
  return { removed, not_removed: notRemoved };
}

function muteTopic(request: RouteRequest<typeof wire.muteTopic.parameters>) {
  const { server, person, values } = request;
  const { topic, op } = values;
  requireLength("topic", topic, limits.topicLength);
  const policy = op === "add" ? 1 : 0;
  const stream = op === "add" ? streamToMuteIn(request) : streamOf(request);
  if (stream === undefined) throw new Refusal("Topic is not muted");
  setTopicPolicy(server, person.id, { streamId: stream.id, topic, policy });
}

type Muting = RouteRequest<typeof wire.muteTopic.parameters>;

/** By its ID or by its name, and never by both. */
function streamOf({ server, values }: Muting): Stream | undefined {
  const { stream: name, stream_id: id } = values;
  const { byId, byName } = server.state.streams;
  if (name === undefined && id === undefined) throw new Refusal("Missing 'stream_id' argument");
  if (name === undefined) return byId.get(id ?? 0);
  if (id === undefined) return byName.get(name.trim().toLowerCase());
  const parameters = "stream_id, stream";
  throw new Refusal(`Unsupported parameter combination: ${parameters}`, { extra: { parameters } });
}

/** Muted is only where one can go; what was muted can be taken back anywhere. */
function streamToMuteIn(request: Muting): Stream {
  const { server, person, values } = request;
  const stream = streamOf(request);
  if (values.stream !== undefined) return visibleStreamNamed(server, person, values.stream);
  return visibleStream(server, person, stream?.id ?? 0);
}
