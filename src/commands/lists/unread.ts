/** Rows with anything unread, and the row of the bots. */

import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { inbox } from "#model/select/inbox.ts";
import { rowIn } from "#store/others.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { State } from "#store/state.ts";

/** The row for all conversations with bots alone. */
export const botsKey: RowKey = "bots";

/** The conversations in the row for bots. */
export function botsConversations(view: Replica): readonly ConversationKey[] {
  const part = inbox(view).parts.find(({ section }) => section === "bots");
  return (part?.lists ?? []).flatMap((rows) => rows.map(({ key }) => key));
}

/** Whether a row of the inbox has anything unread, or is due after a snooze; hidden rows do not count. */
export function isUnreadRow(state: State, key: RowKey): boolean {
  const at = rowIn(state, key);
  if (at === undefined) return false;
  const { view } = at.state;
  if (at.key === botsKey) return botsConversations(view).length > 0;
  const conversation = at.key as ConversationKey;
  const snooze = view.snoozes.get(conversation);
  return snooze === undefined || snooze.stays !== undefined
    ? unreadCountOf(view, conversation) > 0
    : snooze.isDue;
}
