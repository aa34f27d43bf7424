/** What will be read next: the conversations to fetch before anybody asks for them. */

import { get } from "#base/table.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Picture } from "#model/picture.ts";
import { unreadIn } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { inbox, inboxRows, nextUnread } from "./inbox.ts";
import { historyOf, isCurrent } from "./reading.ts";

/** Rows of the inbox that are fetched unasked: about what a screen shows. */
const screenful = 15;

/**
 * The unread conversation after `open`, else the first of the inbox of which nothing is known yet; undefined when all
 * of these are known.
 */
export function toFetchAhead(
  picture: Picture,
  open: ConversationKey | undefined,
): Conversation | undefined {
  const next = nextUnread(picture, open);
  if (next !== undefined && !isKnown(picture, next)) return next;
  let rows = 0;
  for (const { conversation } of inboxRows(inbox(picture))) {
    if (!isKnown(picture, conversation)) return conversation;
    rows += 1;
    if (rows === screenful) return undefined;
  }
  return undefined;
}

/**
 * Of each of these conversations the first or the newest unread message, where it is not known: a list shows the text of
 * the one and the hour of the other. In the order of the conversations.
 */
export function missingEnds(
  { unreads, messages }: Picture,
  keys: readonly ConversationKey[],
  end: "first" | "newest",
): readonly MessageId[] {
  const at = end === "first" ? 0 : -1;
  return keys.flatMap((key) => {
    const id = unreadIn(unreads, key)?.ids.at(at);
    return id === undefined || get(messages, id) !== undefined ? [] : [id];
  });
}

function isKnown(picture: Picture, conversation: Conversation): boolean {
  const history = historyOf(picture, conversation);
  return history !== undefined && isCurrent(picture, history);
}
