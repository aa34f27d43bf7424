/** The subscribed streams in the order of the sidebar and the inbox. */
import { memoizeLast } from "#base/memoize-last.ts";
import { type Table, values } from "#base/table.ts";
import type { Stream } from "#model/stream.ts";
import type { StreamId } from "#wire/ids.ts";

/** Pinned first, muted last, then by name; the same order on every machine, regardless of locale. */
export const orderedStreams = memoizeLast((streams: Table<StreamId, Stream>): readonly Stream[] => {
  const own = [...values(streams)].filter((stream) => stream.subscription !== undefined);
  return own
    .map((stream) => ({ stream, rank: rankOf(stream), name: stream.name.toLowerCase() }))
    .sort((a, b) => a.rank - b.rank || compare(a.name, b.name) || a.stream.id - b.stream.id)
    .map(({ stream }) => stream);
});

function rankOf({ subscription }: Stream): number {
  if (subscription?.muted === true) return 2;
  return subscription?.pinned === true ? 0 : 1;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
