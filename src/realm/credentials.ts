/** Tells who asks, by HTTP Basic, in the words of real servers. */

import type { People, Person } from "#realm/state/people.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { sendMessage } from "#wire/endpoints/messages.ts";
import { Refusal } from "./failures.ts";

function unauthorized(text: string): Refusal {
  return new Refusal(text, { code: "UNAUTHORIZED", status: 401 });
}

/** The person whose address and key the header carries; throws a `Refusal` when there is none. */
export function authenticate(people: People, header: string | undefined): Person {
  if (header === undefined) {
    throw unauthorized("Not logged in: API authentication or user session required");
  }
  const [scheme = "", encoded = ""] = header.split(" ");
  if (scheme.toLowerCase() !== "basic") {
    throw new Refusal("This endpoint requires HTTP basic authentication.");
  }
  const parts = decoded(encoded).split(":");
  const [address, key] = parts;
  if (address === undefined || key === undefined || parts.length !== 2) {
    throw unauthorized("Invalid authorization header for basic auth");
  }
  const trimmed = key.trim();
  if (!/^[A-Za-z0-9]{32}$/.test(trimmed)) throw unauthorized("Malformed API key");
  const person = people.byLogin.get(address.toLowerCase());
  if (person?.apiKey !== trimmed) throw unauthorized("Invalid API key");
  if (!person.isActive) throw unauthorized("Account is deactivated");
  return person;
}

const openToWebhooks: Endpoint = sendMessage;

/** Bots that bring in what happens elsewhere may send messages and nothing else. */
export function requireOpen({ isWebhook }: Person, endpoint: Endpoint): void {
  if (!isWebhook || endpoint === openToWebhooks) return;
  throw unauthorized("This API is not available to incoming webhook bots.");
}

function decoded(encoded: string): string {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return "";
  return Buffer.from(encoded, "base64").toString("utf8");
}
