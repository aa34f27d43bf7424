/** Delivers changes of topic policies. */
import { muteTopic, setTopicPolicy } from "#api/topics.ts";
import type { TopicPolicy } from "#journal/actions/topic-policy.ts";
import { topicKey } from "#model/conversation.ts";
import { since } from "#wire/levels.ts";
import type { DeliveryContext, Effect } from "./effect.ts";
import { requireLevel } from "./unsupported.ts";

const unmuted = 2;
const followed = 3;

export const topicPolicy: Effect<TopicPolicy> = {
  // A topic has one policy, so topics are independent of each other.
  lane: ({ streamId, topic }) => `topic-policy:${topicKey(streamId, topic)}`,
  deliver: async (departure, action) => {
    const { connection, stopped, beforeSending } = departure;
    const level = connection().level();
    if (level < since.topicPolicies) return muteAtOldServer(departure, action);
    if (action.policy === followed) requireLevel(level, "followedPolicy");
    await setTopicPolicy(
      connection(),
      { stream_id: action.streamId, topic: action.topic, visibility_policy: action.policy },
      { signal: stopped, beforeSending },
    );
  },
  isAlreadySo: ({ sentence }) => /^Topic (?:already|is not) muted\.?$/.test(sentence),
};

/** LEVEL(170): before it, topics were only muted or unmuted, by a separate endpoint. */
async function muteAtOldServer(
  { connection, stopped, beforeSending }: DeliveryContext,
  { streamId, topic, policy }: TopicPolicy,
): Promise<void> {
  const level = connection().level();
  if (policy === unmuted) requireLevel(level, "topicPolicies");
  if (policy === followed) requireLevel(level, "followedPolicy");
  const op = policy === 0 ? "remove" : "add";
  const change = { stream_id: streamId, topic, op } as const;
  await muteTopic(connection(), change, { signal: stopped, beforeSending });
}
