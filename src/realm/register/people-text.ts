/** The long lists of people in a register answer, written as JSON once for as long as nobody changes. */
import type { Server } from "#realm/server.ts";
import type { People, Person } from "#realm/state/people.ts";
import { personView } from "#realm/views/person.ts";
import { asWritten, type Written } from "./written.ts";

type Lists = Readonly<
  Record<"realm_users" | "realm_non_active_users" | "cross_realm_bots", Written>
>;

type Known = { readonly level: number; readonly revision: number; readonly lists: Lists };

const known = new WeakMap<People, Known>();

/** `realm_users`, `realm_non_active_users` and `cross_realm_bots`. */
export function peopleText(server: Server): Lists {
  const { people } = server.state;
  const before = known.get(people);
  const { revision } = people;
  if (before?.level === server.level && before.revision === revision) return before.lists;
  const lists = listsOf(server, people);
  known.set(people, { level: server.level, revision, lists });
  return lists;
}

function listsOf(server: Server, people: People): Lists {
  const all = [...people.byId.values()];
  const write = (list: readonly Person[]) =>
    asWritten(list.map((person) => personView(server, person)));
  const own = all.filter((person) => !person.isSystem);
  return {
    realm_users: write(own.filter((person) => person.isActive)),
    realm_non_active_users: write(own.filter((person) => !person.isActive)),
    cross_realm_bots: asWritten(
      all
        .filter((person) => person.isSystem)
        .map((person) => ({ ...personView(server, person), is_active: true })),
    ),
  };
}
