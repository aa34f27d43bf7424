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
 * The unread messages of these conversations that a list shows something of and that are not known: the first of each for
 * its text, then the newest of each for its hour. Each once, in the order of the conversations.
 */
export function previewsMissing(
  { unreads, messages }: Picture,
  keys: readonly ConversationKey[],
): readonly MessageId[] {
  const unread = keys.flatMap((key) => unreadIn(unreads, key) ?? []);
  const wanted = [...unread.map(({ ids }) => ids[0]), ...unread.map(({ ids }) => ids.at(-1))];
  const missing = wanted.filter((id) => id !== undefined && get(messages, id) === undefined);
  return [...new Set(missing)] as readonly MessageId[];
}

function isKnown(picture: Picture, conversation: Conversation): boolean {
  const history = historyOf(picture, conversation);
  return history !== undefined && isCurrent(picture, history);
}
