/** A person's own settings for streams, and coming and going. */
import { Refusal } from "#realm/failures.ts";
import { announce, announceTo, commit, type Server } from "#realm/server.ts";
import type { SubscriptionProperty } from "#realm/state/changes.ts";
import type { Person } from "#realm/state/people.ts";
import { notificationOverrides } from "#realm/state/personal.ts";
import { personalOf } from "#realm/state/state.ts";
import { knowsOf, type Stream, wasEverSubscribed } from "#realm/state/streams.ts";
import { streamView, subscriptionView } from "#realm/views/stream.ts";
import { isKnownTo, visibleStream } from "./access.ts";
import { markRead } from "./flags.ts";
import { type Peers, tellPeers } from "./peers.ts";

export type SubscriptionRequest = {
  readonly streamId: number;
  readonly property: string;
  readonly value: string | boolean;
};

/** What is on or off; the first is the older word for not being muted. */
const flags = ["in_home_view", "is_muted", "pin_to_top", ...notificationOverrides] as const;

/** Throws unless it has three to six hexadecimal digits. */
export function requireColour(text: string): void {
  if (!/^#[0-9a-f]{3,6}$/i.test(text)) throw new Refusal("color is not a valid hex color code");
}

/** Sets all of them, or none when one is refused. */
export function setSubscriptions(
  server: Server,
  person: Person,
  wishes: readonly SubscriptionRequest[],
): void {
  // What is wrong with any of the values is said before anything of the streams.
  const values = wishes.map((request) => ({ ...request, ...read(request) }));
  for (const { streamId } of values) {
    const stream = visibleStream(server, person, streamId);
    if (stream.subscribers.has(person.id)) continue;
    throw new Refusal(`Not subscribed to channel ID ${streamId}`);
  }
  for (const { streamId, property, value } of values) {
    commit(server, { kind: "subscription set", userId: person.id, streamId, property, value });
    // Muting is told twice: in the word of old clients, which means the opposite, and in the new one.
    if (property === "is_muted") {
      tellProperty(server, person, streamId, "in_home_view", value !== true);
    }
    tellProperty(server, person, streamId, property, value);
  }
}

/** What is to be set to what. */
function read({ property, value }: SubscriptionRequest): {
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

function tellProperty(
  server: Server,
  person: Person,
  streamId: number,
  property: string,
  value: string | boolean,
): void {
  const event = { op: "update", property, value, stream_id: streamId };
  announceTo(server, person.id, "subscription", event);
}

/** Puts somebody into a stream; those who could not know of it learn of it first. */
export function subscribe(server: Server, person: Person, stream: Stream): void {
  subscribeAll(server, [person], stream);
}

/** Puts several into a stream at once: each hears of all of them, and the others of each only once. */
export function subscribeAll(
  server: Server,
  people: readonly Person[],
  stream: Stream,
  colour?: string,
): void {
  const fresh = people.filter(({ id }) => !stream.subscribers.has(id));
  if (fresh.length === 0) return;
  const unaware = new Set(fresh.filter((one) => !knowsOf(one, stream)).map(({ id }) => id));
  const ids = fresh.map(({ id }) => id);
  // Whoever was in it before finds it as it was.
  const newcomers = colour === undefined ? [] : ids.filter((id) => !wasEverSubscribed(stream, id));
  commit(server, { kind: "people joined", userIds: ids, streamId: stream.id });
  const paint = { kind: "subscription set", streamId: stream.id, property: "color" } as const;
  for (const userId of newcomers) commit(server, { ...paint, userId, value: colour ?? "" });
  announce(server, "stream", (userId) => unaware.has(userId), {
    op: "create",
    streams: [streamView(server, stream)],
  });
  announce(
    server,
    "subscription",
    (userId) => ids.includes(userId),
    ({ userId, wishes }) => ({
      op: "add",
      subscriptions: [subscriptionView(server, personalOf(server.state, userId), stream, wishes)],
    }),
  );
  tellOthers(server, stream, { op: "peer_add", userIds: ids });
}

/** Takes somebody out of a stream; one that they may no longer know of goes with it. */
export function unsubscribe(server: Server, person: Person, stream: Stream): void {
  if (!stream.subscribers.has(person.id)) return;
  commit(server, { kind: "people left", userIds: [person.id], streamId: stream.id });
  const own = (userId: number) => userId === person.id;
  announce(server, "subscription", own, {
    op: "remove",
    subscriptions: [{ stream_id: stream.id, name: stream.name }],
  });
  if (!knowsOf(person, stream)) {
    announce(server, "stream", own, {
      op: "delete",
      streams: [streamView(server, stream)],
    });
  }
  tellOthers(server, stream, { op: "peer_remove", userIds: [person.id] });
  readAway(server, person, stream);
}

/** Tells everybody else who knows of the stream. */
function tellOthers(server: Server, stream: Stream, peers: Omit<Peers, "streamIds">): void {
  const whole = { ...peers, streamIds: [stream.id] };
  const knows = (id: number) => !peers.userIds.includes(id) && isKnownTo(server, id, stream);
  tellPeers(server, (id) => (knows(id) ? whole : undefined));
}

/** What was unread in a stream that somebody leaves is read, and they are told so. */
function readAway(server: Server, person: Person, stream: Stream): void {
  const { unread } = personalOf(server.state, person.id);
  const ids = (server.state.messages.ofStream.get(stream.id) ?? []).filter((id) => unread.has(id));
  markRead(server, person, ids);
}
