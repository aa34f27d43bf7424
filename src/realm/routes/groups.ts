/** Groups of people. */
import { notPermitted, requireInsider } from "#realm/actions/access.ts";
import { groupNumbered } from "#realm/actions/group-settings.ts";
import { changeGroup, createGroup, deleteGroup, updateGroup } from "#realm/actions/groups.ts";
import { isAllowed } from "#realm/actions/policies.ts";
import { missing } from "#realm/parameters.ts";
import type { Server } from "#realm/server.ts";
import { effectiveMembers, effectiveSubgroups } from "#realm/state/people.ts";
import { groupView } from "#realm/views/person.ts";
import * as wire from "#wire/endpoints/groups.ts";
import { since } from "#wire/levels.ts";
import { action, type RouteRequest, type RouteRules, route } from "./route.ts";

const reading: RouteRules = { admits: requireInsider };

const changing: RouteRules = {
  admits: (person, server) => {
    requireInsider(person);
    if (!isAllowed(server, person, "user_group_edit_policy")) throw notPermitted();
  },
};

export const groupRoutes = [
  route(
    wire.getGroups,
    ({ server }) => ({
      user_groups: [...server.state.people.groups.values()].map((one) => groupView(server, one)),
    }),
    reading,
  ),
  action(wire.createGroup, ({ server, values }) => createGroup(server, values), changing),
  action(wire.updateGroup, (request) => update(request), changing),
  action(
    wire.deleteGroup,
    ({ server, person, pathId }) => deleteGroup(server, person, pathId("user_group_id")),
    changing,
  ),
  route(
    wire.getGroupMembers,
    ({ server, values, pathId }) => {
      const group = pathId("user_group_id");
      return { members: members(server, group, values.direct_member_only ?? false) };
    },
    reading,
  ),
  action(
    wire.changeGroupMembers,
    ({ server, person, values, pathId }) =>
      changeGroup(server, person, pathId("user_group_id"), "members", values),
    changing,
  ),
  route(
    wire.getSubgroups,
    ({ server, values, pathId }) => {
      const { id, subgroups } = groupNumbered(server, pathId("user_group_id"));
      const all = effectiveSubgroups(server.state.people, id);
      return { subgroups: values.direct_subgroup_only === true ? subgroups : all };
    },
    reading,
  ),
  action(
    wire.changeSubgroups,
    ({ server, person, values, pathId }) =>
      changeGroup(server, person, pathId("user_group_id"), "subgroups", values),
    changing,
  ),
];

function members(server: Server, id: number, onlyDirect: boolean): readonly number[] {
  const group = groupNumbered(server, id);
  if (onlyDirect) return group.members;
  return [...effectiveMembers(server.state.people, id)].sort((a, b) => a - b);
}

/** LEVEL(165): name and description were both needed before it. */
function update({
  server,
  person,
  values,
  pathId,
}: RouteRequest<typeof wire.updateGroup.parameters>) {
  const { name, description } = values;
  if (server.level < since.groupParts && name === undefined) throw missing("name");
  if (server.level < since.groupParts && description === undefined) throw missing("description");
  updateGroup(server, person, pathId("user_group_id"), { name, description });
}
