/** Where a person goes on: to the next row of the list they come from, and only from its end on to what arrived since. */
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, unreadCountOf } from "#model/select/conversations.ts";
import { nextUnread } from "#model/select/inbox.ts";
import { indexOfRow, type List, type RowKey } from "#store/list.ts";
import { listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { botsConversations, botsKey } from "./lists/inbox-source.ts";

/** Whether a row of the inbox stands for anything unread, or snoozed until now; what is hidden still does not count. */
export function isUnreadRow(view: Replica, key: RowKey): boolean {
  if (key === botsKey) return botsConversations(view).length > 0;
  const snooze = view.snoozes.get(key as ConversationKey);
  return snooze === undefined ? unreadCountOf(view, key as ConversationKey) > 0 : snooze.isDue;
}

/** The index of the next unread row after `from`, round the end; -1 when there is none but `without`. */
export function nextRow(
  view: Replica,
  { rows }: List,
  from: number,
  without: ReadonlySet<RowKey> = new Set(),
): number {
  for (let step = 1; step <= rows.length; step += 1) {
    const at = (from + step + rows.length) % rows.length;
    const key = rows[at]?.key;
    if (key !== undefined && !without.has(key) && isUnreadRow(view, key)) return at;
  }
  return -1;
}

/**
 * The unread conversation after `key` in the inbox as it stands, from the cursor on where there is no key; undefined when
 * nothing else is unread.
 */
export function nextConversation(
  { screen, view }: State,
  key: ConversationKey | undefined,
): Conversation | undefined {
  const list = listOf(screen, { kind: "inbox" });
  const { cursor } = list;
  const from = key === undefined ? (cursor?.at ?? 0) - 1 : indexOfRow(list, key, cursor?.at);
  if (key !== undefined && from < 0) return nextUnread(view, key);
  const without = new Set(key === undefined ? [] : [key]);
  const row = list.rows[nextRow(view, list, from, without)]?.key;
  if (row === undefined) return nextUnread(view, key);
  const next = row === botsKey ? botsConversations(view)[0] : (row as ConversationKey);
  return next === undefined ? undefined : conversationOfKey(view, next);
}

/** The conversation so many rows away from the open one in the inbox as it stands, read or not. */
export function neighbour({ screen, view }: State, by: 1 | -1): Conversation | undefined {
  const { place } = screen;
  if (place.kind !== "narrow" || !isConversation(place.narrow)) return undefined;
  const list = listOf(screen, { kind: "inbox" });
  const at = indexOfRow(list, conversationKey(place.narrow), list.cursor?.at);
  const row = at < 0 ? undefined : list.rows[at + by]?.key;
  return row === undefined ? undefined : conversationOfKey(view, row as ConversationKey);
}
