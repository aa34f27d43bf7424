/** A stream's topics: unread ones first, then the others; the newest first in each part, muted ones last. */
import { memoizeLast } from "#base/memoize-last.ts";
import { memoizeLru } from "#base/memoize-lru.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { type TopicRow, topicRows } from "#model/select/sidebar.ts";
import { streamStates } from "#model/select/stream-unreads.ts";
import { isListed, type List } from "#store/list.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { narrowed } from "./narrowing.ts";
import { type Filter, filterOf, type ListSource } from "./source.ts";

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["all"] },
  { key: "followed", title: "Followed", sections: ["followed"] },
  { key: "muted", title: "Muted", sections: ["muted"] },
];

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

const unlisted = memoizeLast(
  (
    topics: readonly TopicRow[],
    known: List["known"],
    dropped: List["dropped"],
    filter: string,
  ): number =>
    topicsIn(topics, filter).filter(({ key }) => !isListed({ known, dropped }, key)).length,
);

const sources = memoizeLru(100, (id: string): ListSource => {
  const streamId = Number(id) as StreamId;
  const source: ListSource = {
    filters,
    narrows: true,
    fresh: (state, filter, words = "") => {
      const topics = topicsOf(state, streamId);
      const shown = narrowed(topicsIn(topics, filter.key), words);
      return {
        rows: shown.map(({ key }) => ({ key, section: "" })),
        counts: Object.fromEntries(filters.map(({ key }) => [key, topicsIn(topics, key).length])),
      };
    },
    arrived: (state, list) => {
      if (list.words !== "") return 0;
      const { key } = filterOf(source, list);
      return unlisted(topicsOf(state, streamId), list.known, list.dropped, key);
    },
    isEmpty: (state) => topicsOf(state, streamId).length === 0,
    isComplete: ({ replica }) => replica.topicsComplete.has(streamId),
    conversationsOf: (_, key) => [key as ConversationKey],
  };
  return source;
});

/** The same source for the same stream. */
export function topicsSource(streamId: StreamId): ListSource {
  return sources(String(streamId));
}
