/** Streams as such: listing, changing, archiving, and emptying topics. */
import {
  knownStream,
  requireAdministrator,
  visibleStream,
  visibleStreamNamed,
} from "#realm/actions/access.ts";
import { deleteTopic } from "#realm/actions/delete.ts";
import { archiveStreamNumbered, updateStream } from "#realm/actions/update-stream.ts";
import { Refusal } from "#realm/failures.ts";
import { isAdministrator, isGuest } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { streamView, subscribersOf } from "#realm/views/stream.ts";
import * as wire from "#wire/endpoints/streams.ts";
import { since } from "#wire/levels.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const streamRoutes = [
  route(wire.getStreams, (request) => ({ streams: listed(request) })),
  route(wire.getStream, ({ server, person, pathId }) => ({
    stream: streamView(server, knownStream(server, person, pathId("stream_id"))),
  })),
  action(wire.updateStream, (request) => update(request), { raw: ["message_retention_days"] }),
  action(wire.archiveStream, ({ server, person, pathId }) =>
    archiveStreamNumbered(server, person, pathId("stream_id")),
  ),
  route(wire.deleteTopic, (request) => emptyTopic(request), { admits: requireAdministrator }),
  route(wire.getStreamId, ({ server, person, values }) => ({
    stream_id: visibleStreamNamed(server, person, values.stream).id,
  })),
  route(wire.getMembers, ({ server, person, pathId }) => ({
    subscribers: subscribersOf(server, knownStream(server, person, pathId("stream_id"))),
  })),
];

function listed({ server, person, values }: RouteRequest<typeof wire.getStreams.parameters>) {
  const all = values.include_all_active === true;
  if (all && !isAdministrator(person)) throw new Refusal("User not authorized for this query");
  // Guests are in what they may see, or know where to look for what all the world may.
  const isPublic = (values.include_public ?? true) && !isGuest(person);
  const isSubscribed = values.include_subscribed ?? true;
  const isWebPublic = values.include_web_public === true;
  const ownerId = values.include_owner_subscribed === true ? person.ownerId : undefined;
  const wanted = (stream: Stream) =>
    all ||
    (isPublic && !stream.inviteOnly) ||
    (isSubscribed && stream.subscribers.has(person.id)) ||
    (isWebPublic && stream.isWebPublic) ||
    (ownerId !== undefined && stream.subscribers.has(ownerId));
  return [...server.state.streams.byId.values()]
    .filter((stream) => !stream.isArchived && wanted(stream))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((stream) => ({
      ...streamView(server, stream),
      ...(values.include_default === true ? { is_default: stream.isDefault } : {}),
    }));
}

function update(request: RouteRequest<typeof wire.updateStream.parameters>) {
  const { server, person, values, text, pathId } = request;
  // LEVEL(1): there were two kinds before it. The older word goes before the newer one where both are there.
  const legacy = { true: 2, false: 1, undefined: values.stream_post_policy };
  updateStream(server, person, pathId("stream_id"), {
    name: values.new_name,
    description: values.description,
    isPrivate: values.is_private,
    isWebPublic: values.is_web_public,
    historyPublic: values.history_public_to_subscribers,
    postPolicy: legacy[`${values.is_announcement_only}`],
    retention: server.level < since.retention ? undefined : text("message_retention_days"),
    removers: values.can_remove_subscribers_group ?? values.can_remove_subscribers_group_id,
  });
}

function emptyTopic({
  server,
  person,
  values,
  pathId,
}: RouteRequest<typeof wire.deleteTopic.parameters>) {
  const stream = visibleStream(server, person, pathId("stream_id"));
  const complete = deleteTopic(server, person, stream.id, values.topic_name);
  if (server.level >= since.complete) return { complete };
  const tellsHalf = !complete && server.level >= since.partialDeletion;
  return tellsHalf ? { result: "partially_completed", code: "REQUEST_TIMEOUT" } : {};
}
