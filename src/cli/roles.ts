/** Roles by the words that people use for them. */
import { roles } from "#wire/user.ts";
import { Exit } from "./exit-codes.ts";
import { orList } from "./or-list.ts";

const names = Object.entries(roles);

/** The number itself for a role that weir does not know. */
export function roleName(role: number): string {
  return names.find(([, number]) => number === role)?.[0] ?? `${role}`;
}

/** Throws an Exit for any other word. */
export function roleNumber(word: string): number {
  const found = names.find(([name]) => name === word);
  if (found !== undefined) return found[1];
  throw new Exit("usage", `A role must be ${orList(names.map(([name]) => name))}, not "${word}".`);
}
