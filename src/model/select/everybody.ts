/** Everybody in the organization by name: people, bots, and deactivated users. */
import { memoizeLast } from "#base/memoize-last.ts";
import { get, type Table, values } from "#base/table.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { UserId } from "#wire/ids.ts";

/** Each sorted by name, ignoring case and accents, in the same order on every machine. */
export type Everybody = {
  readonly people: readonly Person[];
  readonly bots: readonly Person[];
  readonly deactivated: readonly Person[];
};

/** The same object while nobody joins, leaves or changes. */
export const everybody = memoizeLast((table: Table<UserId, Person>): Everybody => {
  const all = [...values(table)]
    .map((person) => ({ person, name: sortKey(person) }))
    .sort((a, b) => compare(a.name, b.name) || a.person.id - b.person.id)
    .map(({ person }) => person);
  return {
    people: all.filter(({ isActive, isBot }) => isActive && !isBot),
    bots: all.filter(({ isActive, isBot }) => isActive && isBot),
    deactivated: all.filter(({ isActive }) => !isActive),
  };
});

/** Accents come apart from their letters, so that É is not behind Z. */
function sortKey({ name }: Person): string {
  return name.toLowerCase().normalize("NFD");
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * People who are active or idle, by name. Without a clock: the current time is taken to be the latest presence, and
 * one's own presence is reported every minute. Linear in the number of known presences.
 */
export const presentPeople = memoizeLast(
  (presences: Replica["presences"], table: Replica["people"], offline: number) => {
    let newest = 0;
    for (const { activeAt = 0, idleAt = 0 } of presences.values())
      newest = Math.max(newest, activeAt, idleAt);
    const present = new Set<UserId>();
    for (const [id, { activeAt = 0, idleAt = 0 }] of presences)
      if (Math.max(activeAt, idleAt) > newest - offline) present.add(id);
    return [...present]
      .flatMap((id) => get(table, id) ?? [])
      .filter(({ isActive, isBot }) => isActive && !isBot)
      .sort((a, b) => compare(sortKey(a), sortKey(b)) || a.id - b.id);
  },
);
