/** Being in streams: joining and making them, leaving, and what a person sets for each. */
import { knownStream, personNumbered } from "#realm/actions/access.ts";
import { type Joined, type JoinWish, join, type WantedStream } from "#realm/actions/join.ts";
import { leave, streamsToLeave } from "#realm/actions/leave.ts";
import { setSubscription } from "#realm/actions/subscriptions.ts";
import { setTopicPolicy } from "#realm/actions/topic-policy.ts";
import { noSuchStream, Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { canSee } from "#realm/state/streams.ts";
import * as wire from "#wire/endpoints/subscriptions.ts";
import { since } from "#wire/levels.ts";
import { type Asked, route } from "./route.ts";

export const subscriptionRoutes = [
  route(wire.subscribe, (asked) => subscribed(asked)),
  route(wire.unsubscribe, ({ server, person, values }) =>
    left(server, person, values.subscriptions, values.principals),
  ),
  route(wire.changeSubscriptions, ({ server, person, values }) => {
    const { add = [], delete: names = [] } = values;
    if (add.length + names.length === 0) {
      throw new Refusal('Nothing to do. Specify at least one of "add" or "delete".');
    }
    // Both are done, or neither.
    streamsToLeave(server, person, names, [person]);
    return {
      ...joinPlainly(server, person, add),
      ...left(server, person, names, undefined),
    };
  }),
  route(wire.setSubscriptionProperty, ({ server, person, values, pathId }) => {
    const { property, value: written } = values;
    const value = property === "color" ? String(written) : written === "true";
    setSubscription(server, person, { streamId: pathId("stream_id"), property, value });
    return {};
  }),
  route(wire.isSubscribed, ({ server, person, pathId }) => {
    const other = personNumbered(server, pathId("user_id"));
    const stream = knownStream(server, person, pathId("stream_id"));
    return { is_subscribed: stream.subscribers.has(other.id) };
  }),
  route(wire.muteTopic, (asked) => muteTopic(asked)),
];

/** Those whom a request names by IDs or addresses; the caller when it names nobody. */
/** LEVEL(9): addresses alone before it. LEVEL(208): somebody unknown had a status and a code of their own before it. */
function principals(
  { state, level }: Server,
  person: Person,
  named: readonly (number | string)[] | undefined,
): readonly Person[] {
  if (named === undefined) return [person];
  return named.map((one) => {
    if (typeof one === "number" && level < since.integerPrincipals)
      throw new Refusal("principals[0] is not a string");
    const found =
      typeof one === "number"
        ? state.people.byId.get(one)
        : state.people.byEmail.get(one.toLowerCase());
    if (found === undefined) throw noSuchPrincipal(level, String(one));
    return found;
  });
}

function noSuchPrincipal(level: number, principal: string): Refusal {
  if (level >= since.wrongPrincipals) return new Refusal("No such user");
  return new Refusal(`User not authorized to execute queries on behalf of '${principal}'`, {
    code: "UNAUTHORIZED_PRINCIPAL",
    status: 403,
    extra: { principal },
  });
}

type Subscribing = Asked<typeof wire.subscribe.parameters>;

function subscribed({ server, person, values }: Subscribing) {
  const isStrict = values.authorization_errors_fatal ?? true;
  const { joined, unauthorized } = join(server, person, {
    streams: values.subscriptions,
    people: principals(server, person, values.principals),
    isStrict,
    announces: values.announce ?? false,
    isPrivate: values.invite_only,
    isWebPublic: values.is_web_public,
    historyPublic: values.history_public_to_subscribers,
    isDefault: values.is_default_stream ?? false,
    postPolicy: values.stream_post_policy,
    retention: values.message_retention_days,
    removers: values.can_remove_subscribers_group ?? values.can_remove_subscribers_group_id,
  });
  return { ...byPerson(server, joined), ...(isStrict ? {} : { unauthorized }) };
}

/** LEVEL(289): keyed by ID from it on, by address before. */
function byPerson({ level }: Server, joined: readonly Joined[]) {
  const key = ({ id, email }: Person) => (level >= since.subscribedById ? String(id) : email);
  const entries = (pick: (one: Joined) => readonly string[]) =>
    Object.fromEntries(
      joined.flatMap((one) => (pick(one).length === 0 ? [] : [[key(one.person), pick(one)]])),
    );
  return {
    subscribed: entries(({ fresh }) => fresh),
    already_subscribed: entries(({ already }) => already),
  };
}

/** What streams are born with when a request says nothing of it. */
const plainly: Omit<JoinWish, "streams" | "people"> = {
  isStrict: true,
  announces: false,
  isPrivate: undefined,
  isWebPublic: undefined,
  historyPublic: undefined,
  isDefault: false,
  postPolicy: undefined,
  retention: undefined,
  removers: undefined,
};

function joinPlainly(server: Server, person: Person, streams: readonly WantedStream[]) {
  const { joined } = join(server, person, { ...plainly, streams, people: [person] });
  return byPerson(server, joined);
}

function left(
  server: Server,
  person: Person,
  names: readonly string[],
  named: readonly (number | string)[] | undefined,
) {
  const people = principals(server, person, named);
  const { removed, notRemoved } = leave(server, person, names, people);
  return { removed, not_removed: notRemoved };
}

function muteTopic({ server, person, values }: Asked<typeof wire.muteTopic.parameters>) {
  const { stream: name, stream_id: id, topic, op } = values;
  const { byId, byName } = server.state.streams;
  const stream = id === undefined ? byName.get((name ?? "").toLowerCase()) : byId.get(id);
  if (stream === undefined || !canSee(person, stream)) throw noSuchStream();
  setTopicPolicy(server, person.id, { streamId: stream.id, topic, policy: op === "add" ? 1 : 0 });
  return {};
}
