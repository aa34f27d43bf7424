/** Routes for subscriptions: listing, settings, and unsubscribing. */
import { notPermitted, visibleStream } from "#realm/actions/access.ts";
import { principals } from "#realm/actions/addressee.ts";
import { requireColour, unsubscribe } from "#realm/actions/subscriptions.ts";
import { Refusal } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { announceTo, commit, type Server } from "#realm/server.ts";
import type { SubscriptionProperty } from "#realm/state/changes.ts";
import {
  effectiveMembers,
  isAdministrator,
  type Person,
  systemGroup,
} from "#realm/state/people.ts";
import { notificationOverrides } from "#realm/state/personal.ts";
import { personalOf } from "#realm/state/state.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { sortStreams, subscribersOf, subscriptionView } from "#realm/views/stream.ts";
import { getSubscriptions } from "#wire/endpoints/account.ts";
import { streamName } from "#wire/endpoints/streams.ts";
import * as wire from "#wire/endpoints/subscriptions.ts";
import { setSubscriptionProperties } from "#wire/endpoints/topics.ts";
import { since } from "#wire/levels.ts";
import { action, type RouteRequest, route } from "./route.ts";
import { archiveStream } from "./stream-changes.ts";

export const subscriptionRoutes = [
  route(getSubscriptions, ({ server, person, values }) => {
    const personal = personalOf(server.state, person.id);
    const capabilities = { notification_settings_null: true };
    const form = { includeSubscribers: values.include_subscribers ?? false, capabilities };
    return {
      subscriptions: sortStreams(server, person).subscribed.map((stream) =>
        subscriptionView(server, personal, stream, form),
      ),
    };
  }),
  action(setSubscriptionProperties, setProperties),
  route(wire.unsubscribe, leave),
];

/** The boolean properties; the first is the legacy inverse of `is_muted`. */
const flags = ["in_home_view", "is_muted", "pin_to_top", ...notificationOverrides] as const;

type Setting = RouteRequest<typeof setSubscriptionProperties.parameters>;

/** Sets all of them, or none if one is refused. */
function setProperties({ server, person, values }: Setting): void {
  // Invalid values are reported before unknown streams.
  const changes = values.subscription_data.map((one) => ({
    streamId: one.stream_id,
    ...read(one),
  }));
  for (const { streamId } of changes) {
    const stream = visibleStream(server, person, streamId);
    if (stream.subscribers.has(person.id)) continue;
    throw new Refusal(`Not subscribed to channel ID ${streamId}`);
  }
  for (const { streamId, property, value } of changes) {
    commit(server, { kind: "subscription set", userId: person.id, streamId, property, value });
    const tell = (name: string, now: string | boolean) => {
      const event = { op: "update", property: name, value: now, stream_id: streamId };
      announceTo(server, person.id, "subscription", event);
    };
    // Muting has two events: one with the legacy inverse property, and one with the current one.
    if (property === "is_muted") tell("in_home_view", value !== true);
    tell(property, value);
  }
}

/** Parses a property and its value. */
function read({ property, value }: Setting["values"]["subscription_data"][number]): {
  readonly property: SubscriptionProperty;
  readonly value: string | boolean;
} {
  if (property === "color") {
    requireColour(String(value));
    return { property, value };
  }
  const known = flags.find((one) => one === property);
  if (known === undefined) throw new Refusal(`Unknown subscription property: ${property}`);
  if (typeof value !== "boolean") throw new Refusal(`${known} is not a boolean`);
  return known === "in_home_view"
    ? { property: "is_muted", value: !value }
    : { property: known, value };
}

/** Administrators; of people who can see the stream, a bot's owner and members of the stream's group for it. */
function mayRemove(server: Server, person: Person, stream: Stream, other: Person): boolean {
  if (isAdministrator(person) || other.id === person.id) return true;
  if (!canSee(person, stream)) return false;
  if (other.ownerId === person.id && server.level >= since.botSubscriptions) return true;
  const { people } = server.state;
  const group = stream.removers ?? systemGroup(people, "role:administrators");
  return effectiveMembers(people, group).has(person.id);
}

/** Throws unless all streams exist and all people may be removed; returns the streams' names by person. */
function leave({ server, person, values }: RouteRequest<typeof wire.unsubscribe.parameters>) {
  const named: readonly (number | string)[] = values.principals ?? [];
  const people = named.length === 0 ? [person] : principals(server, named);
  const { byName } = server.state.streams;
  const requested = new Map(
    values.subscriptions
      .map((written) => accepted(streamName, written))
      .map((name) => [name.toLowerCase(), name]),
  );
  const streams = [...requested.keys()].flatMap((key) => byName.get(key) ?? []);
  const isAllowed = people.every((one) =>
    streams.every((stream) => mayRemove(server, person, stream, one)),
  );
  if (!isAllowed) throw notPermitted();
  const missing = [...requested].flatMap(([key, name]) => (byName.has(key) ? [] : [name]));
  if (missing.length > 0) throw new Refusal(`Channel(s) (${missing.join(", ")}) do not exist`);
  const namesWhere = (isIn: boolean) =>
    streams.flatMap(({ name, subscribers }) =>
      people.filter(({ id }) => subscribers.has(id) === isIn).map(() => name),
    );
  const answer = { removed: namesWhere(true), not_removed: namesWhere(false) };
  for (const stream of streams) leaveTogether(server, people, stream);
  return answer;
}

function leaveTogether(server: Server, people: readonly Person[], stream: Stream): void {
  const leaving = people.filter(({ id }) => stream.subscribers.has(id));
  for (const one of leaving) unsubscribe(server, one, stream);
  // A private stream without subscribers is archived.
  const isDeserted = stream.inviteOnly && subscribersOf(server, stream).length === 0;
  if (leaving.length > 0 && isDeserted) archiveStream(server, stream);
}
