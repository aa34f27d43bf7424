/** People: what they may be called, and telling everybody of what they are. */
import { Refusal } from "#realm/failures.ts";
import { announce, announceToAll, commit, everybody, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personView } from "#realm/views/person.ts";

/** `person` is their ID and what changed. */
export function announcePerson(server: Server, person: Readonly<Record<string, unknown>>): void {
  announceToAll(server, "realm_user", { op: "update", person });
}

/** New people are told with the address of their picture, which a register leaves for programs to work out. */
export function announceNewPerson(server: Server, person: Person): void {
  announce(server, "realm_user", everybody, ({ userId }) => {
    const viewer = server.state.people.byId.get(userId) ?? person;
    const view = personView(server, person, { viewer, clientGravatar: false });
    return { op: "add", person: { ...view, is_active: true } };
  });
}

const longest = 100;

export function readFullName(written: string): string {
  const name = written.trim();
  const { length } = [...name];
  if (length > longest) throw new Refusal("Name too long!");
  if (length < 2) throw new Refusal("Name too short!");
  if (/[*`\\>"@]|\p{C}/u.test(name)) throw new Refusal("Invalid characters in name!");
  // So ends a mention of one of several people with the same name.
  if (/\|\d+$/.test(name)) throw new Refusal("Invalid format!");
  return name;
}

export function rename(server: Server, person: Person, fullName: string): void {
  const { id } = person;
  commit(server, { kind: "person changed", personId: id, facts: { fullName } });
  announcePerson(server, { user_id: id, full_name: fullName });
}
