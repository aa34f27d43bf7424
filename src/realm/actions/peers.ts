/** Announces new and former subscribers of streams. */
import { pushEvent, type Server } from "#realm/server.ts";
import { wants } from "#realm/state/queues.ts";
import { since } from "#wire/levels.ts";

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
