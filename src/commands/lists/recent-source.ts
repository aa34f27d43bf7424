/** Conversations with the newest activity first. */
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { type RecentRow, recentConversations } from "#model/select/recent.ts";
import { byFilter, type ListSource } from "./list.ts";

function rowsIn(view: Replica, filter: string): readonly RecentRow[] {
  const rows = recentConversations(view);
  if (filter === "unread") return rows.filter(({ key }) => unreadCountOf(view, key) > 0);
  return filter === "direct" ? rows.filter(({ isDirect }) => isDirect) : rows;
}

export const recentSource: ListSource = {
  ...byFilter({ all: "All", unread: "Unread", direct: "Direct" }, ({ view }, filter) =>
    rowsIn(view, filter),
  ),
  isEmpty: ({ view }) => recentConversations(view).length === 0,
  conversationsOf: (_, key) => [key as ConversationKey],
};
