/** What administrators do to people: names, roles, coming and going. */
import { Refusal } from "#realm/failures.ts";
import type { Role } from "#realm/seed/blueprint.ts";
import {
  announce,
  announceToAll,
  closeQueue,
  commit,
  everybody,
  type Server,
} from "#realm/server.ts";
import {
  type Group,
  groupOfRole,
  isAdministrator,
  isOwner,
  type Person,
} from "#realm/state/people.ts";
import { knowsOf, type Stream } from "#realm/state/streams.ts";
import { personView } from "#realm/views/person.ts";
import { streamView, subscribersOf } from "#realm/views/stream.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { roles } from "#wire/user.ts";
import { hearsOf, notPermitted, personAmong, personNumbered, requireOwner } from "./access.ts";
import { tellBot } from "./bots.ts";
import { settleFullMembers } from "./full-members.ts";
import { tellPeers } from "./peers.ts";
import { readFullName } from "./person-name.ts";
import { type FieldValue, readProfile, setProfile } from "./profile-values.ts";

export type PersonWish = {
  readonly fullName: string | undefined;
  readonly role: number | undefined;
  readonly profile: readonly FieldValue[] | undefined;
};

function requireManager(person: Person): void {
  if (!isAdministrator(person)) throw notPermitted();
}

/** Bots own nothing, whatever their role. */
function isLastOwner({ state }: Server, person: Person): boolean {
  const owners = [...state.people.byId.values()].filter(
    (one) => isOwner(one) && one.isActive && !one.isBot,
  );
  return owners.length === 1 && owners[0]?.id === person.id;
}

/** The person whom somebody wants to change. Who there is, everybody may know; only administrators change them. */
function managed(
  server: Server,
  actor: Person,
  id: number,
  also: { readonly bots: boolean; readonly gone: boolean },
): Person {
  const person = personAmong(server, id, also);
  requireManager(actor);
  return person;
}

export function updatePerson(server: Server, actor: Person, id: number, wish: PersonWish): void {
  const { role, fullName, profile } = wish;
  if (role !== undefined) knownRole(server.level, role);
  const person = managed(server, actor, id, { bots: true, gone: true });
  const next = role === undefined ? undefined : readRole(server, actor, person, role);
  const name = fullName === undefined ? undefined : readFullName(fullName);
  const values = profile === undefined ? [] : readProfile(server, profile);
  if (next !== undefined && next !== person.role) changeRole(server, person, next);
  if (name !== undefined && name !== person.fullName) rename(server, person, name);
  if (values.length > 0) setProfile(server, person.id, values);
}

/** LEVEL(60): nobody is a moderator before it. */
function roleAt(level: number, role: number): number | undefined {
  return role === roles.moderator && level < since.moderators ? undefined : role;
}

/** The role of that number, if there is one. */
export function knownRole(level: number, role: number): Role {
  const known = Object.values(roles).find((one) => one === roleAt(level, role));
  if (known === undefined) {
    throw new Refusal("Invalid role: Value error, Not in the list of possible values");
  }
  return known;
}

/** The role of that number, if `actor` may give it to the person. */
export function readRole(server: Server, actor: Person, person: Person, role: number): Role {
  const known = knownRole(server.level, role);
  const touchesOwners = (known === roles.owner) !== isOwner(person);
  if (touchesOwners) requireOwner(actor);
  if (known !== roles.owner && isLastOwner(server, person)) {
    throw new Refusal("The owner permission cannot be removed from the only organization owner.");
  }
  // The document says so; newer servers do it.
  if (
    server.level <= documentLevel &&
    person.role === roles.guest &&
    known <= roles.administrator
  ) {
    throw new Refusal("Guests cannot be organization administrators");
  }
  return known;
}

export function rename(server: Server, person: Person, fullName: string): void {
  const { id } = person;
  commit(server, { kind: "person changed", personId: id, facts: { fullName } });
  tellPerson(server, { user_id: id, full_name: fullName });
  tellBot(server, person, { full_name: fullName });
}

export function setBilling(server: Server, id: number, isBillingAdmin: boolean): void {
  const person = personNumbered(server, id);
  commit(server, { kind: "person changed", personId: person.id, facts: { isBillingAdmin } });
  tellPerson(server, { user_id: person.id, is_billing_admin: isBillingAdmin });
}

export function tellPerson(server: Server, person: Readonly<Record<string, unknown>>): void {
  announceToAll(server, "realm_user", { op: "update", person });
}

/** A new role is another place in the system groups, and another view of the streams. LEVEL(205): nobody told of that. */
export function changeRole(server: Server, person: Person, role: Role): void {
  const { streams } = server.state;
  const known = [...streams.byId.values()].filter((stream) => knowsOf(person, stream));
  commit(server, { kind: "person changed", personId: person.id, facts: { role } });
  tellPerson(server, { user_id: person.id, role });
  moveBetweenGroups(server, person.id, person.role, role);
  const now = server.state.people.byId.get(person.id) ?? person;
  settleFullMembers(server, [now]);
  if (server.level < since.roleStreams) return;
  const lost = known.filter((stream) => !knowsOf(now, stream));
  const gained = [...streams.byId.values()].filter(
    (stream) => knowsOf(now, stream) && !known.includes(stream),
  );
  tellStreams(server, person.id, "delete", lost);
  tellStreams(server, person.id, "create", gained);
  for (const stream of gained) tellSubscribers(server, person.id, stream);
}

function tellStreams(
  server: Server,
  userId: number,
  op: "create" | "delete",
  streams: readonly Stream[],
): void {
  if (streams.length === 0) return;
  announce(
    server,
    "stream",
    (id) => id === userId,
    () => ({ op, streams: streams.map((stream) => streamView(server, stream)) }),
  );
}

function tellSubscribers(server: Server, userId: number, stream: Stream): void {
  const peers = { streamIds: [stream.id], userIds: subscribersOf(server, stream) };
  tellPeers(server, (id) => (id === userId ? { op: "peer_add", ...peers } : undefined));
}

function moveBetweenGroups(server: Server, userId: number, from: Role, to: Role): void {
  const { people } = server.state;
  const before = groupOfRole(people, from);
  if (before?.members.includes(userId) === true) {
    const members = before.members.filter((id) => id !== userId);
    saveMembers(server, before, members, "remove_members", userId);
  }
  joinGroup(server, userId, groupOfRole(people, to));
}

/** Puts somebody who is new into the system group of their role. */
export function joinRoleGroup(server: Server, { id, role }: Person): void {
  joinGroup(server, id, groupOfRole(server.state.people, role));
}

function joinGroup(server: Server, userId: number, group: Group | undefined): void {
  if (group === undefined) return;
  const members = [...group.members, userId].sort((a, b) => a - b);
  saveMembers(server, group, members, "add_members", userId);
}

function saveMembers(
  server: Server,
  group: Group,
  members: readonly number[],
  op: "add_members" | "remove_members",
  userId: number,
): void {
  commit(server, { kind: "group saved", group: { ...group, members } });
  announceToAll(server, "user_group", { op, group_id: group.id, user_ids: [userId] });
}

const longestComment = 2000;

/** `comment` undefined: nobody writes to them; empty: a mail without words of the administrator's. */
export function deactivate(
  server: Server,
  actor: Person,
  id: number,
  comment: string | undefined,
): void {
  const words = comment?.trim();
  if ([...(words ?? "")].length > longestComment) {
    const limit = `limit: ${longestComment} characters`;
    throw new Refusal(`deactivation_notification_comment is too long (${limit})`);
  }
  const person = managed(server, actor, id, { bots: false, gone: false });
  if (isOwner(person)) requireOwner(actor);
  if (isLastOwner(server, person)) {
    throw new Refusal("Cannot deactivate the only organization owner");
  }
  switchOff(server, person);
  if (words !== undefined) server.mails.push({ to: person.loginEmail, comment: words });
}

/** Leaving the realm oneself. */
export function leaveRealm(server: Server, person: Person): void {
  if (isLastOwner(server, person)) {
    throw new Refusal("Cannot deactivate the only organization owner.", {
      code: "CANNOT_DEACTIVATE_LAST_USER",
      extra: { is_last_owner: true, entity: "organization owner" },
    });
  }
  switchOff(server, person);
}

/** Ends what the person does in the realm, and tells everybody. Their bots go before them, and do not come back. */
export function switchOff(server: Server, person: Person): void {
  for (const bot of server.state.people.byId.values()) {
    if (bot.ownerId === person.id && bot.isActive) switchOff(server, bot);
  }
  commit(server, { kind: "person changed", personId: person.id, facts: { isActive: false } });
  for (const queue of server.queues.values()) {
    if (queue.userId === person.id) closeQueue(server, queue);
  }
  const { id: user_id, fullName: full_name } = person;
  // LEVEL(222): people left before it, and came anew.
  if (server.level >= since.deactivationEvents) tellPerson(server, { user_id, is_active: false });
  else {
    announceToAll(server, "realm_user", { op: "remove", person: { user_id, full_name } });
  }
  tellBot(server, person, { is_active: false });
}

export function reactivate(server: Server, actor: Person, id: number): void {
  const person = managed(server, actor, id, { bots: true, gone: true });
  if (person.isActive) return;
  commit(server, { kind: "person changed", personId: person.id, facts: { isActive: true } });
  const now = server.state.people.byId.get(person.id) ?? person;
  if (server.level >= since.deactivationEvents)
    tellPerson(server, { user_id: person.id, is_active: true });
  else tellNew(server, now);
  tellBot(server, person, { is_active: true });
  tellBack(server, person.id);
}

/** New people are told with the address of their picture, which a register leaves for programs to work out. */
export function tellNew(server: Server, person: Person): void {
  announce(server, "realm_user", everybody, ({ userId }) => {
    const viewer = server.state.people.byId.get(userId) ?? person;
    const view = personView(server, person, { viewer, clientGravatar: false });
    return { op: "add", person: { ...view, is_active: true } };
  });
}

/** Whoever is back is in their streams again: each hears of those that they know of. */
function tellBack(server: Server, userId: number): void {
  const own = [...server.state.streams.byId.values()].filter(({ subscribers }) =>
    subscribers.has(userId),
  );
  tellPeers(server, (id) => {
    const streamIds = own.filter((one) => hearsOf(server, id, one)).map((one) => one.id);
    return streamIds.length === 0 ? undefined : { op: "peer_add", streamIds, userIds: [userId] };
  });
}
