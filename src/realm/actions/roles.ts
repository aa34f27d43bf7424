/** Roles: their values, who may assign them, and the consequences for groups and streams. */
import { Refusal } from "#realm/failures.ts";
import type { Role } from "#realm/seed/blueprint.ts";
import { announceTo, announceToAll, commit, type Server } from "#realm/server.ts";
import { groupsOfRole, isOwner, type Person } from "#realm/state/people.ts";
import { knowsOf, type Stream } from "#realm/state/streams.ts";
import { streamView, subscribersOf } from "#realm/views/stream.ts";
import { isChoice } from "#wire/checks.ts";
import { updateUser } from "#wire/endpoints/users.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { roles } from "#wire/user.ts";
import { requireOwner } from "./access.ts";
import { announcePeers } from "./peers.ts";
import { announcePerson } from "./people.ts";

/** Bots do not count as owners. */
export function isLastOwner({ state }: Server, person: Person): boolean {
  const owners = [...state.people.byId.values()].filter(
    (one) => isOwner(one) && one.isActive && !one.isBot,
  );
  return owners.length === 1 && owners[0]?.id === person.id;
}

/** The role with that number; throws if there is none. */
export function knownRole(level: number, role: number): Role {
  const known = Object.values(roles).find((one) => one === role);
  if (known === undefined || !isChoice(updateUser.parameters.role, role, level)) {
    throw new Refusal("Invalid role: Value error, Not in the list of possible values");
  }
  return known;
}

/** The role with that number; throws unless `actor` may assign it to the person. */
export function readRole(server: Server, actor: Person, person: Person, role: number): Role {
  const known = knownRole(server.level, role);
  const touchesOwners = (known === roles.owner) !== isOwner(person);
  if (touchesOwners) requireOwner(server, actor);
  if (known !== roles.owner && isLastOwner(server, person)) {
    throw new Refusal("The owner permission cannot be removed from the only organization owner.");
  }
  // According to the document; newer servers allow it.
  if (
    server.level <= documentLevel &&
    person.role === roles.guest &&
    known <= roles.administrator
  ) {
    throw new Refusal("Guests cannot be organization administrators");
  }
  return known;
}

/** Changes the role, and with it the system groups and the visible streams. */
export function changeRole(server: Server, person: Person, role: Role): void {
  const { streams } = server.state;
  const known = [...streams.byId.values()].filter((stream) => knowsOf(person, stream));
  commit(server, { kind: "person changed", personId: person.id, facts: { role } });
  announcePerson(server, { user_id: person.id, role });
  moveBetweenGroups(server, person.id, person.role, role);
  const now = server.state.people.byId.get(person.id) ?? person;
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
  announceTo(server, userId, "stream", {
    op,
    streams: streams.map((stream) => streamView(server, stream)),
  });
}

function tellSubscribers(server: Server, userId: number, stream: Stream): void {
  const peers = { streamIds: [stream.id], userIds: subscribersOf(server, stream) };
  announcePeers(server, (id) => (id === userId ? { op: "peer_add", ...peers } : undefined));
}

/** People who were deactivated from the beginning are in no group. */
function moveBetweenGroups(server: Server, userId: number, from: Role, to: Role): void {
  for (const [op, role] of [
    ["remove_members", from],
    ["add_members", to],
  ] as const) {
    for (const group of groupsOfRole(server.state.people, role)) {
      const others = group.members.filter((id) => id !== userId);
      if (op === "remove_members" && others.length === group.members.length) continue;
      const members = op === "add_members" ? [...others, userId].sort((a, b) => a - b) : others;
      commit(server, { kind: "group saved", group: { ...group, members } });
      announceToAll(server, "user_group", { op, group_id: group.id, user_ids: [userId] });
    }
  }
}
