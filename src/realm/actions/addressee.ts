/** Parses the recipient of a message, the many forms of `to`, and checks who may post there. */
import { Refusal } from "#realm/failures.ts";
import { accepted } from "#realm/parameters.ts";
import { canReadHistory, hasAt, mayInStream } from "#realm/permissions.ts";
import type { Server } from "#realm/server.ts";
import type { Mentions } from "#realm/state/messages.ts";
import { isAdministrator, isGuest, isModerator, type Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { streamName } from "#wire/endpoints/streams.ts";
import { since } from "#wire/levels.ts";
import { isAllowed, isFull, noSuchUser } from "./access.ts";

/** The parsed value if it is JSON, else the text itself. */
function loosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Normalizes the type of a message to `stream` or `direct`. */
export function messageType(level: number, type: string): "stream" | "direct" {
  if (type === "stream" || type === "channel") return "stream";
  if (type === "private" || (type === "direct" && level >= since.directType)) return "direct";
  throw new Refusal("Invalid type");
}

/** The stream in `to`: an ID or a name, as JSON, as plain text, or as the only element of a list. */
export function streamAddressed(server: Server, to: string | undefined): () => Stream {
  if (to === undefined) throw new Refusal("Missing channel");
  const value = loosely(to);
  const [only, ...more] = Array.isArray(value) ? value : [value];
  if (more.length > 0 || only === undefined) throw new Refusal("Expected exactly one channel");
  if (typeof only !== "string" && !Number.isInteger(only)) {
    throw new Refusal("Invalid data type for channel");
  }
  return () => {
    const { byId, byName } = server.state.streams;
    const name = typeof only === "string" ? accepted(streamName, only) : undefined;
    const stream = name === undefined ? byId.get(only) : byName.get(name.toLowerCase());
    if (stream !== undefined) return stream;
    const named = name === undefined ? `with ID '${only}'` : `'${name}'`;
    throw new Refusal(`Channel ${named} does not exist`, {
      code: "STREAM_DOES_NOT_EXIST",
      extra: name === undefined ? { stream_id: only } : { stream: name },
    });
  };
}

function byEmail(server: Server, address: string): Person {
  const person = server.state.people.byEmail.get(address.toLowerCase());
  if (person === undefined) throw new Refusal(`Invalid email '${address}'`);
  return person;
}

export function personById(server: Server, id: number): Person {
  const person = server.state.people.byId.get(id);
  if (person === undefined) throw new Refusal(`Invalid user ID ${id}`);
  return person;
}

/** Throws if one of them is deactivated. */
export function requireActive(server: Server, people: readonly Person[]): void {
  const gone = people.find(({ isActive }) => !isActive);
  if (gone === undefined) return;
  const name = server.brand.charAt(0).toUpperCase() + server.brand.slice(1);
  throw new Refusal(`'${gone.email}' is no longer using ${name}.`);
}

/** The people in `to`, by ID or by address, depending on the first entry. */
export function peopleAddressed(server: Server, to: string | undefined): () => readonly Person[] {
  const value = loosely(to ?? "[]");
  const list: unknown = typeof value === "string" ? value.split(",") : value;
  const isList = Array.isArray(list) && list.every(isPersonName);
  if (!isList) throw new Refusal("Invalid data type for recipients");
  if (new Set(list.map((entry) => typeof entry)).size > 1) {
    throw new Refusal("Recipient lists may contain emails or user IDs, but not both.");
  }
  const entries = new Set(list.map((entry) => (typeof entry === "string" ? entry.trim() : entry)));
  entries.delete("");
  if (entries.size === 0) throw new Refusal("Message must have recipients");
  return () =>
    [...entries].map((entry) =>
      typeof entry === "number" ? personById(server, entry) : byEmail(server, entry),
    );
}

function isPersonName(entry: unknown): entry is number | string {
  return typeof entry === "string" || Number.isInteger(entry);
}

/**
 * The people to subscribe or unsubscribe, without duplicates; throws for unknown and deactivated ones.
 *
 * LEVEL(9): only addresses before it.
 */
export function principals(
  { state, level }: Server,
  named: readonly (number | string)[],
): readonly Person[] {
  const { byId, byEmail } = state.people;
  const people = named.map((one) => {
    if (typeof one === "number" && level < since.integerPrincipals) {
      throw new Refusal("principals is not a list of strings");
    }
    const person = typeof one === "string" ? byEmail.get(one.toLowerCase()) : byId.get(one);
    if (person === undefined) throw noSuchUser();
    if (!person.isActive) throw new Refusal("User is deactivated");
    return person;
  });
  return [...new Set(people)];
}

// Checks who may post where and mention whom; each check throws the refusal.

/** Throws unless the person, or a bot's owner, may post in the stream. */
export function requirePosting(server: Server, sender: Person, stream: Stream): void {
  if (sender.isSystem && !stream.isArchived) return;
  const owner = server.state.people.byId.get(sender.ownerId ?? -1);
  try {
    requirePostPolicy(server, sender, stream);
  } catch (complaint) {
    if (owner === undefined) throw complaint;
    requirePostPolicy(server, owner, stream);
  }
  if (stream.isArchived) throw notThere(stream);
  const isOpen =
    stream.isWebPublic ||
    !(stream.inviteOnly || isGuest(sender)) ||
    canReadHistory(server, sender, stream);
  if (isOpen || stream.subscribers.has(sender.id)) return;
  if (owner === undefined || !stream.subscribers.has(owner.id)) throw notThere(stream);
}

function notThere(stream: Stream): Refusal {
  return new Refusal(`Not authorized to send to channel '${stream.name}'`);
}

/** Throws unless the stream's policy permits posts by the person's role. */
export function requirePostPolicy(server: Server, sender: Person, stream: Stream): void {
  if (hasAt(server.level, "stream", "can_send_message_group")) {
    if (mayInStream(server, sender, stream, "can_send_message_group")) return;
    throw new Refusal("You do not have permission to post in this channel.");
  }
  const { postPolicy } = stream;
  if (isAdministrator(sender) || postPolicy === 1) return;
  if (postPolicy === 2) {
    throw new Refusal("Only organization administrators can send to this channel.");
  }
  if (isModerator(sender)) return;
  if (postPolicy === 4) {
    throw new Refusal("Only organization administrators and moderators can send to this channel.");
  }
  if (isGuest(sender)) throw new Refusal("Guests cannot send to this channel.");
  if (!isFull(server, sender)) throw new Refusal("New members cannot send to this channel.");
}

/** With more people than this, wildcard mentions need permission. */
const manyPeople = 15;

export function requireWildcard(
  server: Server,
  sender: Person,
  stream: Stream,
  { everybody, participants }: Mentions,
): void {
  if (sender.isSystem || isAllowed(server, sender, "wildcard_mention_policy")) return;
  if (everybody && stream.subscribers.size > manyPeople) {
    throw new Refusal(
      "You do not have permission to use channel wildcard mentions in this channel.",
      { code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED" },
    );
  }
  if (participants.length > manyPeople) {
    throw new Refusal("You do not have permission to use topic wildcard mentions in this topic.", {
      code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    });
  }
}
