/** The lists of user groups and of profile fields. */
import { values } from "#base/table.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { RowKey } from "#store/list.ts";
import type { GroupId } from "#wire/ids.ts";
import { byFilter, type ListSource } from "./source.ts";

const groupPrefix = "group:";
const fieldPrefix = "field:";

/** Undefined for rows that are not groups. */
export function groupOfKey(key: RowKey): GroupId | undefined {
  return key.startsWith(groupPrefix)
    ? (Number(key.slice(groupPrefix.length)) as GroupId)
    : undefined;
}

/** The ID of a profile field; undefined for other rows. */
export function fieldOfKey(key: RowKey): number | undefined {
  return key.startsWith(fieldPrefix) ? Number(key.slice(fieldPrefix.length)) : undefined;
}

/** By name, without system groups. */
function ownGroups({ groups }: Replica): readonly Group[] {
  return [...values(groups)]
    .filter(({ isSystem }) => !isSystem)
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

function groupsIn(view: Replica, filter: string): readonly Group[] {
  const all = ownGroups(view);
  return filter === "own" ? all.filter(({ members }) => members.includes(view.ownId)) : all;
}

export const groupsSource: ListSource = {
  ...byFilter({ all: "All", own: "Yours" }, ({ view }, filter) =>
    groupsIn(view, filter).map(({ id }) => ({ key: `${groupPrefix}${id}` })),
  ),
  isEmpty: ({ view }) => view.epoch === 0,
  follows: ({ view }) => view.groups.size,
};

/** In the order in which profiles show them. */
export const fieldsSource: ListSource = {
  ...byFilter({ all: "All" }, ({ view }) =>
    view.organization.profileFields.map(({ id }) => ({ key: `${fieldPrefix}${id}` })),
  ),
  isEmpty: ({ view }) => view.epoch === 0,
  follows: ({ view }) => view.organization.profileFields.length,
};
