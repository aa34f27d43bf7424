/** Whether there is anything to read in what a row stands for. */

import { definitionOf } from "#commands/lists/definitions.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import type { ListPlace } from "#store/list-places.ts";
import { rowIn } from "#store/others.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";

/** Whether the list goes on with the row, of any account. */
export function isUnreadRow(state: State, place: ListPlace, key: RowKey): boolean {
  const at = rowIn(state, key);
  if (at === undefined) return false;
  return definitionOf(place).conversations?.isUnread?.(at.state.view, at.key) ?? false;
}

/** Of a row with the key of its conversation: anything is unread, or due after a snooze; hidden ones do not count. */
export function isUnreadConversation(view: Replica, key: RowKey): boolean {
  const conversation = key as ConversationKey;
  const snooze = view.snoozes.get(conversation);
  return snooze === undefined || snooze.stays !== undefined
    ? unreadCountOf(view, conversation) > 0
    : snooze.isDue;
}
