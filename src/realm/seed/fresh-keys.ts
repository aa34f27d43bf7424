/** Keys and passwords that nobody can guess, in place of those that stand in the source for everybody to read. */
import type { Random } from "#base/random.ts";
import { randomKey, randomText } from "#realm/random-text.ts";
import type { Blueprint } from "./blueprint.ts";

const passwordLength = 20;

/** Whoever cannot sign in still cannot. */
export function withFreshKeys(blueprint: Blueprint, random: Random): Blueprint {
  const users = blueprint.users.map((user) => ({
    ...user,
    ...(user.apiKey === undefined ? {} : { apiKey: randomKey(random) }),
    ...(user.password === undefined ? {} : { password: randomText(random, passwordLength) }),
  }));
  return { ...blueprint, users };
}
