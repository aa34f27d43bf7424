/** The forms of user groups: creating, renaming and deleting them, and their members. */
import { values as allOf, get } from "#base/table.ts";
import {
  callProblem,
  endpointForm,
  field,
  type Now,
  serverSays,
} from "#commands/forms/endpoint-form.ts";
import { groupNamed, listOf, namesIn, peopleNamed } from "#commands/forms/names.ts";
import type { Question } from "#commands/menus/menu.ts";
import type { Problem } from "#model/limits.ts";
import { groupProblem } from "#model/permissions.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { call } from "#store/forms.ts";
import {
  changeGroupMembers,
  changeSubgroups,
  createGroup,
  deleteGroup,
  groupNameTaken,
  groupWithinItself,
  updateGroup,
} from "#wire/endpoints/groups.ts";
import { type GroupId, groupId } from "#wire/ids.ts";

function takenProblem(name: string, { groups }: Replica, own?: string): Problem {
  return name !== own && [...allOf(groups)].some((group) => group.name === name)
    ? serverSays(groupNameTaken, { name })
    : undefined;
}

const names = "names of people, comma-separated";
const locked = ({ view, subject }: Now<Group>) => groupProblem(view, subject, "manage");
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

export const newGroupForm = endpointForm({
  saves: createGroup,
  deed: "create groups",
  subject: () => ({}),
  title: () => "New group",
  fields: [
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
  ],
  submit: "Create the group",
  done: (_, { name = "" }) => `Created @${name}`,
});

export const groupForm = endpointForm<Group>({
  saves: updateGroup,
  deed: "change groups",
  subject: ({ groups }, { id }) => get(groups, groupId.parse(id)),
  title: ({ subject }) => `Group @${subject.name}`,
  fields: [
    field(updateGroup, "name", {
      label: "Name",
      value: ({ subject }) => subject.name,
      locked,
      problem: (name, { view, subject }) => takenProblem(name, view, subject.name),
    }),
    field(updateGroup, "description", {
      label: "Description",
      value: ({ subject }) => subject.description,
      locked,
    }),
    field(changeGroupMembers, "add", {
      key: "members",
      label: "Members",
      value: ({ subject }) => subject.members,
      placeholder: names,
      locked,
      toRequest: (text, { view, subject }) => ({
        request: difference(subject.members, peopleNamed(view, text)),
      }),
    }),
    field(changeSubgroups, "add", {
      key: "subgroups",
      label: "Groups in it",
      value: ({ view, subject }) =>
        listOf(subject.subgroups.flatMap((id) => get(view.groups, id)?.name ?? [])),
      kind: { type: "groups", placeholder: "names of groups, comma-separated" },
      locked,
      problem: (text, { view, subject: { id: own } }) => {
        const unknown = namesIn(text).find((name) => groupNamed(view, name) === undefined);
        if (unknown !== undefined) return `Invalid user group: ${unknown}`;
        const isCircle = groupsNamed(view, text).some((id) => isWithin(view, own, id));
        return isCircle ? serverSays(groupWithinItself, { id: own }) : undefined;
      },
      toRequest: (text, { view, subject }) => ({
        request: difference(subject.subgroups, groupsNamed(view, text)),
      }),
    }),
  ],
  done: ({ name: before }, { name = before }) => `Changed @${name.trim()}`,
});

export function deleteGroupQuestion(
  view: Replica,
  { groupId: id }: { readonly groupId: GroupId },
): Question | undefined {
  const group = get(view.groups, id);
  if (group === undefined) return undefined;
  const { length: count } = group.members;
  return {
    title: `Delete @${group.name}?`,
    lines: [
      `The group of ${count === 1 ? "1 person" : `${count} people`} disappears for everybody.`,
      "This cannot be undone.",
    ],
    keep: "Keep the group",
    confirm: "Delete the group",
    key: "d",
    danger: true,
    locked: callProblem(view, deleteGroup, "delete groups") ?? groupProblem(view, group, "manage"),
    calls: [call(deleteGroup, { user_group_id: id })],
    done: `Deleted @${group.name}`,
  };
}
