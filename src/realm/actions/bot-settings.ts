/** What a bot may be set to: names, kinds, streams and addresses as they come, and what is wrong with them. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { visibleStreamNamed } from "./access.ts";
import { readFullName } from "./person-name.ts";
import { isUrl } from "./urls.ts";

/** A name that nobody who is still there has. */
export function readBotName({ state }: Server, written: string): string {
  const name = readFullName(written);
  const lower = name.toLowerCase();
  for (const { fullName, isActive } of state.people.byId.values()) {
    if (isActive && fullName.toLowerCase() === lower) throw new Refusal("Name is already in use!");
  }
  return name;
}

/** The stream of that name, for somebody who may know of it; none for an empty name. */
export function readStreamName(server: Server, person: Person, name: string): number | undefined {
  return name === "" ? undefined : visibleStreamNamed(server, person, name).id;
}

/** 1 the server's own form, 2 that of another product. */
export function readInterface(form: number): number {
  if (form !== 1 && form !== 2) throw new Refusal("Invalid interface type");
  return form;
}

/** `name` is that of the parameter. */
export function readUrl(name: string, written: string): string {
  if (!isUrl(written)) throw new Refusal(`${name} is not a URL`);
  return written;
}
