/** Those whom somebody puts into streams or out of them. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { since } from "#wire/levels.ts";

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
      return state.people.byEmail.get(one.toLowerCase()) ?? unknown(level, one);
    }
    if (level < since.integerPrincipals) {
      throw new Refusal(`principals[${index}] is not a string`);
    }
    return state.people.byId.get(one) ?? unknown(level, String(one));
  });
  const gone = found.find(({ isActive }) => !isActive);
  if (gone === undefined) return [...new Set(found)];
  if (level >= since.wrongPrincipals) throw new Refusal("User is deactivated");
  return unknown(level, gone.email);
}

/** LEVEL(208): whoever cannot be meant had a status and a code of their own before it. */
function unknown(level: number, principal: string): never {
  if (level >= since.wrongPrincipals) throw new Refusal("No such user");
  throw new Refusal(`User not authorized to execute queries on behalf of '${principal}'`, {
    code: "UNAUTHORIZED_PRINCIPAL",
    status: 403,
    extra: { principal },
  });
}
