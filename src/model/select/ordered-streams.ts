/** The streams that the person is in, in the order in which the sidebar and the inbox show them. */
import { latest } from "#base/latest.ts";
import { type Table, values } from "#base/table.ts";
import type { Stream } from "#model/stream.ts";
import type { StreamId } from "#wire/ids.ts";

/** Pinned ones first, muted ones last, by name inside; the same order on every machine, whatever its language. */
export const orderedStreams = latest((streams: Table<StreamId, Stream>): readonly Stream[] => {
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
