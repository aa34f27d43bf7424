/** Streams by ID, including those that were archived, or are no longer accessible, since weir started. */
import { get } from "#base/table.ts";
import type { StreamId } from "#wire/ids.ts";
import type { Replica } from "./replica.ts";
import type { Stream } from "./stream.ts";

type Streams = Pick<Replica, "streams" | "archived">;

/** Why nothing can be read or written in a stream that the server does not list: it gives no reason. */
export const outOfReach = "archived, or not accessible";

/** For names and titles; undefined if it was never accessible to this program. */
export function knownStream({ streams, archived }: Streams, id: StreamId): Stream | undefined {
  return get(streams, id) ?? archived.get(id);
}

/** `#backend`. Not safe for a terminal. */
export function streamTitle(replica: Streams, id: StreamId): string {
  return `#${knownStream(replica, id)?.name ?? "unknown stream"}`;
}
