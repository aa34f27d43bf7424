/** The forms of user groups: creating, changing, deactivating and joining them. */
import { counted } from "#base/counted.ts";
import { values as allOf, get } from "#base/table.ts";
import {
  byLevel,
  callProblem,
  endpointForm,
  type FieldRow,
  field,
  levelProblem,
  type Now,
  section,
  serverSays,
} from "#commands/forms/endpoint-form.ts";
import { groupNamed, listOf, namesIn, peopleNamed } from "#commands/forms/names.ts";
import { permissionField } from "#commands/forms/permission-field.ts";
import type { Question } from "#commands/menus/menu.ts";
import type { Problem } from "#model/limits.ts";
import { ofGroup } from "#model/permission.ts";
import { creationProblem, groupDeeds, groupProblem } from "#model/permissions.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { call } from "#store/forms.ts";
import { type Endpoint, isKnownAt } from "#wire/endpoint.ts";
import {
  changeGroupMembers,
  changeSubgroups,
  createGroup,
  deactivateGroup,
  deleteGroup,
  groupNameTaken,
  groupWithinItself,
  updateGroup,
} from "#wire/endpoints/groups.ts";
import { type GroupId, groupId, type UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type GroupPermission, groupPermissions } from "#wire/permission.ts";

function takenProblem(name: string, { groups }: Replica, own?: string): Problem {
  return name !== own && [...allOf(groups)].some((group) => group.name === name)
    ? serverSays(groupNameTaken, { name })
    : undefined;
}

const names = "names of people, comma-separated";
const managed = ({ view, subject, deed }: Now<Group>) =>
  groupProblem(view, subject, "manage", deed);

/** Whoever may add or remove anybody, if only themselves. */
const membersLocked = ({ view, subject }: Now<Group>) => {
  const problems = groupDeeds.map((done) => groupProblem(view, subject, done));
  return problems.includes(undefined) ? undefined : problems[0];
};

/** Why those people cannot be added, or removed. */
function membersProblem(view: Replica, group: Group, text: string): Problem {
  const { add = [], delete: removed = [] } =
    difference(group.members, peopleNamed(view, text)) ?? {};
  const isOwn = (ids: readonly UserId[]) => ids.every((id) => id === view.ownId);
  const added =
    add.length === 0 ? undefined : groupProblem(view, group, isOwn(add) ? "join" : "add");
  if (added !== undefined || removed.length === 0) return added;
  return groupProblem(view, group, isOwn(removed) ? "leave" : "remove");
}
const groupsNamed = (view: Replica, text: string) =>
  namesIn(text).flatMap((name) => groupNamed(view, name)?.id ?? []);

/** Whether the group is the other one, or a subgroup of it at any depth. Servers prevent cycles. */
function isWithin({ groups }: Pick<Replica, "groups">, id: GroupId, other: GroupId): boolean {
  return (
    id === other ||
    (get(groups, other)?.subgroups ?? []).some((one) => isWithin({ groups }, id, one))
  );
}

/** Undefined if both are the same. */
function difference<Id>(before: readonly Id[], after: readonly Id[]) {
  const add = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  return add.length + removed.length === 0 ? undefined : { add, delete: removed };
}

const subgroups = {
  key: "subgroups",
  label: "Groups in it",
  kind: { type: "groups", placeholder: "names of groups, comma-separated" },
} as const;

function unknownGroup(view: Replica, text: string): Problem {
  const unknown = namesIn(text).find((name) => groupNamed(view, name) === undefined);
  return unknown === undefined ? undefined : `Invalid user group: ${unknown}`;
}

/** LEVEL(311): a request of its own before it. */
const subgroupsField = byLevel<Group>(
  subgroupsIn(changeGroupMembers, "add_subgroups", ({ add, delete: removed }) => ({
    add_subgroups: add,
    delete_subgroups: removed,
  })),
  subgroupsIn(changeSubgroups, "add", (change) => change),
  since.subgroupsOfMembers,
);

type SubgroupChange = { readonly add: readonly GroupId[]; readonly delete: readonly GroupId[] };

function subgroupsIn(
  to: Endpoint,
  parameter: string,
  requestOf: (change: SubgroupChange) => Readonly<Record<string, unknown>>,
): FieldRow<Group> {
  return field<Group, Endpoint["parameters"]>(to, parameter, {
    ...subgroups,
    value: ({ view, subject }) =>
      listOf(subject.subgroups.flatMap((id) => get(view.groups, id)?.name ?? [])),
    locked: ({ view, subject }) =>
      groupProblem(view, subject, "add") ?? groupProblem(view, subject, "remove"),
    problem: (text, { view, subject: { id: own } }) => {
      const unknown = unknownGroup(view, text);
      if (unknown !== undefined) return unknown;
      const isCircle = groupsNamed(view, text).some((id) => isWithin(view, own, id));
      return isCircle ? serverSays(groupWithinItself, { id: own }) : undefined;
    },
    toRequest: (text, { view, subject }) => {
      const change = difference(subject.subgroups, groupsNamed(view, text));
      return { request: change && requestOf(change) };
    },
  });
}

const permissions = [
  ["can_manage_group", "managers", "May manage"],
  ["can_add_members_group", "adders", "May add people"],
  ["can_remove_members_group", "removers", "May remove people"],
  ["can_join_group", "joiners", "May join"],
  ["can_leave_group", "leavers", "May leave"],
  ["can_mention_group", "mentioners", "May mention"],
] as const satisfies readonly (readonly [GroupPermission, string, string])[];

/** Those that the server has. */
function permissionFields(
  to: typeof createGroup | typeof updateGroup,
): readonly FieldRow<GroupFacts>[] {
  return permissions.map(([name, key, label]) => {
    const first = Math.max(groupPermissions[name], since.groupManagers);
    const row = {
      key,
      label,
      permission: (group: GroupFacts) => ofGroup(group, name),
      isFor: (_: GroupFacts, { realm }: Pick<Replica, "realm">) => realm.featureLevel >= first,
    };
    const made = to === createGroup ? "created" : "changed";
    return { ...permissionField<GroupFacts>(to, row, made), since: first };
  });
}

type GroupFacts = Pick<Group, "permissions" | "creatorId" | "isSystem">;

export const newGroupForm = endpointForm<GroupFacts>({
  saves: createGroup,
  deed: "create groups",
  subject: (view) => ({ permissions: {}, creatorId: view.ownId, isSystem: false }),
  title: () => "New group",
  locked: ({ view, deed }) => creationProblem(view, deed),
  fields: [
    ...section<GroupFacts>("Group", [
      field(createGroup, "name", {
        label: "Name",
        value: () => "",
        problem: (name, { view }) => takenProblem(name, view),
      }),
      field(createGroup, "description", { label: "Description", value: () => "" }),
      field(createGroup, "members", {
        label: "Members",
        value: ({ view }) => [view.ownId],
        placeholder: names,
      }),
      field<GroupFacts, Endpoint["parameters"]>(createGroup, "subgroups", {
        ...subgroups,
        value: () => "",
        isFor: (_, { realm }) => realm.featureLevel >= since.subgroupsOfMembers,
        problem: (text, { view }) => unknownGroup(view, text),
        toRequest: (text, { view }) => ({ request: { subgroups: groupsNamed(view, text) } }),
      }),
    ]),
    ...section("Permissions", permissionFields(createGroup)),
  ],
  submit: "Create the group",
  report: (_, { name = "" }) => `Created @${name}`,
});

export const groupForm = endpointForm<Group>({
  saves: updateGroup,
  deed: "change groups",
  refusal: managed,
  subject: ({ groups }, { id }) => get(groups, groupId.parse(id)),
  title: ({ subject }) => `Group @${subject.name}`,
  fields: [
    ...section<Group>("Group", [
      field(updateGroup, "name", {
        label: "Name",
        value: ({ subject }) => subject.name,
        problem: (name, { view, subject }) => takenProblem(name, view, subject.name),
      }),
      field(updateGroup, "description", {
        label: "Description",
        value: ({ subject }) => subject.description,
      }),
      field(changeGroupMembers, "add", {
        key: "members",
        label: "Members",
        value: ({ subject }) => subject.members,
        placeholder: names,
        locked: membersLocked,
        problem: (text, { view, subject }) => membersProblem(view, subject, text),
        toRequest: (text, { view, subject }) => ({
          request: difference(subject.members, peopleNamed(view, text)),
        }),
      }),
      subgroupsField,
    ]),
    ...section("Permissions", permissionFields(updateGroup)),
  ],
  report: ({ name: before }, { name = before }) => `Changed @${name.trim()}`,
});

/** What can be done with a group that is not needed, or is needed again. */
export type GroupStep = "delete" | "deactivate" | "reactivate";

/** LEVEL(290): groups can be deactivated; where they can still be deleted, that is what is offered. */
export function groupStep({ realm }: Pick<Replica, "realm">, { isActive }: Group): GroupStep {
  if (!isActive) return "reactivate";
  return isKnownAt(deleteGroup, realm.featureLevel) ? "delete" : "deactivate";
}

export function groupQuestion(
  view: Replica,
  { groupId: id }: { readonly groupId: GroupId },
): Question | undefined {
  const group = get(view.groups, id);
  return group && questions[groupStep(view, group)](view, group);
}

const questions: Readonly<Record<GroupStep, (view: Replica, group: Group) => Question>> = {
  delete: (view, group) => ({
    title: `Delete @${group.name}?`,
    lines: [`The group of ${peopleIn(group)} disappears for everybody.`, "This cannot be undone."],
    keep: "Keep the group",
    confirm: "Delete the group",
    key: "d",
    danger: true,
    locked:
      callProblem(view, deleteGroup, "delete groups") ??
      groupProblem(view, group, "manage", "delete groups"),
    calls: [call(deleteGroup, { user_group_id: group.id })],
    report: `Deleted @${group.name}`,
  }),
  deactivate: (view, group) => ({
    title: `Deactivate @${group.name}?`,
    lines: [
      `Nobody can mention the group of ${peopleIn(group)} any more.`,
      reactivationProblem(view) === undefined
        ? "It can be reactivated."
        : "This server cannot reactivate it.",
    ],
    keep: "Keep the group",
    confirm: "Deactivate the group",
    key: "d",
    locked:
      callProblem(view, deactivateGroup, "deactivate groups") ??
      groupProblem(view, group, "manage", "deactivate groups"),
    calls: [call(deactivateGroup, { user_group_id: group.id })],
    report: `Deactivated @${group.name}`,
  }),
  reactivate: (view, group) => ({
    title: `Reactivate @${group.name}?`,
    lines: [`The group of ${peopleIn(group)} can be mentioned again.`],
    keep: "Keep it deactivated",
    confirm: "Reactivate the group",
    key: "r",
    locked: reactivationProblem(view) ?? groupProblem(view, group, "manage", "reactivate groups"),
    calls: [call(updateGroup, { user_group_id: group.id, deactivated: false })],
    report: `Reactivated @${group.name}`,
  }),
};

function reactivationProblem(view: Replica): Problem {
  return levelProblem(view, updateGroup.parameters.deactivated);
}

function peopleIn({ members: { length } }: Group): string {
  return counted(length, "person", "people");
}

/** The user joins the group, or leaves it. */
export function membershipQuestion(
  view: Replica,
  { groupId: id }: { readonly groupId: GroupId },
): Question | undefined {
  const group = get(view.groups, id);
  if (group === undefined) return undefined;
  const isIn = group.members.includes(view.ownId);
  const ids = [view.ownId];
  return {
    title: `${isIn ? "Leave" : "Join"} @${group.name}?`,
    lines: [isIn ? "You are not mentioned with it any more." : "You are mentioned with it then."],
    keep: isIn ? "Keep being in it" : "Keep out of it",
    confirm: isIn ? "Leave the group" : "Join the group",
    key: isIn ? "l" : "j",
    locked:
      callProblem(view, changeGroupMembers, "change groups") ??
      groupProblem(view, group, isIn ? "leave" : "join"),
    calls: [
      call(changeGroupMembers, { user_group_id: id, ...(isIn ? { delete: ids } : { add: ids }) }),
    ],
    report: `${isIn ? "Left" : "Joined"} @${group.name}`,
  };
}
