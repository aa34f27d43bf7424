/** Routes for user groups. */
import { groupNumbered, notPermitted } from "#realm/actions/access.ts";
import { Refusal } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { announceToAll, commit, type Server } from "#realm/server.ts";
import {
  effectiveMembers,
  effectiveSubgroups,
  type Group,
  isModerator,
} from "#realm/state/people.ts";
import { groupView } from "#realm/views/person.ts";
import * as wire from "#wire/endpoints/groups.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const routes = [
  route(wire.getGroups, (request) => ({ user_groups: groupViews(request.server) })),
  action(wire.createGroup, ({ server, values }) => {
    const ids = [...new Set<number>(values.members)].sort((a, b) => a - b);
    requirePeople(server, ids);
    const group: Group = {
      id: server.state.newest.group + 1,
      name: readName(server, values.name),
      description: values.description,
      members: ids,
      subgroups: [],
      isSystem: false,
    };
    commit(server, { kind: "group saved", group });
    announceToAll(server, "user_group", { op: "add", group: groupView(server, group) });
  }),
  action(wire.updateGroup, (request) => {
    const { server, id, values } = request;
    const parts = ["name", "description"] as const;
    if (parts.every((part) => values[part] === undefined))
      throw new Refusal("No new data supplied");
    const group = manageable(request);
    const { name = group.name, description = group.description } = values;
    if (name !== group.name) readName(server, name, id);
    const next = { ...group, name, description };
    commit(server, { kind: "group saved", group: next });
    for (const part of parts) {
      const data = { [part]: next[part] };
      if (next[part] === group[part]) continue;
      announceToAll(server, "user_group", { op: "update", group_id: id, data });
    }
  }),
  action(wire.deleteGroup, (request) => {
    const { server, id } = request;
    manageable(request);
    commit(server, { kind: "group deleted", groupId: id });
    announceToAll(server, "user_group", { op: "remove", group_id: id });
  }),
  route(wire.getGroupMembers, ({ server, id, values }) => {
    const group = groupNumbered(server, id);
    const all = [...effectiveMembers(server.state.people, id)].sort((a, b) => a - b);
    return { members: values.direct_member_only === true ? group.members : all };
  }),
  action(wire.changeGroupMembers, (request) => change(request, "members")),
  route(wire.getSubgroups, ({ server, id, values }) => {
    const group = groupNumbered(server, id);
    const all = effectiveSubgroups(server.state.people, id);
    return { subgroups: values.direct_subgroup_only === true ? group.subgroups : all };
  }),
  action(wire.changeSubgroups, (request) => change(request, "subgroups")),
];

export function groupViews(server: Server) {
  return [...server.state.people.groups.values()].map((one) => groupView(server, one));
}

/** The group; throws unless the person is a member or a moderator. */
function manageable({ server, person, id }: Omit<RouteRequest, "values">): Group {
  const group = groupNumbered(server, id);
  const isInside = group.members.includes(person.id) || isModerator(person);
  if (group.isSystem || !isInside) throw notPermitted();
  return group;
}

function readName({ state }: Server, name: string, ownId?: number): string {
  accepted(wire.createGroup.parameters.name, name);
  const other = [...state.people.groups.values()].find((group) => group.name === name);
  if (other !== undefined && other.id !== ownId) {
    throw new Refusal(`User group '${name}' already exists.`);
  }
  return name;
}

function requirePeople({ state }: Server, ids: readonly number[]): void {
  const missingId = ids.find((id) => state.people.byId.get(id)?.isSystem !== false);
  if (missingId !== undefined) throw new Refusal(`Invalid user ID: ${missingId}`);
}

function requireGroups({ state }: Server, ids: readonly number[]): void {
  const missingId = ids.find((id) => !state.people.groups.has(id));
  if (missingId !== undefined) throw new Refusal(`Invalid user group ID: ${missingId}`);
}

/** The parts of a group, with the words of servers for them. */
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

type Exchange = Omit<RouteRequest, "values"> & {
  readonly values: Partial<Readonly<Record<"add" | "delete", readonly number[] | undefined>>>;
};

/** Throws if an added one is present or a removed one is absent. If both added and removed, it is removed. */
function change(request: Exchange, part: keyof typeof kinds): void {
  const { server, id, values } = request;
  const [add, gone] = [[...new Set(values.add)], [...new Set(values.delete)]];
  if (add.length + gone.length === 0) {
    throw new Refusal('Nothing to do. Specify at least one of "add" or "delete".');
  }
  const group = manageable(request);
  const { requireKnown, key, present, absent } = kinds[part];
  requireKnown(server, [...add, ...gone]);
  const before = group[part];
  const twice = add.find((one) => before.includes(one));
  if (twice !== undefined) throw new Refusal(present(twice));
  const lacking = gone.find((one) => !(before.includes(one) || add.includes(one)));
  if (lacking !== undefined) throw new Refusal(absent(lacking));
  if (part === "subgroups") requireNoCircle(server, id, add);
  const next = [...before, ...add].filter((one) => !gone.includes(one)).sort((a, b) => a - b);
  commit(server, { kind: "group saved", group: { ...group, [part]: next } });
  for (const [op, ids] of Object.entries({ add, remove: gone })) {
    if (ids.length === 0) continue;
    announceToAll(server, "user_group", { op: `${op}_${part}`, group_id: id, [key]: ids });
  }
}

/** Throws if a group would contain itself, directly or indirectly. */
function requireNoCircle({ state }: Server, id: number, add: readonly number[]): void {
  const isCircle = add.some(
    (one) => one === id || effectiveSubgroups(state.people, one).includes(id),
  );
  if (!isCircle) return;
  throw new Refusal(`User group ${id} is already a subgroup of one of the passed subgroups.`);
}
