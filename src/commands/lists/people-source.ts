/** Users by name; those who are present, bots and deactivated users have filters of their own. */
import { memoizeEach } from "#base/memoize-last.ts";
import { prepareParts } from "#commands/fuzzy.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { everybody, presentPeople } from "#model/select/people.ts";
import type { Filter, ListSource } from "./list.ts";
import { narrowed, searchable } from "./narrowing.ts";
import { personKey } from "./row-keys.ts";

const filters: readonly Filter[] = [
  { key: "all", title: "People", sections: ["all"] },
  { key: "active", title: "Active", sections: ["active"] },
  { key: "bots", title: "Bots", sections: ["bots"] },
  { key: "deactivated", title: "Deactivated", sections: ["deactivated"] },
];

function peopleIn(view: Replica, filter: string): readonly Person[] {
  const { people, bots, deactivated } = everybody(view.people);
  if (filter === "bots") return bots;
  if (filter === "deactivated") return deactivated;
  if (filter !== "active") return people;
  return presentPeople(view.presences, view.people, view.realm.presenceOfflineSeconds);
}

/** The same row whatever was typed, so that it is drawn once. */
const rowOf = memoizeEach(({ id }: Person): GroupedRow => ({ key: personKey(id), section: "" }));

const rows = memoizeEach((people: readonly Person[]): readonly GroupedRow[] => people.map(rowOf));

export const peopleSource: ListSource = {
  filters,
  narrows: true,
  prepare: ({ view }, clock) => prepareParts(searchable(peopleIn(view, "")), clock),
  fresh: ({ view }, filter, words = "") => {
    const counts = Object.fromEntries(
      filters.map(({ key }) => [key, peopleIn(view, key).length] as const),
    );
    return { rows: rows(narrowed(peopleIn(view, filter.key), words)), counts };
  },
  isEmpty: ({ view }) => view.epoch === 0,
};
