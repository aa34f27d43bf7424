/** Tells who asks, by HTTP Basic, in the words of real servers. */

import type { People, Person } from "#realm/state/people.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { sendMessage } from "#wire/endpoints/messages.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { Refusal } from "./failures.ts";

export function unauthorized(text: string): Refusal {
  return new Refusal(text, { code: "UNAUTHORIZED", status: 401 });
}

export function notLoggedIn(): Refusal {
  return unauthorized("Not logged in: API authentication or user session required");
}

function malformed(): Refusal {
  return unauthorized("Invalid authorization header for basic auth");
}

/**
 * The person whose address and key the header carries; throws a `Refusal` when there is none. The document takes the API
 * address, newer servers the real one alone.
 */
export function authenticate(people: People, header: string | undefined, level: number): Person {
  if (header === undefined) throw notLoggedIn();
  const [address, key] = credentialsIn(header);
  if (!/^[A-Za-z0-9]{32}$/.test(key)) throw unauthorized("Malformed API key");
  const named = address.toLowerCase();
  const byApi = level <= documentLevel ? people.byEmail.get(named) : undefined;
  const person = byApi ?? people.byLogin.get(named);
  if (person?.apiKey !== key) throw unauthorized("Invalid API key");
  if (!person.isActive) throw unauthorized("Account is deactivated");
  return person;
}

/** Whether the request comes from somebody who may ask at all. */
export function isAuthentic(people: People, { headers }: Request, level: number): boolean {
  try {
    authenticate(people, headers.get("authorization") ?? undefined, level);
    return true;
  } catch (problem) {
    if (problem instanceof Refusal) return false;
    throw problem;
  }
}

/** A scheme and two parts joined by a colon: blanks around each are nobody's fault. */
function credentialsIn(header: string): readonly [string, string] {
  const [scheme, encoded, ...more] = header.split(/\s+/).filter((word) => word !== "");
  if (scheme === undefined || encoded === undefined || more.length > 0) throw malformed();
  if (scheme.toLowerCase() !== "basic") {
    throw new Refusal("This endpoint requires HTTP basic authentication.");
  }
  const [address, key, ...rest] = decoded(encoded).split(":");
  if (address === undefined || key === undefined || rest.length > 0) throw malformed();
  return [address.trim(), key.trim()];
}

const openToWebhooks: Endpoint = sendMessage;

/** Bots that bring in what happens elsewhere may send messages and nothing else. */
export function requireOpen({ isWebhook }: Person, endpoint: Endpoint): void {
  if (!isWebhook || endpoint === openToWebhooks) return;
  throw unauthorized("This API is not available to incoming webhook bots.");
}

/** Letters that Base64 does not have are left out, as real servers read it; bytes that are no text are refused. */
function decoded(encoded: string): string {
  const letters = encoded.replace(/[^A-Za-z0-9+/=]/g, "");
  if (letters.length % 4 !== 0) return "";
  const text = Buffer.from(letters, "base64").toString("utf8");
  return text.includes("\uFFFD") ? "" : text;
}
