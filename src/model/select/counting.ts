/** Decides which unread messages count and which notify, by the rules of muting and following. */
import { hasId } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { isHidden } from "#model/local-state.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import type { Policy, Stream } from "#model/stream.ts";
import { streamOfKey, type UnreadConversation, unreadIn } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";

const muted: Policy = 1;
const followed: Policy = 3;

export function policyIn({ policies }: Replica, key: ConversationKey): Policy {
  return policies.get(key) ?? 0;
}

export function isFollowed(replica: Replica, key: ConversationKey): boolean {
  return policyIn(replica, key) === followed;
}

/** In a muted stream, only unmuted and followed topics count; in others, all but muted ones. */
export function isTopicMuted(stream: Pick<Stream, "subscription"> | undefined, policy: Policy) {
  return stream?.subscription?.muted === true ? policy < 2 : policy === muted;
}

/** A direct conversation is muted when everybody else in it is. */
export function isMuted(replica: Replica, key: ConversationKey): boolean {
  const streamId = streamOfKey(key);
  if (streamId !== undefined) {
    return isTopicMuted(get(replica.streams, streamId), policyIn(replica, key));
  }
  const { mutedPeople, ownId } = replica;
  if (mutedPeople.size === 0) return false;
  const others = (replica.directs.get(key)?.userIds ?? []).filter((id) => id !== ownId);
  return others.length > 0 && others.every((id) => mutedPeople.has(id));
}

// Selects the new messages that notify the user.

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
