/** Being in streams: joining and making them, leaving, and what a person sets for each. */
import { requireMember, visibleStream, visibleStreamNamed } from "#realm/actions/access.ts";
import { type Joined, readyToJoin } from "#realm/actions/join.ts";
import { leave } from "#realm/actions/leave.ts";
import { principals } from "#realm/actions/principals.ts";
import { retentionIn } from "#realm/actions/stream-settings.ts";
import { requireTopicLength, setTopicPolicy } from "#realm/actions/topic-policy.ts";
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import * as wire from "#wire/endpoints/subscriptions.ts";
import { type Asked, deed, route } from "./route.ts";

export const subscriptionRoutes = [
  route(wire.subscribe, (asked) => subscribed(asked), {
    models: { subscriptions: "AddSubscriptionData" },
    raw: ["message_retention_days"],
    admits: requireMember,
  }),
  route(wire.unsubscribe, ({ server, person, values }) =>
    left(server, person, values.subscriptions, values.principals),
  ),
  deed(wire.muteTopic, (asked) => muteTopic(asked)),
];

type Subscribing = Asked<typeof wire.subscribe.parameters>;

function subscribed({ server, person, values, text }: Subscribing) {
  const isStrict = values.authorization_errors_fatal ?? true;
  const join = readyToJoin(server, person, {
    streams: values.subscriptions,
    people: values.principals ?? [],
    isStrict,
    announces: values.announce ?? false,
    isPrivate: values.invite_only,
    isWebPublic: values.is_web_public,
    historyPublic: values.history_public_to_subscribers,
    postPolicy: values.stream_post_policy,
    retention: retentionIn(server.level, text("message_retention_days")),
    removers: values.can_remove_subscribers_group ?? values.can_remove_subscribers_group_id,
  });
  const { joined, unauthorized } = join();
  return { ...byPerson(joined), ...(isStrict ? {} : { unauthorized }) };
}

/** Keyed by address. */
function byPerson(joined: readonly Joined[]) {
  const entries = (pick: (one: Joined) => readonly string[]) =>
    Object.fromEntries(
      joined.flatMap((one) => (pick(one).length === 0 ? [] : [[one.person.email, pick(one)]])),
    );
  return {
    subscribed: entries(({ fresh }) => fresh),
    already_subscribed: entries(({ already }) => already),
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

function muteTopic(asked: Asked<typeof wire.muteTopic.parameters>) {
  const { server, person, values } = asked;
  const { topic, op } = values;
  requireTopicLength(topic);
  const policy = op === "add" ? 1 : 0;
  const stream = op === "add" ? streamToMuteIn(asked) : streamOf(asked);
  if (stream === undefined) throw new Refusal("Topic is not muted");
  setTopicPolicy(server, person.id, { streamId: stream.id, topic, policy });
}

type Muting = Asked<typeof wire.muteTopic.parameters>;

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
function streamToMuteIn(asked: Muting): Stream {
  const { server, person, values } = asked;
  const stream = streamOf(asked);
  if (values.stream !== undefined) return visibleStreamNamed(server, person, values.stream);
  return visibleStream(server, person, stream?.id ?? 0);
}
