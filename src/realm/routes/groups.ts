/** Groups of people. */
import { personNumbered, requireHuman, requireMember } from "#realm/actions/access.ts";
import {
  changeMembers,
  changeSubgroups,
  createGroup,
  deleteGroup,
  groupNumbered,
  updateGroup,
} from "#realm/actions/groups.ts";
import { missing } from "#realm/parameters.ts";
import type { Server } from "#realm/server.ts";
import { effectiveMembers, effectiveSubgroups, type Person } from "#realm/state/people.ts";
import { groupView } from "#realm/views/person.ts";
import * as wire from "#wire/endpoints/groups.ts";
import { since } from "#wire/levels.ts";
import { type Asked, route } from "./route.ts";

export const groupRoutes = [
  route(wire.getGroups, ({ server, person }) => {
    requireInsider(person);
    return {
      user_groups: [...server.state.people.groups.values()].map((one) => groupView(server, one)),
    };
  }),
  route(wire.createGroup, ({ server, person, values }) => {
    const { name, description, members, can_mention_group: canMention } = values;
    createGroup(server, person, { name, description, members, canMention });
    return {};
  }),
  route(wire.updateGroup, (asked) => update(asked)),
  route(wire.deleteGroup, ({ server, person, pathId }) => {
    deleteGroup(server, person, pathId("user_group_id"));
    return {};
  }),
  route(wire.getGroupMembers, ({ server, person, values, pathId }) => {
    requireInsider(person);
    const group = pathId("user_group_id");
    return { members: members(server, group, values.direct_member_only ?? false) };
  }),
  route(wire.isGroupMember, ({ server, person, values, pathId }) => {
    requireInsider(person);
    const group = pathId("user_group_id");
    const inside = members(server, group, values.direct_member_only ?? false);
    return { is_user_group_member: inside.includes(personNumbered(server, pathId("user_id")).id) };
  }),
  route(wire.changeGroupMembers, ({ server, person, values, pathId }) => {
    const { add = [], delete: remove = [] } = values;
    changeMembers(server, person, pathId("user_group_id"), { add, remove });
    return {};
  }),
  route(wire.getSubgroups, ({ server, person, values, pathId }) => {
    requireInsider(person);
    const { id, subgroups } = groupNumbered(server, pathId("user_group_id"));
    const all = effectiveSubgroups(server.state.people, id);
    return { subgroups: values.direct_subgroup_only === true ? subgroups : all };
  }),
  route(wire.changeSubgroups, ({ server, person, values, pathId }) => {
    const { add = [], delete: remove = [] } = values;
    changeSubgroups(server, person, pathId("user_group_id"), { add, remove });
    return {};
  }),
];

/** Groups are no business of guests and bots. */
function requireInsider(person: Person): void {
  requireHuman(person);
  requireMember(person);
}

function members(server: Server, id: number, onlyDirect: boolean): readonly number[] {
  const group = groupNumbered(server, id);
  if (onlyDirect) return group.members;
  return [...effectiveMembers(server.state.people, id)].sort((a, b) => a - b);
}

/** LEVEL(165): name and description were both needed before it. */
function update({ server, person, values, pathId }: Asked<typeof wire.updateGroup.parameters>) {
  const { name, description, can_mention_group: canMention } = values;
  if (server.level < since.groupParts && name === undefined) throw missing("name");
  if (server.level < since.groupParts && description === undefined) throw missing("description");
  updateGroup(server, person, pathId("user_group_id"), { name, description, canMention });
  return {};
}
