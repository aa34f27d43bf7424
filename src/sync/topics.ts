/** The whole list of a stream's topics, fetched once it matters: when the stream is open, in the pane or in the sidebar. */
import { getTopics } from "#api/account.ts";
import { ApiError } from "#api/failure.ts";
import { latest } from "#base/latest.ts";
import { values } from "#base/table.ts";
import { askedNow } from "#model/page.ts";
import type { Picture } from "#model/picture.ts";
import { withTopicList } from "#model/topics.ts";
import type { State } from "#store/state.ts";
import { changePicture } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { isReachable, type SyncContext } from "./context.ts";

/** Up to so many streams, all lists are fetched at the start: they are few, and every topic can be found by name then. */
const fewStreams = 24;

/** Watches which streams are open; the returned function ends it. */
export function startTopics(context: SyncContext): () => void {
  const { store, stopped, busy, log } = context;
  /** Asked for in this epoch: what failed is not asked for again until the stream is opened in another. */
  const asked = new Set<string>();

  const load = async (streamId: StreamId) => {
    const when = askedNow(store.getState().picture);
    const { topics } = await getTopics(context.connection(), streamId, { signal: stopped });
    changePicture(store, (picture, batch) => withTopicList(picture, streamId, topics, when, batch));
  };
  const advance = (state: State) => {
    const { picture } = state;
    if (picture.epoch === 0 || stopped.aborted || !isReachable(context)) return;
    for (const streamId of openStreams(state)) {
      const visit = `${picture.epoch} ${streamId}`;
      if (picture.topicsComplete.has(streamId) || asked.has(visit)) continue;
      asked.add(visit);
      busy.during(load(streamId)).catch((error: unknown) => {
        // A lost network is made good at the next look; a refusal is final.
        if (!(error instanceof ApiError) || error.failure.kind !== "refused") asked.delete(visit);
        log.note("The topics of a stream could not be listed.", { reason: String(error) });
      });
    }
  };
  advance(store.getState());
  return store.subscribe((state, last) => {
    const moved =
      state.screen.place !== last.screen.place ||
      state.screen.sidebar !== last.screen.sidebar ||
      state.picture.epoch !== last.picture.epoch ||
      state.picture.streams !== last.picture.streams ||
      state.session.connection !== last.session.connection;
    if (moved) advance(state);
  });
}

/** Streams whose topics are worth knowing now: those that the person opened, or all of them where they are few. */
function openStreams({ picture, screen }: State): Iterable<StreamId> {
  const open = new Set<StreamId>(subscribed(picture.streams));
  if (open.size > fewStreams) open.clear();
  if (screen.place.kind === "narrow") {
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

const subscribed = latest((streams: Picture["streams"]): readonly StreamId[] =>
  [...values(streams)].flatMap(({ id, subscription }) => (subscription === undefined ? [] : [id])),
);
