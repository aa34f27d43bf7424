/** Where to go next: the following row of the list that the user came from, and only at its end what arrived since. */
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import { isConversation } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, unreadCountOf } from "#model/select/conversations.ts";
import { nextUnread } from "#model/select/inbox.ts";
import type { List, RowKey } from "#store/list.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { botsConversations, botsKey } from "./lists/inbox.ts";
import { originList, rowOfConversation } from "./lists/lists.ts";
import { sourceOf } from "./lists/table.ts";

const inbox: ListPlace = { kind: "inbox" };

/** Whether a row of the inbox has anything unread, or is due after a snooze; hidden rows do not count. */
export function isUnreadRow(view: Replica, key: RowKey): boolean {
  if (key === botsKey) return botsConversations(view).length > 0;
  const snooze = view.snoozes.get(key as ConversationKey);
  return snooze === undefined ? unreadCountOf(view, key as ConversationKey) > 0 : snooze.isDue;
}

/** The index of the next unread row after `from`, wrapping around; -1 if there is none except `without`. */
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
 * The unread conversation after `key` in the list that the user came from, in its current order; without a key, from
 * the cursor on in the open list, or in the inbox. At the end of a list the inbox follows. Undefined if nothing else
 * is unread.
 */
export function nextConversation(
  state: State,
  key: ConversationKey | undefined,
): Conversation | undefined {
  const { screen, view } = state;
  const place = key === undefined ? listAtHand(state) : originList(state, key);
  const list = listOf(screen, place);
  const from =
    key === undefined ? (list.cursor?.at ?? 0) - 1 : rowOfConversation(state, place, key);
  if (key !== undefined && from < 0) return nextUnread(view, key);
  const without = new Set(key === undefined ? [] : [list.rows[from]?.key ?? key]);
  const row = list.rows[nextRow(view, list, from, without)]?.key;
  const next = row === undefined ? undefined : firstOf(view, place, row);
  return next === undefined ? nextUnread(view, key) : conversationOfKey(view, next);
}

function listAtHand({ screen: { place } }: State): ListPlace {
  return isList(place) && sourceOf(place).conversationsOf !== undefined ? place : inbox;
}

function firstOf(view: Replica, place: ListPlace, row: RowKey): ConversationKey | undefined {
  return sourceOf(place).conversationsOf?.(view, row)[0];
}

/** The conversation that many rows away from the open one, read or not, in the list that the user came from. */
export function neighbour(state: State, by: 1 | -1): Conversation | undefined {
  const { screen, view } = state;
  const { place } = screen;
  if (place.kind !== "narrow" || !isConversation(place.narrow)) return undefined;
  const key = conversationKey(place.narrow);
  const origin = originList(state, key);
  const at = rowOfConversation(state, origin, key);
  const row = at < 0 ? undefined : listOf(screen, origin).rows[at + by]?.key;
  const next = row === undefined ? undefined : firstOf(view, origin, row);
  return next === undefined ? undefined : conversationOfKey(view, next);
}
