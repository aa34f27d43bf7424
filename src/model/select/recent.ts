/** Known conversations by their newest message, except muted ones. */
import { memoizeFor, memoizePer } from "#base/memoize.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import { type DirectRow, directsIn, topicRows } from "./sidebar.ts";
import { type StreamState, streamStates } from "./streams.ts";

export type RecentRow = {
  readonly key: ConversationKey;
  readonly newest: MessageId;
  readonly isDirect: boolean;
};

/** The maximum per stream, and in total. */
const maxRecent = 200;

const topicsOf = memoizeFor<StreamState, readonly RecentRow[]>();

/** Cached per stream: streams without changes are not sorted again. */
function recentTopics(state: StreamState): readonly RecentRow[] {
  return topicsOf(state, [], () =>
    topicRows(state)
      .filter(({ muted }) => !muted)
      .map(({ key, newest }) => ({ key, newest, isDirect: false }))
      .sort(newestFirst)
      .slice(0, maxRecent),
  );
}

function newestFirst(a: RecentRow, b: RecentRow): number {
  return b.newest - a.newest;
}

const recentOf = memoizePer(
  (states: readonly StreamState[], directs: readonly DirectRow[]): readonly RecentRow[] =>
    [
      ...states.flatMap(recentTopics),
      ...directs.map(({ key, newest }) => ({ key, newest, isDirect: true })),
    ]
      .sort(newestFirst)
      .slice(0, maxRecent),
);

/** Newest first; the same list while nothing in it changes. */
export function recentConversations(view: Replica): readonly RecentRow[] {
  return recentOf(streamStates(view), directsIn(view));
}
