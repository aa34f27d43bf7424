/** Conversations with the newest activity first, and what the user opened or wrote in lately. */

import { memoizeEach, memoizePer } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { byFilter, type ListDefinition, overIf, withWords } from "#commands/lists/list.ts";
import { glyph, goneTopicRow, overRow, previewOf } from "#commands/lists/row.ts";
import { isUnreadConversation } from "#commands/lists/unread.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import {
  conversationOfKey,
  conversationTitle,
  unreadCountOf,
} from "#model/select/conversations.ts";
import { isMuted } from "#model/select/inbox-row.ts";
import { type DirectRow, directsIn, topicRows } from "#model/select/sidebar.ts";
import { type StreamState, streamStates } from "#model/select/streams.ts";
import type { MessageId } from "#wire/ids.ts";

function rowsIn(view: Replica, filter: string): readonly RecentRow[] {
  const rows = recentConversations(view);
  if (filter === "unread") return rows.filter(({ key }) => unreadCountOf(view, key) > 0);
  return filter === "direct" ? rows.filter(({ isDirect }) => isDirect) : rows;
}

const newestByKey = memoizeEach(
  (rows: readonly RecentRow[]) => new Map(rows.map(({ key, newest }) => [key, newest])),
);

const definition: ListDefinition = {
  ...byFilter({ all: "All", unread: "Unread", direct: "Direct" }, ({ view }, filter) =>
    rowsIn(view, filter),
  ),
  isEmpty: ({ view }) => recentConversations(view).length === 0,
  triage: overIf(
    ({ view }, key, filter) =>
      isMuted(view, key as ConversationKey) ||
      (filter.key === "unread" && unreadCountOf(view, key as ConversationKey) === 0),
  ),
  conversations: { of: (_, key) => [key as ConversationKey], isUnread: isUnreadConversation },
  everyAccount: {
    rank: ({ view }, { key }) => {
      const newest = newestByKey(recentConversations(view)).get(key as ConversationKey);
      return newest && get(view.messages, newest)?.sentAt;
    },
  },
  empty: () => [
    "Nobody has written here yet.",
    "{compose.stream} writes to a stream|, {compose.direct} to people|.",
  ],
  columns: { number: "unread" },
  row: ({ view }, placed, isOver) => {
    const key = placed.key as ConversationKey;
    const conversation = conversationOfKey(view, key);
    if (conversation === undefined) return goneTopicRow(key);
    if (isOver) return overRow([{ conversation }], isMuted(view, key) ? "muted" : "done");
    const unread = unreadCountOf(view, key);
    return {
      ...(view.policies.get(key) === 3 && { sign: glyph("followed", "followed") }),
      subject: [{ conversation, token: unread > 0 ? "unread" : "text" }],
      number: unread,
      ...previewOf(view, key, newestByKey(recentConversations(view)).get(key)),
    };
  },
};

export const recentDefinition = withWords(definition, "all conversations", ({ view }, key) =>
  conversationTitle(view, key as ConversationKey),
);

// Known conversations by their newest message, except muted ones.

type RecentRow = {
  readonly key: ConversationKey;
  readonly newest: MessageId;
  readonly isDirect: boolean;
};

/** The maximum per stream, and in total. */
const maxRecent = 200;

/** Cached per stream: streams without changes are not sorted again. */
const recentTopics = memoizeEach((state: StreamState): readonly RecentRow[] =>
  topicRows(state)
    .filter(({ muted }) => !muted)
    .map(({ key, newest }) => ({ key, newest, isDirect: false }))
    .sort(newestFirst)
    .slice(0, maxRecent),
);

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
