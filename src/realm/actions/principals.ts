/** Those whom somebody puts into streams or out of them. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";
import { noSuchUser } from "./access.ts";

/**
 * Each of them once; throws for those who are nobody, and for those who have left.
 *
 * LEVEL(9): addresses alone before it.
 */
export function principals(
  { state, level }: Server,
  named: readonly (number | string)[],
): readonly Person[] {
  const found = named.map((one, index) => {
    if (typeof one === "string") {
      return state.people.byEmail.get(one.toLowerCase()) ?? noSuchPerson();
    }
    if (level < since.integerPrincipals) {
      throw new Refusal(`principals[${index}] is not a string`);
    }
    return state.people.byId.get(one) ?? noSuchPerson();
  });
  const gone = found.find(({ isActive }) => !isActive);
  if (gone !== undefined) throw new Refusal("User is deactivated");
  return [...new Set(found)];
}

function noSuchPerson(): never {
  throw noSuchUser();
}
