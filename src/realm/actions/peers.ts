/** Telling people who came into streams, and who left them. */
import { pushEvent, type Server } from "#realm/server.ts";
import { wants } from "#realm/state/queues.ts";
import { since } from "#wire/levels.ts";

/** Each of these people came into each of these streams, or left it. */
export type Peers = {
  readonly op: "peer_add" | "peer_remove";
  readonly streamIds: readonly number[];
  readonly userIds: readonly number[];
};

/** `known` is what somebody is told of it; undefined for whoever is told nothing. */
export function tellPeers(server: Server, known: (userId: number) => Peers | undefined): void {
  for (const queue of server.queues.values()) {
    const peers = wants(queue, "subscription") ? known(queue.userId) : undefined;
    if (peers === undefined) continue;
    for (const body of bodies(server, peers)) {
      pushEvent(server, queue, { type: "subscription", op: peers.op, ...body });
    }
  }
}

/** LEVEL(35): one event for each of the streams and each of the people before it. */
function bodies({ level }: Server, { streamIds, userIds }: Peers): readonly object[] {
  if (level < since.peerLists) {
    return streamIds.flatMap((id) => userIds.map((user_id) => ({ stream_id: id, user_id })));
  }
  const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  return [{ stream_ids: ascending(streamIds), user_ids: ascending(userIds) }];
}
