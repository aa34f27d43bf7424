/** Conversations with the newest activity first. */
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { type RecentRow, recentConversations } from "#model/select/recent.ts";
import { isListed } from "#store/list.ts";
import { type Filter, filterOf, type ListSource } from "./source.ts";

const filters: readonly Filter[] = [
  { key: "all", title: "All", sections: ["all"] },
  { key: "unread", title: "Unread", sections: ["unread"] },
  { key: "direct", title: "Direct", sections: ["direct"] },
];

function rowsIn(view: Replica, filter: string): readonly RecentRow[] {
  const rows = recentConversations(view);
  if (filter === "unread") return rows.filter(({ key }) => unreadCountOf(view, key) > 0);
  return filter === "direct" ? rows.filter(({ isDirect }) => isDirect) : rows;
}

export const recentSource: ListSource = {
  filters,
  fresh: ({ view }, filter) => ({
    rows: rowsIn(view, filter.key).map(({ key }) => ({ key, section: "" })),
    counts: Object.fromEntries(filters.map(({ key }) => [key, rowsIn(view, key).length])),
  }),
  arrived: ({ view }, list) =>
    rowsIn(view, filterOf(recentSource, list).key).filter(({ key }) => !isListed(list, key)).length,
  isEmpty: ({ view }) => recentConversations(view).length === 0,
  conversationsOf: (_, key) => [key as ConversationKey],
};
