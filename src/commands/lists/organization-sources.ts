/** The lists of user groups and of profile fields. */

import { values } from "#base/table.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { byFilter, type ListSource } from "./list.ts";
import { fieldKey, groupKey } from "./row-keys.ts";

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
    groupsIn(view, filter).map(({ id }) => ({ key: groupKey(id) })),
  ),
  isEmpty: ({ view }) => view.epoch === 0,
  follows: ({ view }) => view.groups.size,
};

/** In the order in which profiles show them. */
export const fieldsSource: ListSource = {
  ...byFilter({ all: "All" }, ({ view }) =>
    view.organization.profileFields.map(({ id }) => ({ key: fieldKey(id) })),
  ),
  isEmpty: ({ view }) => view.epoch === 0,
  follows: ({ view }) => view.organization.profileFields.length,
};
