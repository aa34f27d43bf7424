/** Replaces the public keys and passwords of the source by random ones. */
import type { Random } from "#base/random.ts";
import { randomKey, randomText } from "#realm/random-text.ts";
import type { Blueprint } from "./blueprint.ts";

const passwordLength = 20;

/** Accounts without credentials stay without. */
export function withFreshKeys(blueprint: Blueprint, random: Random): Blueprint {
  const users = blueprint.users.map((user) => ({
    ...user,
    ...(user.apiKey === undefined ? {} : { apiKey: randomKey(random) }),
    ...(user.password === undefined ? {} : { password: randomText(random, passwordLength) }),
  }));
  return { ...blueprint, users };
}
