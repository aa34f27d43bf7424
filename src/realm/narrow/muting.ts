/** What a person has muted, as far as narrows and counts depend on it. */
import { type Message, topicKey } from "#realm/state/messages.ts";
import type { Personal } from "#realm/state/personal.ts";

/** The person's policy for the message's topic; 0 for direct messages. */
export function byTopicPolicy(personal: Personal, message: Message): number {
  if (message.streamId === undefined) return 0;
  return personal.topicPolicies.get(topicKey(message.streamId, message.topic))?.policy ?? 0;
}

/** Whether its topic is muted, whatever holds for the stream. */
export function isMutedTopic(personal: Personal, message: Message): boolean {
  return byTopicPolicy(personal, message) === 1;
}

/** Whether the message stands in a muted topic, or in a muted stream without an unmuted or followed topic. */
export function isMutedPlace(personal: Personal, message: Message): boolean {
  if (message.streamId === undefined) return false;
  const policy = byTopicPolicy(personal, message);
  if (policy >= 2) return false;
  return policy === 1 || personal.subscriptions.get(message.streamId)?.isMuted === true;
}
