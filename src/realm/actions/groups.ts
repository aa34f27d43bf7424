/** Groups of people: made, renamed, filled and emptied, by whoever may have to do with groups at all. */
import { Refusal } from "#realm/failures.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import { effectiveSubgroups, type Group, isModerator, type Person } from "#realm/state/people.ts";
import { groupView } from "#realm/views/person.ts";
import { notPermitted } from "./access.ts";
import { groupNumbered, requireGroups, requirePeople } from "./group-settings.ts";

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

export type GroupRequest = {
  readonly name: string;
  readonly description: string;
  readonly members: readonly number[];
};

export function createGroup(server: Server, request: GroupRequest): void {
  const members = [...new Set(request.members)].sort((a, b) => a - b);
  requirePeople(server, members);
  const group: Group = {
    id: server.state.newest.group + 1,
    name: readName(server, request.name),
    description: request.description,
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

/** What a group consists of, and how servers speak of it. */
const kinds = {
  members: {
    requireKnown: requirePeople,
    key: "user_ids",
    present: (id: number) => `User ${id} is already a member of this group`,
    absent: (id: number) => `There is no member '${id}' in this user group`,
  },
  subgroups: {
    requireKnown: requireGroups,
    key: "direct_subgroup_ids",
    present: (id: number) => `User group ${id} is already a subgroup of this group.`,
    absent: (id: number) => `User group ${id} is not a subgroup of this group.`,
  },
} as const;

export type Exchange = {
  readonly add: readonly number[] | undefined;
  readonly delete: readonly number[] | undefined;
};

/** Each that comes must not be there yet, and each that goes must be; whoever comes and goes in one request is gone. */
export function changeGroup(
  server: Server,
  person: Person,
  id: number,
  part: keyof typeof kinds,
  exchange: Exchange,
): void {
  const [add, remove] = [[...new Set(exchange.add)], [...new Set(exchange.delete)]];
  if (add.length + remove.length === 0) {
    throw new Refusal('Nothing to do. Specify at least one of "add" or "delete".');
  }
  const group = manageable(server, person, id);
  const { requireKnown, key, present, absent } = kinds[part];
  requireKnown(server, [...add, ...remove]);
  const before = group[part];
  const twice = add.find((one) => before.includes(one));
  if (twice !== undefined) throw new Refusal(present(twice));
  const missing = remove.find((one) => !(before.includes(one) || add.includes(one)));
  if (missing !== undefined) throw new Refusal(absent(missing));
  if (part === "subgroups") requireNoCircle(server, id, add);
  const next = [...before, ...add].filter((one) => !remove.includes(one)).sort((a, b) => a - b);
  commit(server, { kind: "group saved", group: { ...group, [part]: next } });
  for (const [op, ids] of [
    [`add_${part}`, add],
    [`remove_${part}`, remove],
  ] as const) {
    if (ids.length > 0) announceToAll(server, "user_group", { op, group_id: id, [key]: ids });
  }
}

/** No group is within itself, however far down. */
function requireNoCircle({ state }: Server, id: number, add: readonly number[]): void {
  const isCircle = add.some(
    (one) => one === id || effectiveSubgroups(state.people, one).includes(id),
  );
  if (!isCircle) return;
  throw new Refusal(`User group ${id} is already a subgroup of one of the passed subgroups.`);
}
