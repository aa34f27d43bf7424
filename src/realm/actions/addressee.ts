/** Reads whom a message is for: the many spellings of `to`. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";

/** JSON if it is JSON, else the text itself. */
function loosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function streamNamed(server: Server, name: string): Stream {
  const stream = server.state.streams.byName.get(name.trim().toLowerCase());
  if (stream !== undefined) return stream;
  const shown = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
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
  if (typeof only === "number") return () => streamNumbered(server, only);
  if (typeof only === "string") return () => streamNamed(server, only);
  throw new Refusal("Invalid data type for channel");
}

function byEmail(server: Server, address: string): Person {
  const person = server.state.people.byEmail.get(address.trim().toLowerCase());
  if (person === undefined) throw new Refusal(`Invalid email '${address}'`);
  return person;
}

function byId(server: Server, id: number): Person {
  const person = server.state.people.byId.get(id);
  if (person === undefined) throw new Refusal(`Invalid user ID ${id}`);
  return person;
}

/** The people that `to` names by IDs or by addresses. */
export function peopleAddressed(server: Server, to: string | undefined): () => readonly Person[] {
  const value = loosely(to ?? "[]");
  const list = typeof value === "string" ? value.split(",").map((part) => part.trim()) : value;
  if (!Array.isArray(list)) throw new Refusal("Invalid data type for recipients");
  const names = list.filter((entry): entry is string => typeof entry === "string" && entry !== "");
  const ids = list.filter((entry): entry is number => typeof entry === "number");
  if (names.length > 0 && ids.length > 0) {
    throw new Refusal("Recipient lists may contain emails or user IDs, but not both.");
  }
  if (names.length + ids.length < list.filter((entry) => entry !== "").length) {
    throw new Refusal("Invalid data type for recipients");
  }
  if (names.length + ids.length === 0) throw new Refusal("Message must have recipients");
  return () => [
    ...names.map((name) => byEmail(server, name)),
    ...ids.map((id) => byId(server, id)),
  ];
}
