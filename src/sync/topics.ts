/**
 * Fetches the complete list of a stream's topics once it is needed: when the stream is open, in the pane or in the
 * sidebar.
 */
import { getTopics } from "#api/account.ts";
import { memoizeLast } from "#base/memoize-last.ts";
import { values } from "#base/table.ts";
import { requestedNow } from "#model/merge-page.ts";
import type { Replica } from "#model/replica.ts";
import { withTopicList } from "#model/topics.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import type { SyncContext } from "./context.ts";
import { streamFetcher } from "./stream-fetches.ts";

/**
 * Up to this many streams, all lists are fetched at the start: that is cheap, and every topic can then be found by
 * name.
 */
const fewStreams = 24;

/** Watches which streams are open; the returned function stops it. */
export function startTopics(context: SyncContext): () => void {
  const { store, stopped } = context;
  const load = async (id: StreamId): Promise<void> => {
    const when = requestedNow(store.getState().replica);
    const { topics } = await getTopics(
      context.connection(),
      { stream_id: id },
      { signal: stopped },
    );
    changeReplica(store, (replica, batch) => withTopicList(replica, id, topics, when, batch));
    const { epoch, topicsComplete } = store.getState().replica;
    // Still incomplete: a message of the list was deleted in between.
    if (epoch === when.epoch && !topicsComplete.has(id)) await load(id);
  };
  const advance = streamFetcher(context, {
    neededStreams: openStreams,
    isKnown: ({ topicsComplete }, id) => topicsComplete.has(id),
    load,
    failure: "The topics of a stream could not be listed.",
  });
  advance(store.getState());
  return store.subscribe((state, last) => {
    const moved =
      state.screen.place !== last.screen.place ||
      state.screen.sidebar !== last.screen.sidebar ||
      state.replica.epoch !== last.replica.epoch ||
      state.replica.streams !== last.replica.streams ||
      // A deleted message may have been the last one of its topic.
      state.replica.topicsComplete !== last.replica.topicsComplete ||
      state.session.connection !== last.session.connection;
    if (moved) advance(state);
  });
}

/** Streams whose topics are needed now: those that the person opened, or all if there are few. */
function openStreams({ replica, screen }: State): Iterable<StreamId> {
  const open = new Set<StreamId>(subscribed(replica.streams));
  if (open.size > fewStreams) open.clear();
  if (screen.place.kind === "topics") open.add(screen.place.streamId);
  else if (screen.place.kind === "narrow") {
    const { narrow } = screen.place;
    if (narrow.kind === "topic" || narrow.kind === "stream") open.add(narrow.streamId);
  }
  const { selected, toggled } = screen.sidebar;
  for (const key of [selected, ...toggled]) {
    const [, id] = /stream:(\d+)$/.exec(key) ?? [];
    if (id !== undefined) open.add(Number(id) as StreamId);
  }
  return open;
}

const subscribed = memoizeLast((streams: Replica["streams"]): readonly StreamId[] =>
  [...values(streams)].flatMap(({ id, subscription }) => (subscription === undefined ? [] : [id])),
);
