/** Muting, unmuting or following a topic, or clearing its policy. */
import * as z from "zod";
import { type ConversationKey, topicKey } from "#model/conversation.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import type { Policy } from "#model/stream.ts";
import { onUserTopic } from "#model/topics.ts";
import { type StreamId, streamId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";

export type TopicPolicy = {
  readonly kind: "topic-policy";
  readonly streamId: StreamId;
  readonly topic: string;
  readonly policy: Policy;
};

const policy = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const verbs: Readonly<Record<Policy, string>> = {
  0: "Reset",
  1: "Mute",
  2: "Unmute",
  3: "Follow",
};

export const topicPolicy: ActionKind<TopicPolicy> = {
  stored: z.strictObject({
    kind: z.literal("topic-policy"),
    streamId,
    topic: z.string(),
    policy,
  }),
  repeatable: true,
  property: () => "topic-policy",
  targets: (action) => [keyOf(action)],
  overlaid: (view, action, batch) => {
    const { lastEvent: id } = view;
    const { streamId: stream_id, topic: topic_name, policy: visibility_policy } = action;
    const event = { type: "user_topic", id, stream_id, topic_name, visibility_policy } as const;
    return onUserTopic(view, event, batch);
  },
  agrees: ({ policies }, action) => (policies.get(keyOf(action)) ?? 0) === action.policy,
  inverse: ({ policies }, action) => {
    const before = policies.get(keyOf(action)) ?? 0;
    return before === action.policy ? [] : [{ ...action, policy: before }];
  },
  sentence: (view, action) => `${verbs[action.policy]} ${conversationTitle(view, keyOf(action))}`,
};

function keyOf(action: TopicPolicy): ConversationKey {
  return topicKey(action.streamId, action.topic);
}
