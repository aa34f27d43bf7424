/** Renames people, and announces changes of people. */
import { announce, announceToAll, commit, everybody, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personView } from "#realm/views/person.ts";

/** `person` contains the ID and the changes. */
export function announcePerson(server: Server, person: Readonly<Record<string, unknown>>): void {
  announceToAll(server, "realm_user", { op: "update", person });
}

/** The event contains the avatar URL, which a register may omit for clients that derive it. */
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
