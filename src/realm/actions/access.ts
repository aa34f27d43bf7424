/** Access checks shared by many actions, most of which throw the refusal; permission policies; announcing people. */
import { sorted } from "#base/sorted.ts";
import { noSuchMessage, noSuchStream, Refusal, refusalOf } from "#realm/failures.ts";
import { canSee, hasAt, isRealmRule, knowsOf, mayInRealm, mayRead } from "#realm/permissions.ts";
import {
  announce,
  announceToAll,
  commit,
  everybody,
  now,
  pushEvent,
  type Server,
} from "#realm/server.ts";
import { type RealmSetting, realmSetting } from "#realm/settings/realm.ts";
import type { Message } from "#realm/state/messages.ts";
import {
  type Group,
  isAdministrator,
  isFullMember,
  isGuest,
  isModerator,
  isOwner,
  type Person,
} from "#realm/state/people.ts";
import { wants } from "#realm/state/queues.ts";
import { isOwn, personalOf, streamOf } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { personView } from "#realm/views/person.ts";
import { isKnownAt, type Who } from "#wire/endpoint.ts";
import { since } from "#wire/levels.ts";
import { type ReplacedPolicy, replacedPolicies } from "#wire/permission.ts";
import { owners, roles } from "#wire/user.ts";

/** The stream with that ID; throws unless it is visible to the person. */
export function visibleStream(server: Server, person: Person, id: number): Stream {
  const stream = server.state.streams.byId.get(id);
  if (stream === undefined || !canSee(server, person, stream)) throw noSuchStream();
  return stream;
}

/** The message with that ID; throws unless the person may read it. */
export function readableMessage(server: Server, person: Person, id: number): Message {
  const message = server.state.messages.byId.get(id);
  if (message === undefined || !mayRead(server, person, message)) throw noSuchMessage();
  return message;
}

/**
 * Whether somebody receives events for additions to a message, such as reactions: those with the message in their
 * history, and in streams with public history all current subscribers.
 */
export function receivesAdditions({ state }: Server, userId: number, message: Message): boolean {
  if (isOwn(state, personalOf(state, userId), message)) return true;
  const stream = streamOf(state, message);
  return stream?.historyPublic === true && stream.subscribers.has(userId);
}

/** The stream with that name, ignoring case; throws unless it is visible to the person. */
export function visibleStreamNamed(server: Server, person: Person, name: string): Stream {
  const stream = server.state.streams.byName.get(name.trim().toLowerCase());
  if (stream !== undefined && canSee(server, person, stream)) return stream;
  throw new Refusal(`Invalid channel name '${name}'`);
}

/** The stream with that ID; throws unless the person may know that it exists. Administrators know of all. */
export function knownStream(server: Server, person: Person, id: number): Stream {
  const stream = server.state.streams.byId.get(id);
  if (stream !== undefined && isAdministrator(person)) return stream;
  return visibleStream(server, person, id);
}

/** Whether somebody may know that the stream exists. */
export function isKnownTo(server: Server, userId: number, stream: Stream): boolean {
  const person = server.state.people.byId.get(userId);
  return person !== undefined && knowsOf(server, person, stream);
}

/** Throws unless the declaration permits the person. */
export function requireAllowed(server: Server, person: Person, who: readonly Who[] = []): void {
  for (const { role = roles.guest, isHuman, setting, error, ...levels } of who) {
    if (!isKnownAt(levels, server.level)) continue;
    const isMeant = person.role <= role && !(isHuman === true && person.isBot);
    if (!isMeant || (setting !== undefined && !isAllowed(server, person, setting)))
      throw refusalOf(error);
  }
}

export function requireOwner(server: Server, person: Person): void {
  requireAllowed(server, person, [owners]);
}

/** The generic refusal for missing permission. */
export function notPermitted(): Refusal {
  return new Refusal("Insufficient permission");
}

export function noSuchUser(): Refusal {
  return new Refusal("No such user");
}

export function groupNumbered({ state }: Server, id: number): Group {
  const group = state.people.groups.get(id);
  if (group === undefined) throw new Refusal("Invalid user group");
  return group;
}

/** The person with that ID; excludes the server's own bots. */
export function personNumbered(server: Server, id: number): Person {
  const person = server.state.people.byId.get(id);
  if (person === undefined || person.isSystem) throw noSuchUser();
  return person;
}

/** The person with that ID; bots and deactivated people only on request. */
export function personAmong(
  server: Server,
  id: number,
  { bots, gone }: { readonly bots: boolean; readonly gone: boolean },
): Person {
  const person = personNumbered(server, id);
  if (person.isBot && !bots) throw noSuchUser();
  if (!(person.isActive || gone)) throw new Refusal("User is deactivated");
  return person;
}

/** Whether somebody is a full member: members become one after the realm's waiting period. */
export function isFull(server: Server, person: Person): boolean {
  const days = Number(realmSetting(server, "waiting_period_threshold"));
  return isFullMember(person, days, now(server));
}

type Policy = (person: Person, server: Server) => boolean;

const members: Policy = (person) => !isGuest(person);
const fullMembers: Policy = (person, server) => isFull(server, person);

/** The values of most policies; all others mean members. */
const policies: Readonly<Record<number, Policy>> = {
  2: isAdministrator,
  3: fullMembers,
  4: isModerator,
  5: () => true,
  6: () => false,
  7: isOwner,
};

/** The values of the wildcard mention policy; all others mean administrators. */
const mentionPolicies: Readonly<Record<number, Policy>> = {
  1: () => true,
  2: members,
  3: fullMembers,
  6: () => false,
  7: isModerator,
};

/** Whether the realm's setting permits the person. */
export function isAllowed(server: Server, person: Person, setting: RealmSetting): boolean {
  const permission = replacedPolicies[setting as ReplacedPolicy];
  if (
    permission !== undefined &&
    isRealmRule(permission) &&
    hasAt(server.level, "realm", permission)
  )
    return mayInRealm(server, person, permission);
  const policy = Number(realmSetting(server, setting));
  const meant =
    setting === "wildcard_mention_policy"
      ? (mentionPolicies[policy] ?? isAdministrator)
      : (policies[policy] ?? members);
  return meant(person, server);
}

// Announces changes of people, and of the subscribers of streams.

/** `person` contains the ID and the changes. */
export function announcePerson(server: Server, person: Readonly<Record<string, unknown>>): void {
  announceToAll(server, "realm_user", { op: "update", person });
}

/** The event contains the avatar URL, which a register may omit for clients that derive it. */
export function announceNewPerson(server: Server, person: Person): void {
  announce(server, "realm_user", everybody, ({ userId }) => {
    const viewer = server.state.people.byId.get(userId) ?? person;
    const view = personView(server, person, { viewer, clientGravatar: false });
    return { op: "add", person: { ...view, is_active: true } };
  });
}

export function rename(server: Server, person: Person, fullName: string): void {
  const { id } = person;
  commit(server, { kind: "person changed", personId: id, facts: { fullName } });
  announcePerson(server, { user_id: id, full_name: fullName });
}

// Announces new and former subscribers of streams.

/** Each of these people joined, or left, each of these streams. */
export type Peers = {
  readonly op: "peer_add" | "peer_remove";
  readonly streamIds: readonly number[];
  readonly userIds: readonly number[];
};

/** `peersFor` returns the part that somebody is told; undefined for who gets no event. */
export function announcePeers(
  server: Server,
  peersFor: (userId: number) => Peers | undefined,
): void {
  for (const queue of server.queues.values()) {
    const peers = wants(queue, "subscription") ? peersFor(queue.userId) : undefined;
    if (peers === undefined) continue;
    for (const body of bodies(server, peers)) {
      pushEvent(server, queue, { type: "subscription", op: peers.op, ...body });
    }
  }
}

/** LEVEL(35): before it, one event per stream and person. */
function bodies({ level }: Server, { streamIds, userIds }: Peers): readonly object[] {
  if (level < since.peerLists) {
    return streamIds.flatMap((id) => userIds.map((user_id) => ({ stream_id: id, user_id })));
  }
  return [{ stream_ids: sorted(streamIds), user_ids: sorted(userIds) }];
}

/** Adds messages that the person never received to their history, as `historical`. */
export function addToHistory(server: Server, userId: number, ids: readonly number[]): void {
  if (ids.length > 0) commit(server, { kind: "history taken", userId, ids });
}
