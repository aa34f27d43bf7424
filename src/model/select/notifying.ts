/** Selects the new messages that notify the person. */
import { hasId } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { isHidden } from "#model/snooze.ts";
import { type UnreadConversation, unreadIn } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { isMuted } from "./counting.ts";

/** More than usually arrive at once; of a flood, only the newest notify. */
const most = 1000;

/** Unread direct messages, mentions and messages with an alert word among those with an ID above `after`, oldest first. */
export function notifyingMessages(view: Replica, after: number): readonly Message[] {
  const found: Message[] = [];
  for (let id = Math.max(after, view.newestMessage - most) + 1; id <= view.newestMessage; id += 1) {
    const message = get(view.messages, id as MessageId);
    if (message !== undefined && isNotifying(view, message)) found.push(message);
  }
  return found;
}

function isNotifying(view: Replica, { id, conversation, senderId }: Message): boolean {
  const entry = unreadIn(view.unreads, conversation);
  if (entry === undefined || !hasId(entry.ids, id)) return false;
  if (senderId === view.ownId || view.mutedPeople.has(senderId)) return false;
  return isAbout(entry, id) && !isMuted(view, conversation) && !isHidden(view, conversation);
}

function isAbout({ conversation, mentions, alerted }: UnreadConversation, id: MessageId): boolean {
  return conversation.kind === "direct" || hasId(mentions, id) || hasId(alerted, id);
}
