/** The visible streams by name: subscribed ones, others, and those that were archived or hidden while weir ran. */
import { memoizeEach, memoizeLast } from "#base/memoize-last.ts";
import { values } from "#base/table.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { Replica } from "#model/replica.ts";
import { orderedStreams } from "#model/select/streams.ts";
import type { Stream } from "#model/stream.ts";
import type { Filter, ListSource } from "./list.ts";
import { narrowed } from "./narrowing.ts";
import { browseKey } from "./row-keys.ts";

const filters: readonly Filter[] = [
  { key: "subscribed", title: "Subscribed", sections: ["subscribed"] },
  { key: "others", title: "Others", sections: ["others"] },
  { key: "archived", title: "Archived", sections: ["archived"] },
  { key: "all", title: "All", sections: ["subscribed", "others"] },
];

const otherStreams = memoizeLast((streams: Replica["streams"]) =>
  byName([...values(streams)].filter(({ subscription }) => subscription === undefined)),
);

function byName(streams: Iterable<Stream>): readonly Stream[] {
  return [...streams]
    .map((stream) => ({ stream, name: stream.name.toLowerCase() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ stream }) => stream);
}

const archivedStreams = memoizeLast((archived: Replica["archived"]) => byName(archived.values()));

function streamsIn({ streams, archived }: Replica, filter: string): readonly Stream[] {
  if (filter === "archived") return archivedStreams(archived);
  if (filter === "others") return otherStreams(streams);
  const own = orderedStreams(streams);
  return filter === "all" ? everyStream(own, otherStreams(streams)) : own;
}

const everyStream = memoizeLast((own: readonly Stream[], others: readonly Stream[]) => [
  ...own,
  ...others,
]);

const rowsBy = (sectionOf: (stream: Stream) => string) =>
  memoizeEach((streams: readonly Stream[]): readonly GroupedRow[] =>
    streams.map((stream) => ({ key: browseKey(stream.id), section: sectionOf(stream) })),
  );

const rows = rowsBy(({ subscription }) => (subscription === undefined ? "others" : "subscribed"));
const archivedRows = rowsBy(() => "archived");
/** Sorted by how well they match, not by section. */
const unplacedRows = rowsBy(() => "");

export const streamsSource: ListSource = {
  filters,
  narrows: true,
  fresh: ({ view }, filter, words = "") => {
    const streams = streamsIn(view, filter.key);
    const counts = {
      subscribed: orderedStreams(view.streams).length,
      others: otherStreams(view.streams).length,
      archived: view.archived.size,
    };
    const found = narrowed(streams, words);
    if (found !== streams) return { rows: unplacedRows(found), counts };
    return { rows: filter.key === "archived" ? archivedRows(found) : rows(found), counts };
  },
  isEmpty: ({ view }) => view.epoch === 0,
  // A stream that was just created is listed without a refresh.
  follows: ({ view }) => view.streams.size,
};
