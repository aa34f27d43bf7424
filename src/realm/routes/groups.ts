/** Routes for user groups. */
import { sorted } from "#base/sorted.ts";
import { groupNumbered, isAllowed, notPermitted } from "#realm/actions/access.ts";
import { withAccessTold } from "#realm/actions/stream-access.ts";
import { Refusal } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import {
  changedValue,
  groupValue,
  isRealmRule,
  isSame,
  mayInRealm,
  mayWithGroup,
  newValue,
} from "#realm/permissions.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announce, announceToAll, commit, everybody, type Server } from "#realm/server.ts";
import {
  effectiveMembers,
  effectiveSubgroups,
  type Group,
  isModerator,
} from "#realm/state/people.ts";
import { groupView, groupViews } from "#realm/views/person.ts";
import * as wire from "#wire/endpoints/groups.ts";
import { groupInUse } from "#wire/endpoints/groups.ts";
import { since } from "#wire/levels.ts";
import {
  type GroupPermission,
  type GroupSetting,
  groupPermissions,
  type SettingChange,
} from "#wire/permission.ts";

export const routes = [
  route(wire.getGroups, ({ server, values }) => ({
    user_groups: groupViews(server, values.include_deactivated_groups === true),
  })),
  route(wire.createGroup, ({ server, person, values }) => {
    // LEVEL(299): `who` says so before it.
    if (!isAllowed(server, person, "user_group_edit_policy")) throw notPermitted();
    const ids = sorted(values.members);
    requireJoining(server, ids);
    const group: Group = {
      id: server.state.newest.group + 1,
      name: readName(server, values.name),
      description: values.description,
      members: ids,
      subgroups: sorted(values.subgroups ?? []),
      isSystem: false,
      creatorId: person.id,
      permissions: requestedPermissions(server, values, undefined),
    };
    requireGroups(server, group.subgroups);
    commit(server, { kind: "group saved", group });
    announceToAll(server, "user_group", { op: "add", group: groupView(server, group) });
    return server.level < since.subgroupsOfMembers ? {} : { group_id: group.id };
  }),
  action(wire.updateGroup, (request) => {
    const { server, id, values } = request;
    const parts = ["name", "description"] as const;
    if (Object.values(values).every((value) => value === undefined))
      throw new Refusal("No new data supplied");
    const group = manageable(request, []);
    const { name = group.name, description = group.description } = values;
    if (name !== group.name) readName(server, name, id);
    const permissions = requestedPermissions(server, values, group);
    const next = { ...group, name, description, permissions };
    commit(server, { kind: "group saved", group: next });
    for (const part of parts) {
      const data = { [part]: next[part] };
      if (next[part] === group[part]) continue;
      announceToAll(server, "user_group", { op: "update", group_id: id, data });
    }
    for (const [setting, value] of Object.entries(permissions)) {
      if (isSame(value, groupValue(server, group, setting as GroupPermission))) continue;
      const data = { [setting]: value };
      announceToAll(server, "user_group", { op: "update", group_id: id, data });
    }
    if (values.deactivated === false && group.isActive === false) setActive(server, next, true);
  }),
  action(wire.deactivateGroup, (request) => {
    const group = manageable(request, []);
    const objections = objectionsTo(request.server, group.id);
    if (objections.length > 0)
      throw new Refusal(groupInUse.text, { code: groupInUse.code, extra: { objections } });
    setActive(request.server, group, false);
  }),
  action(wire.deleteGroup, (request) => {
    const { server, id } = request;
    manageable(request, []);
    commit(server, { kind: "group deleted", groupId: id });
    announceToAll(server, "user_group", { op: "remove", group_id: id });
  }),
  route(wire.getGroupMembers, ({ server, id, values }) => {
    const group = groupNumbered(server, id);
    const all = sorted(effectiveMembers(server.state.people, id));
    return { members: values.direct_member_only === true ? group.members : all };
  }),
  action(wire.changeGroupMembers, (request) => {
    const { values } = request;
    const within = { add: values.add_subgroups, delete: values.delete_subgroups };
    const isWithin = (values.add_subgroups ?? values.delete_subgroups) !== undefined;
    if (!isWithin || (values.add ?? values.delete) !== undefined) change(request, "members");
    if (isWithin) change({ ...request, values: within }, "subgroups");
  }),
  route(wire.getSubgroups, ({ server, id, values }) => {
    const group = groupNumbered(server, id);
    const all = effectiveSubgroups(server.state.people, id);
    return { subgroups: values.direct_subgroup_only === true ? group.subgroups : all };
  }),
  action(wire.changeSubgroups, (request) => change(request, "subgroups")),
];

/** LEVEL(305): before it, members and moderators may change a group; then those with one of the permissions, too. */
function manageable(
  { server, person, id }: Omit<RouteRequest, "values">,
  names: readonly GroupPermission[],
): Group {
  const group = groupNumbered(server, id);
  const isInside = group.members.includes(person.id) || isModerator(person);
  const isManaged =
    server.level < since.groupManagers
      ? isInside
      : mayInRealm(server, person, "can_manage_all_groups") ||
        mayWithGroup(server, person, group, ["can_manage_group", ...names]);
  if (group.isSystem || !isManaged) throw notPermitted();
  return group;
}

/** All that were set, with those of the request. */
function requestedPermissions(
  server: Server,
  values: Readonly<Record<string, unknown>>,
  group: Group | undefined,
): NonNullable<Group["permissions"]> {
  const entries = Object.keys(groupPermissions).flatMap((each) => {
    const name = each as GroupPermission;
    const change = values[name] as SettingChange | undefined;
    if (change === undefined) return [];
    const present = group && groupValue(server, group, name);
    const value =
      present === undefined
        ? newValue(server, "group", name, change as GroupSetting)
        : changedValue(server, "group", name, change, present);
    return [[name, value] as const];
  });
  return { ...group?.permissions, ...Object.fromEntries(entries) };
}

/** Deactivated groups do not exist for clients that do not list them. */
function setActive(server: Server, group: Group, isActive: boolean): void {
  const next = { ...group, isActive };
  commit(server, { kind: "group saved", group: next });
  const { id: group_id } = group;
  announce(server, "user_group", everybody, ({ options }) => {
    if (options.capabilities?.include_deactivated_groups === true)
      return { op: "update", group_id, data: { deactivated: !isActive } };
    return isActive ? { op: "add", group: groupView(server, next) } : { op: "remove", group_id };
  });
}

/** What refers to the group: settings of the realm, of streams and of groups, and groups that contain it. */
function objectionsTo(server: Server, id: number): readonly object[] {
  const refers = (value: GroupSetting | undefined) =>
    typeof value === "number"
      ? value === id
      : value?.direct_subgroups.some((one) => Number(one) === id) === true;
  const namesIn = (values: object = {}) =>
    Object.entries(values).flatMap(([name, value]) => (refers(value) ? [name] : []));
  const { people, streams } = server.state;
  const all = [...people.groups.values()];
  const outer = all.filter(({ subgroups }) => subgroups.includes(id)).map((one) => one.id);
  const objections = [
    {
      type: "realm",
      settings: [...server.state.settings].flatMap(([name, value]) =>
        isRealmRule(name) && refers(value as GroupSetting) ? [name] : [],
      ),
    },
    ...[...streams.byId.values()].map((stream) => ({
      type: "channel",
      channel_id: stream.id,
      settings: namesIn(stream.permissions),
    })),
    ...all.map((group) => ({
      type: "user_group",
      group_id: group.id,
      settings: namesIn(group.permissions),
    })),
  ].filter(({ settings }) => settings.length > 0);
  return outer.length === 0
    ? objections
    : [...objections, { type: "subgroup", supergroup_ids: outer }];
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

/** LEVEL(303): before it, deactivated people could become members. */
function requireJoining(server: Server, ids: readonly number[]): void {
  requirePeople(server, ids);
  if (server.level < since.activeMembers) return;
  const goneId = ids.find((id) => server.state.people.byId.get(id)?.isActive === false);
  if (goneId !== undefined) throw new Refusal(`Invalid user ID: ${goneId}`);
}

function requireGroups({ state }: Server, ids: readonly number[]): void {
  const missingId = ids.find((id) => !state.people.groups.has(id));
  if (missingId !== undefined) throw new Refusal(`Invalid user group ID: ${missingId}`);
}

/** The parts of a group, with the words of servers for them. */
const kinds = {
  members: {
    requireAddable: requireJoining,
    requireKnown: requirePeople,
    key: "user_ids",
    present: (id: number) => `User ${id} is already a member of this group`,
    absent: (id: number) => `There is no member '${id}' in this user group`,
  },
  subgroups: {
    requireAddable: requireGroups,
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
  const group = manageable(request, neededFor(request, add, gone, part));
  const { requireAddable, requireKnown, key, present, absent } = kinds[part];
  requireAddable(server, add);
  requireKnown(server, gone);
  const before = group[part];
  const twice = add.find((one) => before.includes(one));
  if (twice !== undefined) throw new Refusal(present(twice));
  const lacking = gone.find((one) => !(before.includes(one) || add.includes(one)));
  if (lacking !== undefined) throw new Refusal(absent(lacking));
  if (part === "subgroups") requireNoCircle(server, id, add);
  const next = sorted([...before, ...add].filter((one) => !gone.includes(one)));
  withAccessTold(server, peopleIn(server, [...add, ...gone], part), () => {
    commit(server, { kind: "group saved", group: { ...group, [part]: next } });
    for (const [op, ids] of Object.entries({ add, remove: gone })) {
      if (ids.length === 0) continue;
      announceToAll(server, "user_group", { op: `${op}_${part}`, group_id: id, [key]: ids });
    }
  });
}

function peopleIn(
  { state }: Server,
  ids: readonly number[],
  part: keyof typeof kinds,
): ReadonlySet<number> {
  const inside = ids.flatMap((id) => [...effectiveMembers(state.people, id)]);
  return new Set(part === "members" ? ids : inside);
}

/** The permission that admits to the change, besides managing the group; none if it both adds and removes. */
function neededFor(
  { person }: Pick<Exchange, "person">,
  add: readonly number[],
  gone: readonly number[],
  part: keyof typeof kinds,
): readonly GroupPermission[] {
  const isOwn = part === "members" && [...add, ...gone].every((id) => id === person.id);
  if (add.length > 0 && gone.length > 0) return [];
  if (add.length > 0)
    return ["can_add_members_group", ...(isOwn ? (["can_join_group"] as const) : [])];
  return ["can_remove_members_group", ...(isOwn ? (["can_leave_group"] as const) : [])];
}

/** Throws if a group would contain itself, directly or indirectly. */
function requireNoCircle({ state }: Server, id: number, add: readonly number[]): void {
  const isCircle = add.some(
    (one) => one === id || effectiveSubgroups(state.people, one).includes(id),
  );
  if (!isCircle) return;
  throw new Refusal(`User group ${id} is already a subgroup of one of the passed subgroups.`);
}
