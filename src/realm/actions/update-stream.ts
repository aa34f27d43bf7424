/** Changing a stream, with all that follows for those who know of it; and taking it out of use. */
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import { type Stream, type StreamFacts, streamFacts } from "#realm/state/streams.ts";
import { streamView } from "#realm/views/stream.ts";
import { since } from "#wire/levels.ts";
import { requireAdministrator, requireOwner, visibleStream } from "./access.ts";
import { changeStream, followers } from "./stream-changes.ts";
import {
  type Privacy,
  type PrivacyWish,
  readDescription,
  readName,
  readPostPolicy,
  readPrivacy,
  readRemovers,
  readRetention,
  requireWebPublic,
} from "./stream-settings.ts";

export type StreamWish = PrivacyWish & {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly postPolicy: number | undefined;
  readonly retention: number | string | undefined;
  readonly removers: number | undefined;
};

/** The stream for somebody who wants to manage it: others than administrators learn of it only what they knew. */
export function managedStream(server: Server, person: Person, id: number): Stream {
  const stream = server.state.streams.byId.get(id);
  if (stream === undefined || stream.isArchived) throw noSuchStream();
  if (isAdministrator(person)) return stream;
  visibleStream(server, person, id);
  requireAdministrator(person);
  return stream;
}

export function updateStream(server: Server, person: Person, id: number, wish: StreamWish): void {
  const stream = managedStream(server, person, id);
  const next = readWish(server, person, stream, wish);
  changeStream(server, person, id, next, askedOf(wish));
}

/** What is asked for is told even where it was so already; a group is not. */
function askedOf(wish: StreamWish): ReadonlySet<keyof StreamFacts> {
  const { isPrivate, isWebPublic, historyPublic, retention, description, postPolicy } = wish;
  const privacy = [isPrivate, isWebPublic, historyPublic];
  const asked: readonly (readonly [keyof StreamFacts, boolean])[] = [
    ["inviteOnly", privacy.some((part) => part !== undefined)],
    ["retention", retention !== undefined],
    ["description", description !== undefined],
    ["postPolicy", postPolicy !== undefined],
  ];
  return new Set(asked.filter(([, isAsked]) => isAsked).map(([fact]) => fact));
}

/** Throws unless all of it may be; nothing is changed before. */
function readWish(server: Server, person: Person, stream: Stream, wish: StreamWish): StreamFacts {
  const facts = streamFacts(stream);
  const privacy = newPrivacy(server, person, stream, wish);
  const { postPolicy, retention, removers, description, name } = wish;
  return {
    ...facts,
    ...privacy,
    retention: retention === undefined ? facts.retention : newRetention(server, person, retention),
    description: description === undefined ? facts.description : readDescription(description),
    name: name === undefined ? facts.name : newName(server, stream, name),
    postPolicy: postPolicy === undefined ? facts.postPolicy : readPostPolicy(postPolicy),
    removers: removers === undefined ? facts.removers : readRemovers(server, removers),
  };
}

function newPrivacy(
  server: Server,
  person: Person,
  stream: Stream,
  { isPrivate, isWebPublic, historyPublic }: PrivacyWish,
): Privacy {
  // LEVEL(136): history alone was ignored before it.
  const isIgnored =
    server.level < since.historyAlone && isPrivate === undefined && isWebPublic === undefined;
  const next = readPrivacy(stream, {
    isPrivate,
    isWebPublic,
    historyPublic: isIgnored ? undefined : historyPublic,
  });
  // Whoever opens a stream to others, or closes it, must be allowed to read what stands there.
  if (isPrivate !== undefined) visibleStream(server, person, stream.id);
  if (isWebPublic === true) requireWebPublic(server, person);
  return next;
}

/** Owners alone decide how long messages are kept. */
function newRetention({ level }: Server, person: Person, value: number | string): number | null {
  requireOwner(person);
  return readRetention(level, value);
}

function newName(server: Server, stream: Stream, written: string): string {
  if (written.trim() === stream.name) throw new Refusal("Channel already has that name.");
  const name = readName(written);
  const other = server.state.streams.byName.get(name.toLowerCase());
  if (other !== undefined && other.id !== stream.id) {
    throw new Refusal("Channel name already in use.");
  }
  return name;
}

/** Takes a stream out of use: everybody loses it from sight, and nothing in it is unread any more. */
export function archiveStream(server: Server, stream: Stream): void {
  const knew = followers(server, stream);
  const view = streamView(server, stream);
  const gone = { ...streamFacts(stream), isArchived: true, isDefault: false };
  commit(server, { kind: "stream saved", stream: gone });
  announce(
    server,
    "stream",
    (userId) => knew.has(userId),
    () => ({ op: "delete", streams: [view] }),
  );
}

export function archiveStreamNumbered(server: Server, person: Person, id: number): void {
  if (server.state.streams.byId.get(id)?.isArchived && isAdministrator(person)) {
    throw new Refusal("Channel is already deactivated");
  }
  archiveStream(server, managedStream(server, person, id));
}
