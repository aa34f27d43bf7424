/**
 * Fetches the subscribers of a stream while they are on the screen: on cards, and in the list of streams. Once known,
 * events keep them current until the next register.
 */
import { getMembers } from "#api/streams.ts";
import { sorted } from "#base/sorted.ts";
import { get, values } from "#base/table.ts";
import type { Replica } from "#model/replica.ts";
import { maxSubscriberFetches } from "#model/stream.ts";
import { withStream } from "#model/streams.ts";
import type { List } from "#store/list.ts";
import { listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import type { SyncContext } from "./context.ts";
import { streamFetcher } from "./stream-fetches.ts";

/** Watches what is open; the returned function stops it. */
export function startSubscribers(context: SyncContext): () => void {
  const { store, stopped } = context;
  const advance = streamFetcher(context, {
    neededStreams,
    isKnown: ({ streams }, id) => get(streams, id)?.subscribers !== undefined,
    load: async (id) => {
      const answer = await getMembers(context.connection(), { stream_id: id }, { signal: stopped });
      changeReplica(store, (replica, batch) => {
        const stream = get(replica.streams, id);
        const subscribers = sorted(answer.subscribers);
        return stream === undefined
          ? replica
          : withStream(replica, { ...stream, subscribers }, batch);
      });
    },
    failure: "The people in a stream could not be listed.",
  });
  return store.subscribe((state, last) => {
    if (state.screen === last.screen && state.replica.epoch === last.replica.epoch) return;
    const { dialog, place, lists } = state.screen;
    const isSame =
      dialog === last.screen.dialog && place === last.screen.place && lists === last.screen.lists;
    if (!isSame || state.replica.epoch !== last.replica.epoch) advance(state);
  });
}

function neededStreams({ replica, screen }: State): readonly StreamId[] {
  const { dialog } = screen;
  if (dialog?.kind === "card" && dialog.about.kind === "person") return few(replica, true);
  if (dialog?.kind === "card") return [dialog.about.id as StreamId];
  if (dialog?.kind === "form" && dialog.ref.name === "stream-people")
    return [dialog.ref.id as StreamId];
  if (screen.place.kind !== "streams") return [];
  const all = few(replica, false);
  return all.length > 0 ? all : underCursor(listOf(screen, screen.place));
}

function underCursor({ cursor }: List): readonly StreamId[] {
  const [, id] = /^browse:(\d+)$/.exec(cursor?.key ?? "") ?? [];
  return id === undefined ? [] : [Number(id) as StreamId];
}

/** None if there are too many to request each. */
function few({ streams }: Replica, onlyOwn: boolean): readonly StreamId[] {
  const all = [...values(streams)].filter(
    ({ subscription }) => !onlyOwn || subscription !== undefined,
  );
  return all.length > maxSubscriberFetches ? [] : all.map(({ id }) => id);
}
