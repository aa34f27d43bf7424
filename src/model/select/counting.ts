/** Which unread messages count, and which wait quietly: the rules of muting and following. */
import { get } from "#base/table.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Picture } from "#model/picture.ts";
import type { Policy, Stream } from "#model/stream.ts";
import { streamOfKey } from "#model/unreads.ts";

const muted: Policy = 1;
const followed: Policy = 3;

export function policyIn({ policies }: Picture, key: ConversationKey): Policy {
  return policies.get(key) ?? 0;
}

export function isFollowed(picture: Picture, key: ConversationKey): boolean {
  return policyIn(picture, key) === followed;
}

/** In a muted stream a topic counts when it was unmuted or followed; elsewhere unless it was muted. */
export function isTopicMuted(stream: Pick<Stream, "subscription"> | undefined, policy: Policy) {
  return stream?.subscription?.muted === true ? policy < 2 : policy === muted;
}

/** A direct conversation is muted when everybody else in it is. */
export function isMuted(picture: Picture, key: ConversationKey): boolean {
  const streamId = streamOfKey(key);
  if (streamId !== undefined) {
    return isTopicMuted(get(picture.streams, streamId), policyIn(picture, key));
  }
  const { mutedPeople, ownId } = picture;
  if (mutedPeople.size === 0) return false;
  const others = (picture.directs.get(key)?.userIds ?? []).filter((id) => id !== ownId);
  return others.length > 0 && others.every((id) => mutedPeople.has(id));
}
