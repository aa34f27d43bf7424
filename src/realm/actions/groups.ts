/** Groups of people: made, renamed, filled and emptied, by whoever may have to do with groups at all. */
import { Refusal } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import { effectiveSubgroups, type Group, isModerator, type Person } from "#realm/state/people.ts";
import { groupView } from "#realm/views/person.ts";
import { notPermitted } from "./access.ts";
import { groupNumbered, requireGroups, requirePeople } from "./group-settings.ts";
import { named, notify } from "./notify.ts";

/** The group, for somebody who may change it: those who are in it, and moderators. */
function manageable(server: Server, person: Person, id: number): Group {
  const group = groupNumbered(server, id);
  const isInside = group.members.includes(person.id) || isModerator(person);
  if (group.isSystem || !isInside) throw notPermitted();
  return group;
}

const longestName = 100;
const reserved = ["@", "role:", "user:", "stream:", "channel:"];

function readName({ state }: Server, name: string, ownId?: number): string {
  if (name.trim() === "") throw new Refusal("User group name can't be empty!");
  if ([...name].length > longestName) {
    throw new Refusal(`User group name cannot exceed ${longestName} characters.`);
  }
  const prefix = reserved.find((one) => name.startsWith(one));
  if (prefix !== undefined) throw new Refusal(`User group name cannot start with '${prefix}'.`);
  const other = [...state.people.groups.values()].find((group) => group.name === name);
  if (other !== undefined && other.id !== ownId) {
    throw new Refusal(`User group '${name}' already exists.`);
  }
  return name;
}

export type GroupWish = {
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
};

export function createGroup(server: Server, wish: GroupWish): void {
  const members = [...new Set(wish.members)].sort((a, b) => a - b);
  requirePeople(server, members);
  const group: Group = {
    id: server.state.newest.group + 1,
    name: readName(server, wish.name),
    description: wish.description,
    members,
    subgroups: [],
    isSystem: false,
  };
  commit(server, { kind: "group saved", group });
  announceToAll(server, "user_group", { op: "add", group: groupView(server, group) });
}

export type GroupChange = {
  readonly name: string | undefined;
  readonly description: string | undefined;
};

export function updateGroup(server: Server, person: Person, id: number, change: GroupChange): void {
  const { name, description } = change;
  if (name === undefined && description === undefined) throw new Refusal("No new data supplied");
  const group = manageable(server, person, id);
  const next = {
    ...group,
    name: name === undefined || name === group.name ? group.name : readName(server, name, id),
    description: description ?? group.description,
  };
  commit(server, { kind: "group saved", group: next });
  for (const part of ["name", "description"] as const) {
    const data = { [part]: next[part] };
    if (next[part] !== group[part])
      announceToAll(server, "user_group", { op: "update", group_id: id, data });
  }
}

export function deleteGroup(server: Server, person: Person, id: number): void {
  manageable(server, person, id);
  commit(server, { kind: "group deleted", groupId: id });
  announceToAll(server, "user_group", { op: "remove", group_id: id });
}

/** Nobody is in either list twice. */
export type Exchange = { readonly add: readonly number[]; readonly remove: readonly number[] };

/** The group for somebody who may exchange what is in it: each that comes is not there yet, and each that goes is. */
function exchangeable(
  server: Server,
  person: Person,
  id: number,
  { add, remove }: Exchange,
  kind: Kind,
): Group {
  if (add.length + remove.length === 0) {
    throw new Refusal('Nothing to do. Specify at least one of "add" or "delete".');
  }
  const group = manageable(server, person, id);
  kind.require(server, [...add, ...remove]);
  const present = group[kind.part];
  const twice = add.find((one) => present.includes(one));
  if (twice !== undefined) throw new Refusal(kind.present(twice));
  const missing = remove.find((one) => !(present.includes(one) || add.includes(one)));
  if (missing !== undefined) throw new Refusal(kind.absent(missing));
  return group;
}

/** What a group consists of, and how real servers speak of it. */
type Kind = {
  readonly part: "members" | "subgroups";
  readonly require: (server: Server, ids: readonly number[]) => void;
  readonly present: (id: number) => string;
  readonly absent: (id: number) => string;
};

const members: Kind = {
  part: "members",
  require: requirePeople,
  present: (id) => `User ${id} is already a member of this group`,
  absent: (id) => `There is no member '${id}' in this user group`,
};

const subgroups: Kind = {
  part: "subgroups",
  require: requireGroups,
  present: (id) => `User group ${id} is already a subgroup of this group.`,
  absent: (id) => `User group ${id} is not a subgroup of this group.`,
};

/** Whoever comes and goes in one request is gone. */
function save(server: Server, group: Group, { add, remove }: Exchange, { part }: Kind): void {
  const left = [...group[part], ...add].filter((one) => !remove.includes(one));
  const next = part === "members" ? left.sort((a, b) => a - b) : left;
  commit(server, { kind: "group saved", group: { ...group, [part]: next } });
}

export function changeMembers(
  server: Server,
  person: Person,
  id: number,
  exchange: Exchange,
): void {
  const group = exchangeable(server, person, id, exchange, members);
  save(server, group, exchange, members);
  const tell = (op: string, ids: readonly number[], deed: string) => {
    if (ids.length === 0) return;
    announceToAll(server, "user_group", { op, group_id: id, user_ids: ids });
    for (const one of ids) tellTouched(server, person, one, `${deed} the group @_*${group.name}*.`);
  };
  tell("add_members", exchange.add, "added you to");
  tell("remove_members", exchange.remove, "removed you from");
}

function tellTouched(server: Server, person: Person, id: number, deed: string): void {
  const other = server.state.people.byId.get(id);
  if (other === undefined || other.isBot || !other.isActive || id === person.id) return;
  notify(server, { to: id }, `${named(person)} ${deed}`);
}

export function changeSubgroups(
  server: Server,
  person: Person,
  id: number,
  exchange: Exchange,
): void {
  const group = exchangeable(server, person, id, exchange, subgroups);
  requireNoCircle(server, id, exchange.add);
  save(server, group, exchange, subgroups);
  const tell = (op: string, ids: readonly number[]) => {
    if (ids.length === 0) return;
    announceToAll(server, "user_group", { op, group_id: id, direct_subgroup_ids: ids });
  };
  tell("add_subgroups", exchange.add);
  tell("remove_subgroups", exchange.remove);
}

/** No group is within itself, however far down. */
function requireNoCircle({ state }: Server, id: number, add: readonly number[]): void {
  const isCircle = add.some(
    (one) => one === id || effectiveSubgroups(state.people, one).includes(id),
  );
  if (!isCircle) return;
  throw new Refusal(`User group ${id} is already a subgroup of one of the passed subgroups.`);
}
