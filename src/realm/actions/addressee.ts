/** Reads whom a message is for: the many spellings of `to`. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { readName } from "./stream-settings.ts";

/** JSON if it is JSON, else the text itself. */
function loosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Names are shown to programs that may put them into a page. */
function escaped(name: string): string {
  return name
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

function streamNamed(server: Server, given: string): Stream {
  const name = readName(given);
  const stream = server.state.streams.byName.get(name.toLowerCase());
  if (stream !== undefined) return stream;
  const shown = escaped(name);
  throw new Refusal(`Channel '${shown}' does not exist`, {
    code: "STREAM_DOES_NOT_EXIST",
    extra: { stream: shown },
  });
}

function streamNumbered(server: Server, id: number): Stream {
  const stream = server.state.streams.byId.get(id);
  if (stream !== undefined) return stream;
  throw new Refusal(`Channel with ID '${id}' does not exist`, {
    code: "STREAM_DOES_NOT_EXIST",
    extra: { stream_id: id },
  });
}

/** The stream that `to` names by ID, as JSON text, as it is, or as the only element of a list. */
export function streamAddressed(server: Server, to: string | undefined): () => Stream {
  if (to === undefined) throw new Refusal("Missing channel");
  const value = loosely(to);
  const [only, ...more] = Array.isArray(value) ? value : [value];
  if (more.length > 0 || only === undefined) throw new Refusal("Expected exactly one channel");
  if (Number.isInteger(only)) return () => streamNumbered(server, only);
  if (typeof only === "string") return () => streamNamed(server, only);
  throw new Refusal("Invalid data type for channel");
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

/** Throws when one of them has left. */
export function requireActive(server: Server, people: readonly Person[]): void {
  const gone = people.find(({ isActive }) => !isActive);
  if (gone === undefined) return;
  const name = server.brand.charAt(0).toUpperCase() + server.brand.slice(1);
  throw new Refusal(`'${gone.email}' is no longer using ${name}.`);
}

/** The people that `to` names by IDs or by addresses; the first entry tells which. */
export function peopleAddressed(server: Server, to: string | undefined): () => readonly Person[] {
  const value = loosely(to ?? "[]");
  const list: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(list)) throw new Refusal("Invalid data type for recipients");
  const [first] = list;
  const isById = Number.isInteger(first);
  if (!(isById || first === undefined || typeof first === "string")) {
    throw new Refusal("Invalid data type for recipients");
  }
  if (list.some((entry) => (isById ? !Number.isInteger(entry) : typeof entry !== "string"))) {
    throw new Refusal("Recipient lists may contain emails or user IDs, but not both.");
  }
  const entries = new Set(isById ? list : list.map((entry) => entry.trim()));
  entries.delete("");
  if (entries.size === 0) throw new Refusal("Message must have recipients");
  return () =>
    [...entries].map((entry) => (isById ? personById(server, entry) : byEmail(server, entry)));
}
