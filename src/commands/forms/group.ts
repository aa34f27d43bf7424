/** The forms of user groups: new ones, what a group is called, and who is in it. */
import { values as allOf, get } from "#base/table.ts";
import type { Problem } from "#model/limits.ts";
import { settingProblem } from "#model/permissions.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { type Call, call } from "#store/forms.ts";
import {
  changeGroupMembers,
  changeSubgroups,
  createGroup,
  deleteGroup,
  updateGroup,
} from "#wire/endpoints/groups.ts";
import { noGuests, notAllowed } from "#wire/error-rows.ts";
import { type GroupId, groupId } from "#wire/ids.ts";
import { roles } from "#wire/user.ts";
import type { Change, Field, Form } from "./form.ts";
import {
  levelProblem,
  lockedBy,
  namesIn,
  namesOf,
  peopleNamed,
  refusal,
  serverWords,
  textProblem,
  unknownName,
} from "./parts.ts";

const saidWhen = serverWords(createGroup.errors);

function nameProblem(view: Replica, name: string, own: string): Problem {
  const problem = textProblem(view, createGroup.parameters.name, name);
  if (problem !== undefined) return problem;
  const isTaken = name !== own && [...allOf(view.groups)].some((group) => group.name === name);
  return isTaken ? saidWhen(view, "name taken", { name }) : undefined;
}

function fieldsOf(view: Replica, own: string): readonly Field[] {
  return [
    {
      key: "name",
      label: "Name",
      kind: { type: "text" },
      problem: (name) => nameProblem(view, name, own),
    },
    { key: "description", label: "Description", kind: { type: "text" } },
    {
      key: "members",
      label: "Members",
      kind: { type: "people", groups: true, placeholder: "names of people, with commas" },
      problem: (text) => unknownName(view, text),
    },
  ];
}

/** Who may make groups, and change any of those they are in. */
function groupsProblem(view: Replica): Problem {
  const isGuest = get(view.people, view.ownId)?.role === roles.guest;
  return isGuest ? refusal(view, noGuests.text) : settingProblem(view, "user_group_edit_policy");
}

/** Those in it change it, and moderators and above. */
function groupProblem(view: Replica, { members, isSystem }: Group): Problem {
  const problem = groupsProblem(view);
  if (problem !== undefined) return problem;
  const role = get(view.people, view.ownId)?.role ?? roles.owner;
  const isAllowed = !isSystem && (members.includes(view.ownId) || role <= roles.moderator);
  return isAllowed ? undefined : refusal(view, notAllowed.text);
}

function subgroupsField(view: Replica, own: GroupId): Field {
  return {
    key: "subgroups",
    label: "Groups in it",
    kind: { type: "text", placeholder: "names of groups, with commas" },
    problem: (text) => {
      const unknown = namesIn(text).find((name) => groupNamed(view, name) === undefined);
      if (unknown !== undefined) return `Invalid user group: ${unknown}`;
      const isItself = namesIn(text).some((name) => groupNamed(view, name) === own);
      return isItself ? "A group cannot be in itself." : undefined;
    },
  };
}

function groupNamed({ groups }: Replica, name: string): GroupId | undefined {
  return [...allOf(groups)].find((group) => group.name === name)?.id;
}

function groupsNamed(view: Replica, text: string): readonly GroupId[] {
  return namesIn(text).flatMap((name) => groupNamed(view, name) ?? []);
}

function subgroupNames({ groups }: Replica, { subgroups }: Group): string {
  return subgroups.flatMap((id) => get(groups, id)?.name ?? []).join(", ");
}

export const newGroupForm: Form = {
  now: (view) => ({
    title: "New group",
    locked: groupsProblem(view),
    fields: fieldsOf(view, ""),
    truth: { name: "", description: "", members: namesOf(view, [view.ownId]) },
    submit: "Create the group",
  }),
  save: (view, _, { values }) => {
    const { name = "", description = "", members = "" } = values;
    const request = { name: name.trim(), description, members: [...peopleNamed(view, members)] };
    return { calls: [call(createGroup, request)], done: `Created @${name.trim()}` };
  },
};

export const groupForm: Form = {
  now: (view, { id }) => {
    const group = get(view.groups, groupId.parse(id));
    if (group === undefined) return undefined;
    const locked = groupProblem(view, group);
    const subgroups = lockedBy(subgroupsField(view, group.id), levelProblem(view, changeSubgroups));
    const fields = [...fieldsOf(view, group.name), subgroups];
    return {
      title: `Group @${group.name}`,
      fields: fields.map((field) => lockedBy(field, locked ?? field.locked)),
      truth: {
        name: group.name,
        description: group.description,
        members: namesOf(view, group.members),
        subgroups: subgroupNames(view, group),
      },
    };
  },
  save: (view, { id }, change) => {
    const group = get(view.groups, groupId.parse(id));
    if (group === undefined) return { done: "The group is gone" };
    return {
      calls: [...factCalls(group, change), ...memberCalls(view, group, change)],
      done: `Changed @${group.name}`,
    };
  },
};

/** Older servers need both. */
function factCalls({ id, name, description }: Group, { values, changed }: Change): readonly Call[] {
  if (!changed.has("name") && !changed.has("description")) return [];
  const facts = {
    name: values["name"]?.trim() ?? name,
    description: values["description"] ?? description,
  };
  return [call(updateGroup, { user_group_id: id, ...facts })];
}

function memberCalls(view: Replica, group: Group, { values, changed }: Change): readonly Call[] {
  const people = difference(group.members, peopleNamed(view, values["members"] ?? ""));
  const groups = difference(group.subgroups, groupsNamed(view, values["subgroups"] ?? ""));
  const user_group_id = group.id;
  return [
    ...(changed.has("members") && people !== undefined
      ? [call(changeGroupMembers, { user_group_id, ...people }, "members")]
      : []),
    ...(changed.has("subgroups") && groups !== undefined
      ? [call(changeSubgroups, { user_group_id, ...groups }, "subgroups")]
      : []),
  ];
}

/** Undefined where both are the same. */
function difference<Id>(
  before: readonly Id[],
  after: readonly Id[],
): { readonly add: Id[]; readonly delete: Id[] } | undefined {
  const add = after.filter((id) => !before.includes(id));
  const gone = before.filter((id) => !after.includes(id));
  return add.length + gone.length === 0 ? undefined : { add, delete: gone };
}

export const deleteGroupForm: Form = {
  now: (view, { id }) => {
    const group = get(view.groups, groupId.parse(id));
    if (group === undefined) return undefined;
    const count = group.members.length;
    return {
      title: `Delete @${group.name}?`,
      told: [
        `The group of ${count === 1 ? "1 person" : `${count} people`} disappears for everybody.`,
        "This cannot be undone.",
      ],
      locked: groupProblem(view, group),
      fields: [],
      truth: {},
      submit: "Delete the group",
      keep: "Keep the group",
    };
  },
  save: (view, { id }) => ({
    calls: [call(deleteGroup, { user_group_id: id })],
    done: `Deleted @${get(view.groups, groupId.parse(id))?.name ?? "the group"}`,
  }),
};
