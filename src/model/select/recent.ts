/** Conversations by their newest message, as far as the client has heard of them; muted ones left out. */
import { memoizeLast } from "#base/memoize-last.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import { type DirectRow, sidebar, topicRows } from "./sidebar.ts";
import { type StreamState, streamStates } from "./stream-unreads.ts";

export type RecentRow = {
  readonly key: ConversationKey;
  readonly newest: MessageId;
  readonly isDirect: boolean;
};

/** How many of a stream, and of all together. */
const maxRecent = 200;

const known = new WeakMap<StreamState, readonly RecentRow[]>();

/** A stream in which nothing changed is not sorted again. */
function recentTopics(state: StreamState): readonly RecentRow[] {
  const before = known.get(state);
  if (before !== undefined) return before;
  const rows = topicRows(state)
    .filter(({ muted }) => !muted)
    .map(({ key, newest }) => ({ key, newest, isDirect: false }))
    .sort(newestFirst)
    .slice(0, maxRecent);
  known.set(state, rows);
  return rows;
}

function newestFirst(a: RecentRow, b: RecentRow): number {
  return b.newest - a.newest;
}

const recentOf = memoizeLast(
  (states: readonly StreamState[], directs: readonly DirectRow[]): readonly RecentRow[] =>
    [
      ...states.flatMap(recentTopics),
      ...directs.map(({ key, newest }) => ({ key, newest, isDirect: true })),
    ]
      .sort(newestFirst)
      .slice(0, maxRecent),
);

const nothingCollapsed: ReadonlySet<never> = new Set();

/** Newest first, at most 200; the same list while nothing in it changed. */
export function recentConversations(view: Replica): readonly RecentRow[] {
  return recentOf(streamStates(view), sidebar(view, nothingCollapsed).directs);
}
