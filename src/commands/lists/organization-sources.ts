/** The lists of user groups and of profile fields. */
import { values } from "#base/table.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { RowKey } from "#store/list.ts";
import type { State } from "#store/state.ts";
import type { GroupId } from "#wire/ids.ts";
import type { Filter, ListSource } from "./source.ts";

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

const groupFilters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["all"] },
  { key: "own", title: "Yours", sections: ["own"] },
];

export const groupsSource: ListSource = {
  filters: groupFilters,
  fresh: ({ view }, { key: filter }) => {
    const all = ownGroups(view);
    const own = all.filter(({ members }) => members.includes(view.ownId));
    const shown = filter === "own" ? own : all;
    return {
      rows: shown.map(({ id }) => ({ key: `${groupPrefix}${id}`, section: "" })),
      counts: { all: all.length, own: own.length },
    };
  },
  arrived: () => 0,
  isEmpty: ({ view }) => view.epoch === 0,
  follows: ({ view }) => view.groups.size,
};

function fieldsOf({ view }: Pick<State, "view">) {
  return view.organization.profileFields;
}

/** In the order in which profiles show them. */
export const fieldsSource: ListSource = {
  filters: [{ key: "all", title: "All", sections: ["all"] }],
  fresh: (state) => ({
    rows: fieldsOf(state).map(({ id }) => ({ key: `${fieldPrefix}${id}`, section: "" })),
    counts: { all: fieldsOf(state).length },
  }),
  arrived: () => 0,
  isEmpty: ({ view }) => view.epoch === 0,
  follows: (state) => fieldsOf(state).length,
};
