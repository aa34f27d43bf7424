/** Routes for listing streams and their subscribers. */
import { knownStream, visibleStreamNamed } from "#realm/actions/access.ts";
import { Refusal } from "#realm/failures.ts";
import { isAdministrator, isGuest } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { streamView, subscribersOf } from "#realm/views/stream.ts";
import * as wire from "#wire/endpoints/streams.ts";
import { type RouteRequest, route } from "./route.ts";

export const streamRoutes = [
  route(wire.getStreams, (request) => ({ streams: listed(request) })),
  route(wire.getStream, ({ server, person, id }) => ({
    stream: streamView(server, knownStream(server, person, id)),
  })),
  route(wire.getStreamId, ({ server, person, values }) => ({
    stream_id: visibleStreamNamed(server, person, values.stream).id,
  })),
  route(wire.getMembers, ({ server, person, id }) => ({
    subscribers: subscribersOf(server, knownStream(server, person, id)),
  })),
];

function listed({ server, person, values }: RouteRequest<typeof wire.getStreams.parameters>) {
  const all = values.include_all_active === true;
  if (all && !isAdministrator(person)) throw new Refusal("User not authorized for this query");
  // Guests see only subscribed and web-public streams.
  const isPublic = (values.include_public ?? true) && !isGuest(person);
  const isSubscribed = values.include_subscribed ?? true;
  const isWebPublic = values.include_web_public === true;
  const ownerId = values.include_owner_subscribed === true ? person.ownerId : undefined;
  const isIncluded = (stream: Stream) =>
    all ||
    (isPublic && !stream.inviteOnly) ||
    (isSubscribed && stream.subscribers.has(person.id)) ||
    (isWebPublic && stream.isWebPublic) ||
    (ownerId !== undefined && stream.subscribers.has(ownerId));
  return [...server.state.streams.byId.values()]
    .filter((stream) => !stream.isArchived && isIncluded(stream))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((stream) => ({
      ...streamView(server, stream),
      ...(values.include_default === true ? { is_default: stream.isDefault } : {}),
    }));
}
