/** Endpoints for user groups and their members. */
import * as z from "zod";
import { atMost, errorsOf, notBlank, that } from "#wire/checks.ts";
import { type ErrorRow, endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noSuchGroup, notAllowed, refused, staleSetting } from "#wire/error-rows.ts";
import { groupId, userId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { asked, object } from "#wire/object.ts";
import {
  changedPermissions,
  createdPermissions,
  groupPermissions,
  realmPermissions,
} from "#wire/permission.ts";
import { admittedBy, humans, members, userGroup } from "#wire/user.ts";

const notFound = refused("unknown user", "Invalid user ID: <id>");
const nothingToDo = refused(
  "neither given",
  'Nothing to do. Specify at least one of "add" or "delete".',
);
const reserved = ["@", "role:", "user:", "stream:", "channel:"];
const name = plain(z.string(), {
  isTrimmed: true,
  checks: [
    notBlank(refused("name empty", "User group name can't be empty!")),
    atMost(
      "groupNameLength",
      refused("name too long", "User group name cannot exceed <limit> characters."),
    ),
    ...reserved.map((prefix) =>
      that(
        (text) => !text.startsWith(prefix),
        refused(`name beginning with ${prefix}`, `User group name cannot start with '${prefix}'.`),
      ),
    ),
  ],
});
export const groupNameTaken = refused("name taken", "User group '<name>' already exists.");

const nameErrors: readonly ErrorRow[] = [groupNameTaken, ...errorsOf(name)];
const noGroupThere = refused("unknown group within", "Invalid user group ID: <id>");
/** LEVEL(165): before it, both had to be given, even if only one changed. */
const olderNeed = { neededUntil: 164, description: "needed below level 165" };
/** LEVEL(496): since then, bots may do with groups what people may. */
const insiders = [members, { ...humans, until: since.botsAndGroups - 1 }];
/** LEVEL(299): since then, permissions say who may create groups, and who may change one. */
const editors = [
  ...insiders,
  { ...admittedBy("user_group_edit_policy"), until: realmPermissions.can_create_groups - 1 },
];
const ids = optional(json(z.array(userId)));
const direct = optional(
  json(z.boolean(), { default: false, description: "true: not those of groups within it" }),
);

export const getGroups = endpoint("GET /user_groups", {
  heading: "protocol reference 7.8",
  summary: "lists user groups",
  parameters: {
    include_deactivated_groups: optional(json(z.boolean(), { default: false, since: 294 })),
  },
  who: insiders,
  answer: object({ user_groups: z.array(userGroup) }, { user_groups: asked }),
});

export const createGroup = endpoint("POST /user_groups/create", {
  summary: "creates a user group",
  parameters: {
    name,
    description: plain(z.string()),
    members: json(z.array(userId), { description: "IDs of people" }),
    subgroups: optional(json(z.array(groupId), { since: since.subgroupsOfMembers })),
    ...createdPermissions(groupPermissions),
  },
  who: editors,
  /** The ID of the new group, from level 317 on. */
  answer: object({ group_id: groupId.optional() }),
  errors: [notFound, noSuchGroup, ...nameErrors],
});

export const updateGroup = endpoint("PATCH /user_groups/{user_group_id}", {
  summary: "changes a group, except its members",
  parameters: {
    name: optional({ ...name, ...olderNeed }),
    description: optional(plain(z.string(), olderNeed)),
    ...changedPermissions(groupPermissions, 260),
    deactivated: optional(
      json(z.boolean(), { since: since.groupReactivation, description: "false reactivates it" }),
    ),
  },
  who: editors,
  errors: [
    noSuchGroup,
    refused("nothing given", "No new data supplied"),
    ...nameErrors,
    staleSetting,
  ],
});

/** From level 298 on; before, a group that is in use is deactivated all the same. */
export const groupInUse: ErrorRow = {
  when: "permissions, or other groups, refer to the group",
  code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
  text: "Cannot deactivate user group in use.",
  extra: ["objections"],
};

export const deactivateGroup = endpoint("POST /user_groups/{user_group_id}/deactivate", {
  heading: "protocol reference, part 2, 7",
  summary: "deactivates a group",
  since: since.groupDeactivation,
  who: insiders,
  errors: [noSuchGroup, notAllowed, groupInUse],
});

export const deleteGroup = endpoint("DELETE /user_groups/{user_group_id}", {
  heading: "protocol reference 7.8",
  summary: "deletes a group",
  until: 293,
  who: editors,
  errors: [noSuchGroup],
});

export const getGroupMembers = endpoint("GET /user_groups/{user_group_id}/members", {
  heading: "protocol reference 7.8",
  summary: "lists the members of a group",
  since: 127,
  parameters: { direct_member_only: direct },
  who: insiders,
  answer: object({ members: z.array(userId) }, { members: asked }),
  errors: [noSuchGroup],
});

export const changeGroupMembers = endpoint("POST /user_groups/{user_group_id}/members", {
  heading: "protocol reference 7.8",
  summary: "adds or removes members of a group",
  parameters: {
    add: ids,
    delete: ids,
    add_subgroups: optional(json(z.array(groupId), { since: since.subgroupsOfMembers })),
    delete_subgroups: optional(json(z.array(groupId), { since: since.subgroupsOfMembers })),
  },
  who: editors,
  errors: [
    noSuchGroup,
    nothingToDo,
    notFound,
    refused("in it already", "User <id> is already a member of this group"),
    refused("not in it", "There is no member '<id>' in this user group"),
  ],
});

export const getSubgroups = endpoint("GET /user_groups/{user_group_id}/subgroups", {
  heading: "protocol reference 7.8",
  summary: "lists the subgroups of a group",
  since: 127,
  parameters: { direct_subgroup_only: direct },
  who: insiders,
  answer: object({ subgroups: z.array(groupId) }, { subgroups: asked }),
  errors: [noSuchGroup],
});

export const groupWithinItself = refused(
  "within itself",
  "User group <id> is already a subgroup of one of the passed subgroups.",
);

export const changeSubgroups = endpoint("POST /user_groups/{user_group_id}/subgroups", {
  heading: "protocol reference 7.8",
  summary: "adds or removes subgroups",
  since: 127,
  parameters: { add: optional(json(z.array(groupId))), delete: optional(json(z.array(groupId))) },
  who: editors,
  errors: [
    noSuchGroup,
    nothingToDo,
    refused("within it already", "User group <id> is already a subgroup of this group."),
    refused("not within it", "User group <id> is not a subgroup of this group."),
    groupWithinItself,
    noGroupThere,
  ],
});
