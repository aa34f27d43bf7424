/** Routes for updating streams, with an event and a notice per property, and for archiving them. */
import { isKnownTo, requireAllowed, requireOwner, visibleStream } from "#realm/actions/access.ts";
import { announcePeers } from "#realm/actions/peers.ts";
import {
  readDescription,
  readSettings,
  removersName,
  requireWebPublic,
} from "#realm/actions/stream-settings.ts";
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import { isAdministrator, isGuest, type Person } from "#realm/state/people.ts";
import { type Stream, type StreamFacts, streamFacts } from "#realm/state/streams.ts";
import { streamView, subscribersOf } from "#realm/views/stream.ts";
import * as wire from "#wire/endpoints/streams.ts";
import { since } from "#wire/levels.ts";
import { action, type RouteRequest } from "./route.ts";

export const streamChangeRoutes = [
  action(wire.updateStream, update, { raw: ["message_retention_days"], checksItself: true }),
  action(wire.archiveStream, archive, { checksItself: true }),
];

type Changing = RouteRequest<typeof wire.updateStream.parameters>;

/** The stream to be managed; the error does not reveal its existence to people who may not know of it. */
function managedStream(server: Server, person: Person, id: number): Stream {
  const stream = server.state.streams.byId.get(id);
  if (stream === undefined) throw noSuchStream();
  if (!isAdministrator(person)) {
    visibleStream(server, person, id);
    requireAllowed(server, person, wire.updateStream.who);
  }
  return stream;
}

/** Checks everything before any change. */
function update(request: Changing): void {
  const { server, person, id } = request;
  const stream = managedStream(server, person, id);
  if (stream.isArchived) throw noSuchStream();
  const next = requestedSettings(request, stream);
  for (const step of steps) {
    const before = server.state.streams.byId.get(id) ?? stream;
    const facts = step.filter((fact) => fact in next);
    if (facts.length === 0) continue;
    const changed = Object.fromEntries(facts.map((fact) => [fact, next[fact]]));
    commit(server, { kind: "stream saved", stream: { ...streamFacts(before), ...changed } });
    const now = server.state.streams.byId.get(id) ?? before;
    tellStep(server, step[0], before, now);
  }
}

/** Properties that change together, in the order of their events. */
const steps = [
  ["inviteOnly", "isWebPublic", "historyPublic"],
  ["retention"],
  ["description"],
  ["name"],
  ["postPolicy"],
  ["removers"],
] as const satisfies readonly (readonly (keyof StreamFacts)[])[];

type ChangeStep = (typeof steps)[number];

/** The requested values, even if unchanged; a group only if it differs. */
function requestedSettings(request: Changing, stream: Stream): Partial<StreamFacts> {
  const { server, person, values } = request;
  const { description, new_name: name, is_announcement_only: legacy } = values;
  const { postPolicy, retention, removers = stream.removers } = readSettings(request);
  if (retention !== undefined) requireOwner(server, person);
  // LEVEL(1): a boolean before it. The legacy parameter takes precedence if both are given.
  const policy = legacy === undefined ? postPolicy : 1 + Number(legacy);
  return {
    ...newPrivacy(request, stream),
    ...(retention === undefined ? {} : { retention }),
    ...(description === undefined ? {} : { description: readDescription(description) }),
    ...(name === undefined ? {} : { name: newName(server, stream, name) }),
    ...(policy === undefined ? {} : { postPolicy: policy }),
    ...(removers === stream.removers ? {} : { removers }),
  };
}

/**
 * The new privacy; undefined if not requested. Throws for invalid combinations. A stream that becomes private is no
 * longer web-public, and its history is protected unless requested otherwise.
 */
function newPrivacy({ server, person, values }: Changing, stream: Stream) {
  const { is_private: isPrivate, is_web_public: isOpen } = values;
  const isAlone = isPrivate === undefined && isOpen === undefined;
  if (isAlone && values.history_public_to_subscribers === undefined) return undefined;
  // LEVEL(136): history alone was ignored before it.
  const isIgnored = isAlone && server.level < since.historyAlone;
  const before = isPrivate === undefined ? stream.historyPublic : !isPrivate;
  const next = {
    inviteOnly: isPrivate ?? stream.inviteOnly,
    isWebPublic: isOpen ?? (stream.isWebPublic && isPrivate !== true),
    historyPublic: isIgnored ? before : (values.history_public_to_subscribers ?? before),
  };
  if (next.inviteOnly ? next.isWebPublic : !next.historyPublic) {
    throw new Refusal("Invalid parameters");
  }
  // Changing privacy requires access to the content.
  if (isPrivate !== undefined) visibleStream(server, person, stream.id);
  if (isOpen === true) requireWebPublic(server, person);
  return next;
}

function newName(server: Server, stream: Stream, written: string): string {
  if (written.trim() === stream.name) throw new Refusal("Channel already has that name.");
  const name = accepted(wire.streamName, written);
  const other = server.state.streams.byName.get(name.toLowerCase());
  if (other !== undefined && other.id !== stream.id) {
    throw new Refusal("Channel name already in use.");
  }
  return name;
}

/** Whether somebody receives events of the stream; guests only if they are subscribed. */
function follows(server: Server, userId: number, stream: Stream): boolean {
  const person = server.state.people.byId.get(userId);
  if (person === undefined || !isKnownTo(server, userId, stream)) return false;
  return !isGuest(person) || stream.subscribers.has(userId);
}

/** The people with a queue who receive events of the stream. */
function followers(server: Server, stream: Stream): ReadonlySet<number> {
  const users = [...server.queues.values()].map(({ userId }) => userId);
  return new Set(users.filter((userId) => follows(server, userId, stream)));
}

/** A property of an update event, its value, and additional keys. */
type Update = readonly [property: string, value: unknown, more?: object];

function updatesOf(server: Server, fact: ChangeStep[0], now: Stream): readonly Update[] {
  const { level } = server;
  const { historyPublic, isWebPublic } = now;
  const privacy = { history_public_to_subscribers: historyPublic, is_web_public: isWebPublic };
  switch (fact) {
    case "inviteOnly":
      return [["invite_only", now.inviteOnly, privacy]];
    case "retention":
      return [["message_retention_days", now.retention]];
    case "description": {
      const { rendered_description } = streamView(server, now);
      return [["description", now.description, { rendered_description }]];
    }
    case "name":
      return [["name", now.name]];
    case "postPolicy": {
      const older: Update = ["is_announcement_only", now.postPolicy === 2];
      if (level < since.postPolicy) return [older];
      return [["stream_post_policy", now.postPolicy], older];
    }
    case "removers":
      return [[removersName(level), now.removers]];
  }
}

function tellStep(server: Server, fact: ChangeStep[0], before: Stream, now: Stream): void {
  const gains = fact === "inviteOnly" ? announceGain(server, before, now) : () => false;
  for (const [property, value, more] of updatesOf(server, fact, now)) {
    announce(
      server,
      "stream",
      (userId) => !gains(userId) && follows(server, userId, now), // The event for a new name contains the old one.
      { op: "update", property, value, stream_id: now.id, name: before.name, ...more },
    );
  }
}

/** Announces the stream and its subscribers to people who gain access; returns the test for these. */
function announceGain(server: Server, before: Stream, now: Stream): (userId: number) => boolean {
  const knew = followers(server, before);
  const gains = (userId: number) => !knew.has(userId) && follows(server, userId, now);
  announce(server, "stream", gains, { op: "create", streams: [streamView(server, now)] });
  const peers = { streamIds: [now.id], userIds: subscribersOf(server, now) };
  announcePeers(server, (id) => (gains(id) ? { op: "peer_add", ...peers } : undefined));
  return gains;
}

/** Archives a stream: everybody loses access, and its messages are no longer unread. */
export function archiveStream(server: Server, stream: Stream): void {
  const knew = followers(server, stream);
  const view = streamView(server, stream);
  const gone = { ...streamFacts(stream), isArchived: true, isDefault: false };
  commit(server, { kind: "stream saved", stream: gone });
  announce(server, "stream", (userId) => knew.has(userId), { op: "delete", streams: [view] });
}

function archive({ server, person, id }: RouteRequest): void {
  const stream = managedStream(server, person, id);
  if (stream.isArchived) throw new Refusal("Channel is already deactivated");
  archiveStream(server, stream);
}
