/** Which streams of the sidebar are collapsed. */
import { memoizeLast } from "#base/memoize-last.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { orderedStreams } from "#model/select/streams.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { StreamId } from "#wire/ids.ts";

/** With more streams than this, all are collapsed until the user expands them: their names alone fill the screen. */
export const unfoldedStreams = 40;

/** The key of a stream's row. */
export function streamKey(id: StreamId): string {
  return `stream:${id}`;
}

/**
 * Collapsed streams need no topics: with so many streams, sorting the topics of all of them would cost more than
 * everything else.
 */
export const foldedStreams = memoizeLast(
  (
    streams: Replica["streams"],
    toggled: ReadonlySet<string>,
    openKey: string | undefined,
    isFiltered: boolean,
  ): ReadonlySet<StreamId> => {
    const own = orderedStreams(streams);
    if (isFiltered || own.length <= unfoldedStreams) return new Set();
    const openStream = openKey?.startsWith("t:")
      ? streamOfKey(openKey as ConversationKey)
      : undefined;
    const ids = own.map(({ id }) => id);
    const isFolded = (id: StreamId) =>
      id !== openStream && !toggled.has(streamKey(id)) && !toggled.has(`more:${streamKey(id)}`);
    return new Set(ids.filter(isFolded));
  },
);
