/** Changing a stream, with all that follows for those who know of it; and taking it out of use. */
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { announce, commit, type Server } from "#realm/server.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import type { Stream, StreamFacts } from "#realm/state/streams.ts";
import { defaultStreamsView, streamView, subscribersOf } from "#realm/views/stream.ts";
import { since } from "#wire/levels.ts";
import { isKnownTo, requireAdministrator, requireOwner, visibleStream } from "./access.ts";
import { tellNotice } from "./stream-notices.ts";
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
  readonly isDefault: boolean | undefined;
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
  const knewBefore = knowing(server, stream);
  commit(server, { kind: "stream saved", stream: next });
  const now = server.state.streams.byId.get(id) ?? stream;
  tellChanges(server, person, stream, now, knewBefore);
}

/** Throws unless all of it may be; nothing is changed before. */
function readWish(server: Server, person: Person, stream: Stream, wish: StreamWish): StreamFacts {
  const { subscribers: _, spans: __, ...facts } = stream;
  const isDefault = wish.isDefault ?? facts.isDefault;
  const privacy = newPrivacy(server, person, stream, { ...wish, isDefault });
  const { postPolicy, retention, removers, description, name } = wish;
  return {
    ...facts,
    ...privacy,
    isDefault,
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
  { isPrivate, isWebPublic, historyPublic, isDefault }: PrivacyWish & { isDefault: boolean },
): Privacy {
  // LEVEL(136): history alone was ignored before it.
  const isIgnored =
    server.level < since.historyAlone && isPrivate === undefined && isWebPublic === undefined;
  const next = readPrivacy(stream, {
    isPrivate,
    isWebPublic,
    historyPublic: isIgnored ? undefined : historyPublic,
  });
  if (isDefault && next.inviteOnly) throw new Refusal("A default channel cannot be private.");
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

/** Those who have a queue and are told of the stream. */
function knowing(server: Server, stream: Stream): ReadonlySet<number> {
  const users = [...server.queues.values()].map(({ userId }) => userId);
  return new Set(users.filter((userId) => isKnownTo(server, userId, stream)));
}

/** Each change in turn, and right behind it the notice in the stream. */
function tellChanges(
  server: Server,
  person: Person,
  before: Stream,
  now: Stream,
  knewBefore: ReadonlySet<number>,
): void {
  const tell = (property: string, value: unknown, more: object = {}, name = now.name) =>
    announce(
      server,
      "stream",
      (userId) => knewBefore.has(userId) && isKnownTo(server, userId, now),
      () => ({ op: "update", property, value, stream_id: now.id, name, ...more }),
    );
  if (before.isDefault !== now.isDefault) tellDefaults(server);
  if (hasOtherPrivacy(before, now)) {
    const { historyPublic, isWebPublic } = now;
    const more = { history_public_to_subscribers: historyPublic, is_web_public: isWebPublic };
    tell("invite_only", now.inviteOnly, more);
    tellNewcomers(server, now, knewBefore);
    tellNotice(server, person, "access", before, now);
  }
  if (before.retention !== now.retention) {
    tell("message_retention_days", now.retention);
    tellNotice(server, person, "retention", before, now);
  }
  if (before.description !== now.description) {
    const { rendered_description } = streamView(server, now);
    tell("description", now.description, { rendered_description });
    tellNotice(server, person, "description", before, now);
  }
  if (before.name !== now.name) {
    tell("name", now.name, {}, before.name);
    tellNotice(server, person, "name", before, now);
  }
  if (before.postPolicy !== now.postPolicy) {
    tell("stream_post_policy", now.postPolicy);
    tell("is_announcement_only", now.postPolicy === 2);
    tellNotice(server, person, "posting", before, now);
  }
  if (before.removers !== now.removers) {
    const old = server.level < since.removersName;
    tell(old ? "can_remove_subscribers_group_id" : "can_remove_subscribers_group", now.removers);
  }
}

function hasOtherPrivacy(a: Privacy, b: Privacy): boolean {
  return (
    a.inviteOnly !== b.inviteOnly ||
    a.isWebPublic !== b.isWebPublic ||
    a.historyPublic !== b.historyPublic
  );
}

/** Whoever could not know of the stream learns of it, and who is in it. Whoever no longer may hears nothing. */
function tellNewcomers(server: Server, stream: Stream, knewBefore: ReadonlySet<number>): void {
  const isNew = (userId: number) => !knewBefore.has(userId) && isKnownTo(server, userId, stream);
  announce(server, "stream", isNew, () => ({
    op: "create",
    streams: [streamView(server, stream)],
  }));
  announce(server, "subscription", isNew, () => ({
    op: "peer_add",
    stream_ids: [stream.id],
    user_ids: subscribersOf(server, stream),
  }));
}

function tellDefaults(server: Server): void {
  announce(
    server,
    "default_streams",
    (userId) => (server.state.people.byId.get(userId)?.role ?? 600) < 600,
    ({ userId }) => {
      const person = server.state.people.byId.get(userId);
      return person === undefined
        ? undefined
        : { default_streams: defaultStreamsView(server, person) };
    },
  );
}

/** Takes a stream out of use: everybody loses it from sight, and nothing in it is unread any more. */
export function archiveStream(server: Server, stream: Stream): void {
  const knew = knowing(server, stream);
  const view = streamView(server, stream);
  const { subscribers: _, spans: __, ...facts } = stream;
  commit(server, {
    kind: "stream saved",
    stream: { ...facts, isArchived: true, isDefault: false },
  });
  announce(
    server,
    "stream",
    (userId) => knew.has(userId),
    () => ({ op: "delete", streams: [view] }),
  );
  if (stream.isDefault) tellDefaults(server);
}

export function archiveStreamNumbered(server: Server, person: Person, id: number): void {
  if (server.state.streams.byId.get(id)?.isArchived && isAdministrator(person)) {
    throw new Refusal("Channel is already deactivated");
  }
  archiveStream(server, managedStream(server, person, id));
}
