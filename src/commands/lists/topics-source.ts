/** A stream's topics: unread ones first, then the others; the newest first in each part, muted ones last. */
import { memoizeLru } from "#base/memoize-lru.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { type TopicRow, topicRows } from "#model/select/sidebar.ts";
import { streamStates } from "#model/select/streams.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { byFilter, type ListSource } from "./list.ts";
import { narrowed } from "./narrowing.ts";

const isIn: Readonly<Record<string, (topic: TopicRow) => boolean>> = {
  followed: ({ policy }) => policy === 3,
  muted: ({ muted }) => muted,
};

function topicsIn(topics: readonly TopicRow[], filter: string): readonly TopicRow[] {
  const isShown = isIn[filter];
  return isShown === undefined ? topics : topics.filter(isShown);
}

const noTopics: readonly TopicRow[] = [];

/** The topics of a stream; none if the user is not subscribed. */
function topicsOf({ view }: Pick<State, "view">, streamId: StreamId): readonly TopicRow[] {
  const state = streamStates(view).find(({ stream }) => stream.id === streamId);
  return state === undefined ? noTopics : topicRows(state);
}

const sources = memoizeLru(100, (id: string): ListSource => {
  const streamId = Number(id) as StreamId;
  return {
    ...byFilter({ all: "All", followed: "Followed", muted: "Muted" }, (state, filter, words) =>
      narrowed(topicsIn(topicsOf(state, streamId), filter), words),
    ),
    narrows: true,
    isEmpty: (state) => topicsOf(state, streamId).length === 0,
    isComplete: ({ replica }) => replica.topicsComplete.has(streamId),
    conversationsOf: (_, key) => [key as ConversationKey],
  };
});

/** The same source for the same stream. */
export function topicsSource(streamId: StreamId): ListSource {
  return sources(String(streamId));
}
