/** What the user opened or wrote in lately: it ranks first among equal matches. */
import { memoizeLast } from "#base/memoize.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { Place } from "#store/screen.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/** How many places count as recent, and how many topics in which the user wrote. */
const maxRecentPlaces = 20;

/** The latest first, without the open one. */
export function recentNarrows(back: readonly Place[], open: Place): readonly Narrow[] {
  const narrows = new Map<string, Narrow>();
  for (const place of back.toReversed()) {
    if (place.kind !== "narrow" || narrows.size === maxRecentPlaces) continue;
    const key = narrowKey(place.narrow);
    if (!narrows.has(key)) narrows.set(key, place.narrow);
  }
  if (open.kind === "narrow") narrows.delete(narrowKey(open.narrow));
  return [...narrows.values()];
}

/** By their newest messages: when the user wrote in them is not known. */
const topicsWrittenIn = memoizeLast(
  (
    participated: Replica["participated"],
    topics: Replica["topics"],
  ): readonly ConversationKey[] => {
    const newest = (key: ConversationKey) => {
      const streamId = streamOfKey(key);
      return (streamId === undefined ? undefined : topics.get(streamId)?.get(key)?.newest) ?? 0;
    };
    return [...participated]
      .map((key) => ({ key, newest: newest(key) }))
      .sort((a, b) => b.newest - a.newest)
      .slice(0, maxRecentPlaces)
      .map(({ key }) => key);
  },
);

const recentPeople = memoizeLast((directs: Replica["directs"]) => {
  const newest = [...directs.values()].sort((a, b) => b.newest - a.newest).slice(0, 30);
  return newest.flatMap(({ userIds }) => userIds);
});

export type Recency = {
  readonly streams: ReadonlySet<StreamId>;
  readonly topics: ReadonlySet<string>;
  readonly people: ReadonlySet<UserId>;
};

/** `back` and `open` are those of the screen. */
export function recencyOf(view: Replica, back: readonly Place[], open: Place): Recency {
  const opened = recentNarrows(back, open);
  const written = topicsWrittenIn(view.participated, view.topics);
  const openedStreams = opened.flatMap((narrow) => ("streamId" in narrow ? narrow.streamId : []));
  const openedPeople = opened.flatMap((narrow) => (narrow.kind === "direct" ? narrow.userIds : []));
  return {
    streams: new Set([...openedStreams, ...written.flatMap((key) => streamOfKey(key) ?? [])]),
    topics: new Set<string>([...opened.map(narrowKey), ...written]),
    people: new Set([...openedPeople, ...recentPeople(view.directs)]),
  };
}
