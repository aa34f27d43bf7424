/** Authenticates requests, and makes random keys and passwords. */
import { below, type Random } from "#base/random.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import type { People, Person } from "#realm/state/people.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { Refusal } from "./failures.ts";

export function unauthorized(text: string): Refusal {
  return new Refusal(text, { code: "UNAUTHORIZED", status: 401 });
}

/**
 * The person with the address and key in the header; throws a `Refusal` if there is none. The document accepts the API
 * address, newer servers only the real one.
 */
export function authenticate(people: People, header: string | undefined, level: number): Person {
  if (header === undefined) {
    throw unauthorized("Not logged in: API authentication or user session required");
  }
  const encoded = /^basic +([\w+/]+=*)$/i.exec(header)?.[1] ?? "";
  const [address = "", key, ...rest] = Buffer.from(encoded, "base64").toString().split(":");
  if (key === undefined || rest.length > 0) {
    throw unauthorized("Invalid authorization header for basic auth");
  }
  const named = address.trim().toLowerCase();
  const byApi = level <= documentLevel ? people.byEmail.get(named) : undefined;
  const person = byApi ?? people.byLogin.get(named);
  if (person?.apiKey !== key.trim()) throw unauthorized("Invalid API key");
  if (!person.isActive) throw unauthorized("Account is deactivated");
  return person;
}

/** Whether the request has valid credentials. */
export function isAuthentic(people: People, { headers }: Request, level: number): boolean {
  try {
    authenticate(people, headers.get("authorization") ?? undefined, level);
    return true;
  } catch (problem) {
    if (problem instanceof Refusal) return false;
    throw problem;
  }
}

// Random letters and digits: keys, and the secret parts of URLs.

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function randomText(random: Random, count: number): string {
  return Array.from({ length: count }, () => letters[below(random, letters.length)]).join("");
}

/** An API key. */
export function randomKey(random: Random): string {
  return randomText(random, 32);
}

// Replaces the public keys and passwords of the source by random ones.

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
