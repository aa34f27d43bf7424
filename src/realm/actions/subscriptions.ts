/** Subscribes people to streams, and unsubscribes them. */
import { accepted } from "#realm/parameters.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { knowsOf, type Stream, wasEverSubscribed } from "#realm/state/streams.ts";
import { streamView, subscriptionView } from "#realm/views/stream.ts";
import { subscriptionProperties } from "#wire/endpoints/topics.ts";
import { isKnownTo } from "./access.ts";
import { markRead } from "./flags.ts";
import { announcePeers, type Peers } from "./peers.ts";

/** Throws unless it has three to six hexadecimal digits. */
export function requireColour(text: string): void {
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
  const unaware = new Set(fresh.filter((one) => !knowsOf(one, stream)).map(({ id }) => id));
  const ids = fresh.map(({ id }) => id);
  // Former subscribers keep their settings.
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
