/** What will be read next: the conversations to fetch before anybody asks for them. */
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Picture } from "#model/picture.ts";
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

function isKnown(picture: Picture, conversation: Conversation): boolean {
  const history = historyOf(picture, conversation);
  return history !== undefined && isCurrent(picture, history);
}
