/** Muting, unmuting and following topics. */
import { announce, commit, now, type Server } from "#realm/server.ts";
import { topicKey } from "#realm/state/messages.ts";
import type { Personal } from "#realm/state/personal.ts";
import { personalOf } from "#realm/state/state.ts";
import { since } from "#wire/levels.ts";

/** The pairs of the legacy event and state key: stream name, topic, and since when. */
export function mutedTopics(server: Server, personal: Personal) {
  return [...personal.topicPolicies.values()]
    .filter(({ policy }) => policy === 1)
    .map(({ streamId, topic, at }) => [
      server.state.streams.byId.get(streamId)?.name ?? "",
      topic,
      at,
    ]);
}

/** What is kept of somebody's topics, but for what their level has no word for. */
export function topicPolicies({ level }: Server, personal: Personal) {
  return [...personal.topicPolicies.values()]
    .filter(({ policy }) => policy < 3 || level >= since.followedPolicy)
    .map(({ streamId, topic, at, policy }) => ({
      stream_id: streamId,
      topic_name: topic,
      last_updated: at,
      visibility_policy: policy,
    }));
}

/**
 * 0 nothing, 1 muted, 2 unmuted, 3 followed; nothing happens and nobody hears when it is so already.
 * `isHalf`: another change follows at once, so that the list of all muted topics need not be told yet.
 */
export function setTopicPolicy(
  server: Server,
  userId: number,
  { streamId, topic, policy }: { streamId: number; topic: string; policy: number },
  isHalf = false,
): void {
  const personal = personalOf(server.state, userId);
  const before = personal.topicPolicies.get(topicKey(streamId, topic))?.policy ?? 0;
  if (before === policy) return;
  const at = now(server);
  commit(server, {
    kind: "topic policy set",
    userId,
    entry: { streamId, topic, policy, at },
  });
  const own = (id: number) => id === userId;
  announce(server, "muted_topics", isHalf ? () => false : own, (queue) =>
    // Whoever named the newer type is spared the older, where there is a newer one.
    server.level >= since.userTopics && queue.wishes.eventTypes?.includes("user_topic")
      ? undefined
      : { muted_topics: mutedTopics(server, personal) },
  );
  announce(server, "user_topic", own, () =>
    server.level < since.userTopics
      ? undefined
      : { stream_id: streamId, topic_name: topic, last_updated: at, visibility_policy: policy },
  );
}

export function topicPolicyOf(personal: Personal, streamId: number, topic: string): number {
  return personal.topicPolicies.get(topicKey(streamId, topic))?.policy ?? 0;
}
