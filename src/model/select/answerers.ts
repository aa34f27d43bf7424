/** Who may answer in a conversation. */
import { idsOf } from "#base/id-list.ts";
import { sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { others } from "#model/narrow.ts";
import { isPerson, peopleIn } from "#model/open-ends/owed.ts";
import type { Replica } from "#model/replica.ts";
import { unreadIn } from "#model/unreads.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { historyOf } from "./conversations.ts";

/** Who wrote longer ago is not looked for. */
const most = 200;

/**
 * The other people of a direct conversation, or those who wrote in the topic as far as is known, the likeliest first: whom
 * the user has asked there and who has not written since, then who wrote last. No bots, and nobody who has left.
 */
export function answerersOf(view: Replica, conversation: Conversation): readonly UserId[] {
  const messages = messagesIn(view, conversation);
  const at = messages.findIndex(({ senderId }) => senderId === view.ownId);
  const [later, own] = [messages.slice(0, Math.max(at, 0)), messages[at]];
  const asked = own === undefined ? [] : peopleIn(own, view);
  const all = [
    ...asked.filter((id) => later.every(({ senderId }) => senderId !== id)),
    ...messages.map(({ senderId }) => senderId),
    ...(conversation.kind === "direct" ? others(conversation.userIds, view.ownId) : []),
  ];
  const isThere = (id: UserId) =>
    conversation.kind === "topic" || conversation.userIds.includes(id);
  const isOther = (id: UserId) => id !== view.ownId && get(view.people, id) !== undefined;
  return [...new Set(all)].filter((id) => isOther(id) && isPerson(view, id) && isThere(id));
}

/** The newest first. */
function messagesIn(view: Replica, conversation: Conversation): readonly Message[] {
  const key = conversationKey(conversation);
  const unread = unreadIn(view.unreads, key)?.ids;
  const newest =
    conversation.kind === "topic"
      ? view.topics.get(conversation.streamId)?.get(key)?.newest
      : view.directs.get(key)?.newest;
  const ids: readonly MessageId[] = [
    ...(historyOf(view, conversation)?.ids ?? []),
    ...(unread === undefined ? [] : idsOf(unread)),
    ...(newest === undefined ? [] : [newest]),
  ];
  return sorted(ids)
    .slice(-most)
    .toReversed()
    .flatMap((id) => get(view.messages, id) ?? []);
}
