/** Announces changes of people, and of the subscribers of streams. */
import {
  announce,
  announceToAll,
  commit,
  everybody,
  pushEvent,
  type Server,
} from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import { wants } from "#realm/state/queues.ts";
import { personView } from "#realm/views/person.ts";
import { since } from "#wire/levels.ts";

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

// Announces new and former subscribers of streams.

/** Each of these people joined, or left, each of these streams. */
export type Peers = {
  readonly op: "peer_add" | "peer_remove";
  readonly streamIds: readonly number[];
  readonly userIds: readonly number[];
};

/** `known` returns the part that somebody is told; undefined: no event. */
export function announcePeers(server: Server, known: (userId: number) => Peers | undefined): void {
  for (const queue of server.queues.values()) {
    const peers = wants(queue, "subscription") ? known(queue.userId) : undefined;
    if (peers === undefined) continue;
    for (const body of bodies(server, peers)) {
      pushEvent(server, queue, { type: "subscription", op: peers.op, ...body });
    }
  }
}

/** LEVEL(35): before it, one event per stream and person. */
function bodies({ level }: Server, { streamIds, userIds }: Peers): readonly object[] {
  if (level < since.peerLists) {
    return streamIds.flatMap((id) => userIds.map((user_id) => ({ stream_id: id, user_id })));
  }
  const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  return [{ stream_ids: ascending(streamIds), user_ids: ascending(userIds) }];
}
