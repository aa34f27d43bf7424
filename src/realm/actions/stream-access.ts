/** Tells people of the streams that they gain or lose by a change of something else: of a role, or of who is in a group. */

import { knowsOf } from "#realm/permissions.ts";
import { announce, type Server } from "#realm/server.ts";
import type { Stream } from "#realm/state/streams.ts";
import { deletionOf, readsArchived, streamView, subscribersOf } from "#realm/views/stream.ts";
import { announcePeers } from "./access.ts";

/** The change announces itself; what these people gain or lose by it is announced afterwards. */
export function withAccessTold(
  server: Server,
  userIds: Iterable<number>,
  change: () => void,
): void {
  const before = new Map([...userIds].map((id) => [id, knownTo(server, id)]));
  change();
  for (const [userId, known] of before) {
    const now = knownTo(server, userId);
    tellStreams(
      server,
      userId,
      "delete",
      [...known].filter((one) => !now.has(one)),
    );
    const gained = [...now].filter((one) => !known.has(one));
    tellStreams(server, userId, "create", gained);
    for (const stream of gained) tellSubscribers(server, userId, stream);
  }
}

function knownTo(server: Server, userId: number): ReadonlySet<Stream> {
  const person = server.state.people.byId.get(userId);
  const all = [...server.state.streams.byId.values()];
  return new Set(person && all.filter((stream) => knowsOf(server, person, stream)));
}

function tellStreams(
  server: Server,
  userId: number,
  op: "create" | "delete",
  streams: readonly Stream[],
): void {
  if (streams.length === 0) return;
  announce(
    server,
    "stream",
    (id) => id === userId,
    ({ options }) => {
      const told = streams.filter((one) => !one.isArchived || readsArchived(server, options));
      if (told.length === 0) return undefined;
      if (op === "delete") return deletionOf(server, told);
      return { op, streams: told.map((stream) => streamView(server, stream)) };
    },
  );
}

function tellSubscribers(server: Server, userId: number, stream: Stream): void {
  const peers = { streamIds: [stream.id], userIds: subscribersOf(server, stream) };
  announcePeers(server, (id) => (id === userId ? { op: "peer_add", ...peers } : undefined));
}
