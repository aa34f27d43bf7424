/** HTTP Basic authentication. */

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
