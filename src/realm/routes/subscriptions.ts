/** Subscribing people to streams, creating those that do not exist, and unsubscribing. */

import {
  announcePeers,
  isAllowed,
  isKnownTo,
  notPermitted,
  type Peers,
  requireOwner,
  visibleStream,
} from "#realm/actions/access.ts";
import { principals } from "#realm/actions/addressee.ts";
import { Refusal, refusalOf } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { canSee, knowsOf, mayAdminister, mayInStream } from "#realm/permissions.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announce, announceTo, commit, now, type Server } from "#realm/server.ts";
import type { SubscriptionProperty } from "#realm/state/apply.ts";
import type { Person } from "#realm/state/people.ts";
import { notificationOverrides } from "#realm/state/personal.ts";
import { personalOf } from "#realm/state/state.ts";
import { type Stream, wasEverSubscribed } from "#realm/state/streams.ts";
import {
  deletionOf,
  sortStreams,
  streamView,
  subscribersOf,
  subscriptionView,
} from "#realm/views/stream.ts";
import { getSubscriptions } from "#wire/endpoints/account.ts";
import * as wire from "#wire/endpoints/streams.ts";
import { streamName, streamNameTaken, subscribe } from "#wire/endpoints/streams.ts";
import { setSubscriptionProperties, subscriptionProperties } from "#wire/endpoints/topics.ts";
import { since } from "#wire/levels.ts";
import { markRead } from "./flags.ts";
import {
  archiveStream,
  readDescription,
  readPermissions,
  readSettings,
  requireWebPublic,
  topicsPolicyIn,
} from "./streams.ts";

export const routes = [
  route(getSubscriptions, ({ server, person, personal, values }) => {
    const capabilities = { notification_settings_null: true };
    // `partial` lets the server choose to list all.
    const includeSubscribers = (values.include_subscribers ?? false) !== false;
    const form = { includeSubscribers, capabilities };
    return {
      subscriptions: sortStreams(server, person, form).subscribed.map((stream) =>
        subscriptionView(server, personal, stream, form),
      ),
    };
  }),
  /** Sets all of them, or none if one is refused. */
  action(setSubscriptionProperties, ({ server, person, values }) => {
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
  }),
  /** Throws unless all streams exist and all people may be removed; returns the streams' names by person. */
  route(wire.unsubscribe, ({ server, person, values }) => {
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
  }),
  /** Checks everything before any change, so that a refused request has no effect. */
  route([subscribe, { raw: ["message_retention_days"] }], (request) => {
    const { server, person, values } = request;
    const isStrict = values.authorization_errors_fatal ?? true;
    const { known, drafts } = readStreams(request);
    const present = known.filter((stream) => canSee(server, person, stream));
    const unauthorized = known.filter((stream) => !canSee(server, person, stream)).map(nameOf);
    if (unauthorized[0] !== undefined && isStrict) {
      throw new Refusal(`Unable to access channel (${unauthorized[0]}).`);
    }
    const written: readonly (number | string)[] = values.principals ?? [];
    const people =
      written.length === 0 ? [person] : invited(request, written, drafts.length === 0 ? known : []);
    const streams = [...present, ...drafts.map((draft) => create(server, draft))];
    const namesByPerson = (isIn: boolean) => {
      const entries = people.map((one) => {
        const own = streams.filter(({ subscribers }) => subscribers.has(one.id) === isIn);
        const key = server.level < since.subscribedById ? one.email : one.id;
        return [key, own.map(nameOf)] as const;
      });
      return Object.fromEntries(entries.filter(([, names]) => names.length > 0));
    };
    const answer = { subscribed: namesByPerson(false), already_subscribed: namesByPerson(true) };
    for (const stream of streams) subscribeAll(server, people, stream, colourOf(values, stream));
    const isTold = values.send_new_subscription_messages ?? true;
    return {
      ...answer,
      ...(isStrict ? {} : { unauthorized }),
      ...(server.level < since.additionNotices ? {} : { new_subscription_messages_sent: isTold }),
    };
  }),
  route([wire.createStream, { raw: ["message_retention_days"] }], (request) => {
    const { server, values } = request;
    const common = newSettings(request);
    const name = accepted(streamName, values.name);
    if (server.state.streams.byName.has(name.toLowerCase())) throw refusalOf(streamNameTaken);
    const { description = "", is_default_stream: isDefault = false } = values;
    requireCreation(request, common);
    if (isDefault && common.inviteOnly) throw new Refusal("A default channel cannot be private.");
    const people = invited(request, values.subscribers, []);
    const own = { name, description: readDescription(description), isDefault, color: usualColour };
    const stream = create(server, { ...common, ...own });
    subscribeAll(server, people, stream);
    return { id: stream.id };
  }),
];

/** The boolean properties; the first is the legacy inverse of `is_muted`. */
const flags = ["in_home_view", "is_muted", "pin_to_top", ...notificationOverrides] as const;

type Setting = RouteRequest<typeof setSubscriptionProperties.parameters>;

/** Parses a property and its value. */
function read({ property, value }: Setting["values"]["subscription_data"][number]): {
  readonly property: SubscriptionProperty;
  readonly value: string | boolean;
} {
  if (property === "color") {
    requireColour(String(value));
    return { property, value };
  }
  const flag = flags.find((one) => one === property);
  if (flag === undefined) throw new Refusal(`Unknown subscription property: ${property}`);
  if (typeof value !== "boolean") throw new Refusal(`${flag} is not a boolean`);
  return flag === "in_home_view"
    ? { property: "is_muted", value: !value }
    : { property: flag, value };
}

/** Administrators; of people who can see the stream, a bot's owner and members of the stream's group for it. */
function mayRemove(server: Server, person: Person, stream: Stream, other: Person): boolean {
  if (mayAdminister(server, person, stream) || other.id === person.id) return true;
  if (!canSee(server, person, stream)) return false;
  if (other.ownerId === person.id && server.level >= since.botSubscriptions) return true;
  return mayInStream(server, person, stream, "can_remove_subscribers_group");
}

function leaveTogether(server: Server, people: readonly Person[], stream: Stream): void {
  const leaving = people.filter(({ id }) => stream.subscribers.has(id));
  for (const one of leaving) unsubscribe(server, one, stream);
  // A private stream without subscribers is archived.
  const isDeserted = stream.inviteOnly && subscribersOf(server, stream).length === 0;
  if (leaving.length > 0 && isDeserted) archiveStream(server, stream);
}

// Subscribing to streams, and creating those that do not exist.

type Joining = RouteRequest<typeof subscribe.parameters>;
type Creating = Joining | RouteRequest<typeof wire.createStream.parameters>;

/** A stream to be created. */
type Draft = Omit<Stream, "id" | "subscribers" | "spans">;

function nameOf({ name }: Stream): string {
  return name;
}

/** The requested colour for new subscribers. */
function colourOf({ subscriptions }: Joining["values"], { name }: Stream): string | undefined {
  return subscriptions.find((one) => one.name.trim().toLowerCase() === name.toLowerCase())?.color;
}

/** The people to subscribe; throws unless the caller may add others to all of the streams, and for unknown or deactivated people. */
function invited(
  { server, person }: Pick<Creating, "server" | "person">,
  people: readonly (number | string)[],
  streams: readonly Stream[],
): readonly Person[] {
  const isForOthers = people.some((one) => one !== person.id && one !== person.email);
  const isAdder = (stream: Stream) =>
    mayInStream(server, person, stream, "can_add_subscribers_group");
  const mayAdd =
    !isForOthers ||
    isAllowed(server, person, "invite_to_stream_policy") ||
    (streams.length > 0 && streams.every(isAdder));
  if (!mayAdd) throw notPermitted();
  return principals(server, people);
}

/** What is requested of new streams, except their names. */
function newSettings(request: Creating) {
  const { server, person, values } = request;
  const inviteOnly = values.invite_only ?? false;
  const {
    postPolicy = 1,
    retention = null,
    folderId = null,
    pushDefault = false,
  } = readSettings(request);
  return {
    inviteOnly,
    isWebPublic: values.is_web_public ?? false,
    // Public streams always have public history.
    historyPublic: !inviteOnly || (values.history_public_to_subscribers ?? false),
    postPolicy,
    topicsPolicy:
      values.topics_policy === undefined
        ? ("inherit" as const)
        : topicsPolicyIn(request, values.topics_policy),
    pushDefault,
    retention,
    permissions: readPermissions(request),
    createdAt: now(server),
    creatorId: person.id,
    folderId,
    weeklyTraffic: null,
    isDefault: false,
    isArchived: false,
    isGone: false,
  };
}

const usualColour = "#94c849";

/** The existing streams and those to be created; throws for invalid ones of either kind. */
function readStreams(request: Joining) {
  const { server, values } = request;
  const common = newSettings(request);
  const requested = new Map<string, Draft>();
  for (const { name: written, description = "", color = usualColour } of values.subscriptions) {
    requireColour(color);
    const name = accepted(streamName, written);
    const draft = { ...common, name, description: readDescription(description), color };
    if (!requested.has(name.toLowerCase())) requested.set(name.toLowerCase(), draft);
  }
  const { byName } = server.state.streams;
  const drafts = [...requested].flatMap(([key, draft]) => (byName.has(key) ? [] : [draft]));
  if (drafts.length > 0) requireCreation(request, common);
  return { known: [...requested.keys()].flatMap((key) => byName.get(key) ?? []), drafts };
}

/** Throws unless the person may create such streams. */
function requireCreation(
  { server, person }: Pick<Creating, "server" | "person">,
  { inviteOnly, isWebPublic, retention }: Pick<Draft, "inviteOnly" | "isWebPublic" | "retention">,
): void {
  const kind = inviteOnly ? "private" : "public";
  if (!isAllowed(server, person, `create_${kind}_stream_policy`)) throw notPermitted();
  if (inviteOnly && isWebPublic) throw new Refusal("Invalid parameters");
  if (isWebPublic) requireWebPublic(server, person);
  if (retention !== null) requireOwner(server, person);
}

/** Creates it without subscribers, and announces it to everybody who may see it. */
function create(server: Server, draft: Draft): Stream {
  const id = server.state.newest.stream + 1;
  commit(server, { kind: "stream saved", stream: { id, ...draft } });
  const stream = server.state.streams.byId.get(id);
  if (stream === undefined) throw new RangeError(`Stream ${id} got lost.`);
  announce(server, "stream", (userId) => isKnownTo(server, userId, stream), {
    op: "create",
    streams: [streamView(server, stream)],
  });
  return stream;
}

// Subscribes people to streams, and unsubscribes them.

/** Throws unless it has three to six hexadecimal digits. */
function requireColour(text: string): void {
  accepted(subscriptionProperties.color, text);
}

/**
 * Subscribes people, and announces it to them and to the other subscribers, after creation events for those who could
 * not see it.
 */
export function subscribeAll(
  server: Server,
  people: readonly Person[],
  stream: Stream,
  colour?: string,
): void {
  const fresh = people.filter(({ id }) => !stream.subscribers.has(id));
  if (fresh.length === 0) return;
  const unaware = new Set(fresh.filter((one) => !knowsOf(server, one, stream)).map(({ id }) => id));
  const ids = fresh.map(({ id }) => id);
  // Former subscribers keep their settings.
  const newcomers = ids.filter((id) => !wasEverSubscribed(stream, id));
  commit(server, { kind: "people joined", userIds: ids, streamId: stream.id });
  const settings = [
    ...(colour === undefined ? [] : ([["color", colour]] as const)),
    ...(stream.pushDefault ? ([["push_notifications", true]] as const) : []),
  ];
  for (const userId of newcomers)
    for (const [property, value] of settings)
      commit(server, { kind: "subscription set", streamId: stream.id, property, userId, value });
  announce(server, "stream", (userId) => unaware.has(userId), {
    op: "create",
    streams: [streamView(server, stream)],
  });
  announce(
    server,
    "subscription",
    (userId) => ids.includes(userId),
    ({ userId, options }) => ({
      op: "add",
      subscriptions: [subscriptionView(server, personalOf(server.state, userId), stream, options)],
    }),
  );
  tellOthers(server, stream, { op: "peer_add", userIds: ids });
}

/** Unsubscribes somebody; also announces the removal of a stream that they can no longer see. */
export function unsubscribe(server: Server, person: Person, stream: Stream): void {
  if (!stream.subscribers.has(person.id)) return;
  commit(server, { kind: "people left", userIds: [person.id], streamId: stream.id });
  const isOwn = (userId: number) => userId === person.id;
  announce(server, "subscription", isOwn, {
    op: "remove",
    subscriptions: [{ stream_id: stream.id, name: stream.name }],
  });
  if (!knowsOf(server, person, stream)) {
    announce(server, "stream", isOwn, deletionOf(server, [stream]));
  }
  tellOthers(server, stream, { op: "peer_remove", userIds: [person.id] });
  markUnsubscribedRead(server, person, stream);
}

/** Announces it to everybody else who may know of the stream. */
function tellOthers(server: Server, stream: Stream, peers: Omit<Peers, "streamIds">): void {
  const whole = { ...peers, streamIds: [stream.id] };
  const knows = (id: number) => !peers.userIds.includes(id) && isKnownTo(server, id, stream);
  announcePeers(server, (id) => (knows(id) ? whole : undefined));
}

/** Marks the stream's messages read for somebody who unsubscribes. */
function markUnsubscribedRead(server: Server, person: Person, stream: Stream): void {
  const { unread } = personalOf(server.state, person.id);
  const ids = (server.state.messages.ofStream.get(stream.id) ?? []).filter((id) => unread.has(id));
  markRead(server, person, ids);
}
