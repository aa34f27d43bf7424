/** Decides which unread messages count, by the rules of muting and following. */
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { Policy, Stream } from "#model/stream.ts";
import { streamOfKey } from "#model/unreads.ts";

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
