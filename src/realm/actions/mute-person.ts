/** Muting people: what they said is read, and so will be what they say. */
import { Refusal } from "#realm/failures.ts";
import { announceTo, commit, now, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { personalOf } from "#realm/state/state.ts";
import { noSuchUser } from "./access.ts";
import { markRead } from "./flags.ts";

function requireSomebody({ state }: Server, id: number): void {
  if (!state.people.byId.has(id)) throw noSuchUser();
}

export function mutePerson(server: Server, person: Person, otherId: number): void {
  if (otherId === person.id) throw new Refusal("Cannot mute self");
  requireSomebody(server, otherId);
  const personal = personalOf(server.state, person.id);
  if (personal.mutedPeople.has(otherId)) throw new Refusal("User already muted");
  const { byId } = server.state.messages;
  const theirs = [...personal.unread].filter((id) => byId.get(id)?.senderId === otherId);
  markRead(server, person, theirs);
  commit(server, { kind: "person muted", userId: person.id, otherId, at: now(server) });
  tellMuted(server, person);
}

export function unmutePerson(server: Server, person: Person, otherId: number): void {
  requireSomebody(server, otherId);
  if (!personalOf(server.state, person.id).mutedPeople.has(otherId)) {
    throw new Refusal("User is not muted");
  }
  commit(server, { kind: "person muted", userId: person.id, otherId, at: undefined });
  tellMuted(server, person);
}

function tellMuted(server: Server, person: Person): void {
  const { mutedPeople } = personalOf(server.state, person.id);
  announceTo(server, person.id, "muted_users", {
    muted_users: [...mutedPeople].map(([id, timestamp]) => ({ id, timestamp })),
  });
}
