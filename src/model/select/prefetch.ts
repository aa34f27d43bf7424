/** Which conversations to prefetch: those that will probably be read next. */

import { idAt } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { streamOfKey, unreadIn } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { historyOf, isCurrent } from "./conversations.ts";
import { inbox, inboxRows, nextUnread } from "./inbox.ts";

/** Rows of the inbox that are prefetched: enough for a day offline. */
const maxRows = 200;

/** What may be read next; `isNext`: after what is open, so that it is wanted at once. */
export type Ahead = { readonly narrow: Conversation; readonly isNext: boolean };

/**
 * The unread conversation after `open`, else the first of the inbox without a known history; undefined when all of
 * these are known, or were fetched before. `nextOnly` leaves out the inbox.
 */
export function conversationsToPrefetch(
  replica: Replica,
  open: ConversationKey | undefined,
  wasFetched: (conversation: Conversation) => boolean,
  nextOnly: boolean,
): Ahead | undefined {
  const isWanted = (conversation: Conversation) =>
    !isKnown(replica, conversation) && !wasFetched(conversation);
  const next = nextUnread(replica, open);
  if (next !== undefined && isWanted(next)) return { narrow: next, isNext: true };
  if (nextOnly) return undefined;
  let rows = 0;
  for (const { conversation } of inboxRows(inbox(replica))) {
    if (isWanted(conversation)) return { narrow: conversation, isNext: false };
    rows += 1;
    if (rows === maxRows) return undefined;
  }
  return undefined;
}

/**
 * The first or newest unread message of each of these conversations, if unknown: a list shows the text of the one and
 * the time of the other; of what is read and not answered, what was asked. In the order of the conversations.
 */
export function missingEnds(
  { unreads, messages, snoozes }: Replica,
  keys: readonly ConversationKey[],
  end: "first" | "newest",
): readonly MessageId[] {
  const at = end === "first" ? 0 : -1;
  return keys.flatMap((key) => {
    const ids = unreadIn(unreads, key)?.ids;
    const id = ids === undefined ? snoozes.get(key)?.asked : idAt(ids, at);
    return id === undefined || get(messages, id) !== undefined ? [] : [id];
  });
}

/** The newest message of each of these conversations in which nothing is unread, if not known. */
export function missingNewest(
  replica: Replica,
  keys: readonly ConversationKey[],
): readonly MessageId[] {
  return keys.flatMap((key) => {
    if (unreadIn(replica.unreads, key) !== undefined) return [];
    const streamId = streamOfKey(key);
    const newest =
      streamId === undefined
        ? replica.directs.get(key)?.newest
        : replica.topics.get(streamId)?.get(key)?.newest;
    return newest === undefined || get(replica.messages, newest) !== undefined ? [] : [newest];
  });
}

function isKnown(replica: Replica, conversation: Conversation): boolean {
  const history = historyOf(replica, conversation);
  return history !== undefined && isCurrent(replica, history);
}
