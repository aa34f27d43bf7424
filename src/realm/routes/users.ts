/** Routes for people: reading, and managing by administrators, with the consequences of a new role. */

import { sorted } from "#base/sorted.ts";
import {
  announceNewPerson,
  announcePeers,
  announcePerson,
  isKnownTo,
  noSuchUser,
  type Peers,
  personAmong,
  personNumbered,
  rename,
  requireAllowed,
  requireOwner,
} from "#realm/actions/access.ts";
import { deleteMessages } from "#realm/actions/edit.ts";
import { withAccessTold } from "#realm/actions/stream-access.ts";
import { Refusal } from "#realm/failures.ts";
import { keysAt } from "#realm/levels.ts";
import { accepted } from "#realm/parameters.ts";
import { announceRealmPermissions, groupValue, permissionsNaming } from "#realm/permissions.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import type { Role } from "#realm/seed/blueprint.ts";
import { announceToAll, closeQueue, commit, type Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import { groupsOfRole, isOwner, type Person } from "#realm/state/people.ts";
import { streamOf } from "#realm/state/state.ts";
import { personView } from "#realm/views/person.ts";
import { isChoice } from "#wire/checks.ts";
import * as wire from "#wire/endpoints/users.ts";
import { updateUser } from "#wire/endpoints/users.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { since } from "#wire/levels.ts";
import { roles } from "#wire/user.ts";
import { readProfile, setProfile } from "./profile-fields.ts";

export const routes = [
  route(wire.getUsers, (request) => {
    const { server, values } = request;
    const ids: readonly number[] | undefined = values.user_ids;
    const members = [...server.state.people.byId.values()].filter(
      ({ isSystem, id }) => !isSystem && ids?.includes(id) !== false,
    );
    return { members: members.map((person) => seen(request, person)) };
  }),
  route(wire.getUser, (request) => ({
    user: seen(request, personNumbered(request.server, request.id)),
  })),
  route(wire.getStreamsOf, ({ server, person, id }) => {
    const bots = server.level >= since.streamsOfBots;
    const { id: userId } = personAmong(server, id, { bots, gone: true });
    const both = [...server.state.streams.byId.values()].filter(
      (stream) => stream.subscribers.has(userId) && isKnownTo(server, person.id, stream),
    );
    return { subscribed_channel_ids: both.map((stream) => stream.id) };
  }),
  route(wire.getUserByEmail, (request) => ({
    user: seen(request, byAddress(request.server, request.pathText("email"))),
  })),
  action([wire.updateUser, { checksItself: true }], (request) => {
    const { server, values } = request;
    const { role, full_name: fullName, profile_data: profile } = values;
    if (role !== undefined) knownRole(server.level, role);
    const person = managed(request, { bots: true, gone: true });
    const next = role === undefined ? undefined : readRole(server, request.person, person, role);
    const name = fullName === undefined ? undefined : accepted(wire.fullName, fullName);
    const written = profile === undefined ? [] : readProfile(server, profile);
    if (next !== undefined && next !== person.role) changeRole(server, person, next);
    if (name !== undefined && name !== person.fullName) rename(server, person, name);
    if (written.length > 0) setProfile(server, person.id, written);
  }),
  /** Without a comment there is no mail; with an empty one, the mail has no message from the administrator. */
  action([wire.deactivateUser, { checksItself: true }], (request) => {
    const { server, values } = request;
    const { deactivation_notification_comment: comment } = values;
    const { deactivation_notification_comment: declared } = wire.deactivateUser.parameters;
    const words = comment === undefined ? undefined : accepted(declared, comment);
    const person = managed(request, { bots: false, gone: false });
    if (isOwner(person)) requireOwner(server, request.person);
    if (isLastOwner(server, person)) {
      throw new Refusal("Cannot deactivate the only organization owner");
    }
    switchOff(server, person, values.actions ?? {});
    if (words !== undefined) server.mails.push({ to: person.loginEmail, comment: words });
  }),
  action([wire.reactivateUser, { checksItself: true }], (request) => {
    const { server } = request;
    const person = managed(request, { bots: true, gone: true });
    if (person.isActive) return;
    commit(server, { kind: "person changed", personId: person.id, facts: { isActive: true } });
    const now = server.state.people.byId.get(person.id) ?? person;
    if (server.level >= since.deactivationEvents)
      announcePerson(server, { user_id: person.id, is_active: true });
    else announceNewPerson(server, now);
    announceAsPeer(server, person.id, "peer_add");
    announceAsMember(server, person.id);
  }),
];

type Seeing = RouteRequest<typeof wire.getUser.parameters>;

/** LEVEL(92): before it, the server computed avatar URLs by default. */
function seen({ server, person: viewer, values: views }: Seeing, person: Person) {
  const clientGravatar = views.client_gravatar ?? server.level >= since.gravatar;
  const eye = { viewer, clientGravatar };
  const { profile_data, ...view } = { profile_data: {}, ...personView(server, person, eye) };
  return keysAt(server.level, {
    ...view,
    is_active: person.isActive,
    ...(views.include_custom_profile_fields === true && !person.isBot ? { profile_data } : {}),
  });
}

function byAddress({ state }: Server, address: string): Person {
  const person = state.people.byEmail.get(address.toLowerCase());
  if (person === undefined || person.isSystem) throw noSuchUser();
  return person;
}

/** The person to be changed. Existence is public; only administrators may change others. */
function managed(
  { server, person: actor, id }: Omit<RouteRequest, "values">,
  also: { readonly bots: boolean; readonly gone: boolean },
): Person {
  const person = personAmong(server, id, also);
  requireAllowed(server, actor, wire.updateUser.who);
  return person;
}

type Deletions = Readonly<Partial<Record<wire.Deletion, boolean | undefined>>>;

/** Deactivates the person, after their bots, which stay deactivated. */
function switchOff(server: Server, person: Person, deletions: Deletions): void {
  for (const bot of server.state.people.byId.values()) {
    if (bot.ownerId === person.id && bot.isActive) switchOff(server, bot, deletions);
  }
  deleteWithAccount(server, person, deletions);
  commit(server, { kind: "person changed", personId: person.id, facts: { isActive: false } });
  for (const queue of server.queues.values()) {
    if (queue.userId === person.id) closeQueue(server, queue);
  }
  const { id: user_id, fullName: full_name } = person;
  // LEVEL(222): before it, people were removed and added.
  if (server.level >= since.deactivationEvents)
    announcePerson(server, { user_id, is_active: false });
  else {
    announceToAll(server, "realm_user", { op: "remove", person: { user_id, full_name } });
  }
  if (server.level >= since.deactivatedPeers) announceAsPeer(server, person.id, "peer_remove");
}

function deleteWithAccount(server: Server, person: Person, deletions: Deletions): void {
  const { state } = server;
  const kindOf = (message: Message): wire.Deletion => {
    const stream = streamOf(state, message);
    if (stream === undefined) return "delete_direct_messages";
    return `delete_${stream.inviteOnly ? "private" : "public"}_channel_messages`;
  };
  const gone = (state.messages.ofSender.get(person.id) ?? [])
    .flatMap((id) => state.messages.byId.get(id) ?? [])
    .filter((message) => deletions[kindOf(message)] === true);
  const places = Map.groupBy(gone, ({ streamId, topic, participants }) =>
    JSON.stringify([streamId, topic, participants]),
  );
  for (const messages of places.values()) deleteMessages(server, person.id, messages);
  if (deletions.delete_profile === true) rename(server, person, "Deleted user");
}

/** Tells everybody who may see the streams of somebody that they are one more, or one less there. */
function announceAsPeer(server: Server, userId: number, op: Peers["op"]): void {
  const own = [...server.state.streams.byId.values()].filter(
    ({ subscribers, isArchived }) =>
      subscribers.has(userId) && (!isArchived || server.level >= since.archivedPeers),
  );
  announcePeers(server, (id) => {
    const streamIds = own.filter((one) => isKnownTo(server, id, one)).map((one) => one.id);
    return streamIds.length === 0 ? undefined : { op, streamIds, userIds: [userId] };
  });
}

/**
 * Announces that somebody is back in their groups, and in the permissions that name them, except those of streams. LEVEL(303):
 * before it, they were there all the time. That they left, clients know by themselves.
 */
function announceAsMember(server: Server, userId: number): void {
  if (server.level < since.activeMembers) return;
  const { realm, groups } = permissionsNaming(server, userId);
  for (const { group, names } of groups) {
    const group_id = group.id;
    if (group.members.includes(userId))
      announceToAll(server, "user_group", { op: "add_members", group_id, user_ids: [userId] });
    for (const name of names) {
      const data = { [name]: groupValue(server, group, name) };
      announceToAll(server, "user_group", { op: "update", group_id, data });
    }
  }
  announceRealmPermissions(server, realm);
}

// Roles: their values, who may assign them, and the consequences for groups and streams.

/** Bots do not count as owners. */
function isLastOwner({ state }: Server, person: Person): boolean {
  const owners = [...state.people.byId.values()].filter(
    (one) => isOwner(one) && one.isActive && !one.isBot,
  );
  return owners.length === 1 && owners[0]?.id === person.id;
}

/** The role with that number; throws if there is none. */
function knownRole(level: number, role: number): Role {
  const number = Object.values(roles).find((one) => one === role);
  if (number === undefined || !isChoice(updateUser.parameters.role, role, level)) {
    throw new Refusal("Invalid role: Value error, Not in the list of possible values");
  }
  return number;
}

/** The role with that number; throws unless `actor` may assign it to the person. */
function readRole(server: Server, actor: Person, person: Person, role: number): Role {
  const newRole = knownRole(server.level, role);
  const touchesOwners = (newRole === roles.owner) !== isOwner(person);
  if (touchesOwners) requireOwner(server, actor);
  if (newRole !== roles.owner && isLastOwner(server, person)) {
    throw new Refusal("The owner permission cannot be removed from the only organization owner.");
  }
  // According to the document; newer servers allow it.
  if (
    server.level <= documentLevel &&
    person.role === roles.guest &&
    newRole <= roles.administrator
  ) {
    throw new Refusal("Guests cannot be organization administrators");
  }
  return newRole;
}

/** Changes the role, and with it the system groups and the visible streams. */
function changeRole(server: Server, person: Person, role: Role): void {
  withAccessTold(server, [person.id], () => {
    commit(server, { kind: "person changed", personId: person.id, facts: { role } });
    announcePerson(server, { user_id: person.id, role });
    moveBetweenGroups(server, person.id, person.role, role);
  });
}

/** People who were deactivated from the beginning are in no group. */
function moveBetweenGroups(server: Server, userId: number, from: Role, to: Role): void {
  const isActive = server.state.people.byId.get(userId)?.isActive !== false;
  for (const [op, role] of [
    ["remove_members", from],
    ["add_members", to],
  ] as const) {
    for (const group of groupsOfRole(server.state.people, role)) {
      const others = group.members.filter((id) => id !== userId);
      if (op === "remove_members" && others.length === group.members.length) continue;
      const members = op === "add_members" ? sorted([...others, userId]) : others;
      commit(server, { kind: "group saved", group: { ...group, members } });
      if (isActive || server.level < since.activeMembers)
        announceToAll(server, "user_group", { op, group_id: group.id, user_ids: [userId] });
    }
  }
}
