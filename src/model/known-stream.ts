/** Streams by ID, including those that were archived, or are not accessible, if anything has told their names. */
import { get } from "#base/table.ts";
import type { StreamId } from "#wire/ids.ts";
import type { Replica } from "./replica.ts";
import type { Stream } from "./stream.ts";

type Streams = Pick<Replica, "streams" | "archived">;

/** Why nothing can be read or written in a stream that the server does not list: it gives no reason. */
export const outOfReach = "archived, or not accessible";

/** Instead of the name of such a stream that nothing has told. */
export const namelessStream = "archived or inaccessible stream";

/** For names and titles; undefined if nothing has told of it. */
export function knownStream({ streams, archived }: Streams, id: StreamId): Stream | undefined {
  return get(streams, id) ?? archived.get(id);
}

/** `#backend`. Not safe for a terminal. */
export function streamTitle(replica: Streams, id: StreamId): string {
  return `#${knownStream(replica, id)?.name ?? namelessStream}`;
}

/** A sentence about a stream that the server does not list. Not safe for a terminal. */
export function outOfReachSentence(replica: Streams, id: StreamId): string {
  const stream = knownStream(replica, id);
  return `${stream === undefined ? "This stream" : `#${stream.name}`} is ${outOfReach}.`;
}
