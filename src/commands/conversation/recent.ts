/** Conversations with the newest activity first. */
import { memoizeEach } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { byFilter, type ListDefinition, withWords } from "#commands/lists/list.ts";
import { glyph, goneTopicRow, overRow, previewOf } from "#commands/lists/row.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import {
  conversationOfKey,
  conversationTitle,
  unreadCountOf,
} from "#model/select/conversations.ts";
import { isMuted } from "#model/select/counting.ts";
import { type RecentRow, recentConversations } from "#model/select/recent.ts";

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
  isOver: ({ view }, key, filter) =>
    isMuted(view, key as ConversationKey) ||
    (filter.key === "unread" && unreadCountOf(view, key as ConversationKey) === 0),
  conversationsOf: (_, key) => [key as ConversationKey],
  rank: ({ view }, { key }) => {
    const newest = newestByKey(recentConversations(view)).get(key as ConversationKey);
    return newest && get(view.messages, newest)?.sentAt;
  },
  empty: () => [
    "Nobody has written here yet.",
    "{compose.stream} writes to a stream|, {compose.direct} to people|.",
  ],
  number: "unread",
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
