/** People: what they are called, and telling everybody of what they are. */
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

export function rename(server: Server, person: Person, fullName: string): void {
  const { id } = person;
  commit(server, { kind: "person changed", personId: id, facts: { fullName } });
  announcePerson(server, { user_id: id, full_name: fullName });
}
