/** Muting, unmuting and following topics. */
import { announce, commit, now, type Server } from "#realm/server.ts";
import { idsOfTopic, topicKey } from "#realm/state/messages.ts";
import { type Personal, topicPolicyOf } from "#realm/state/personal.ts";
import { personalOf } from "#realm/state/state.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
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
  const before = topicPolicyOf(personal, streamId, topic);
  if (before === policy) return;
  const at = now(server);
  const entry = { streamId, topic, policy, at };
  commit(server, { kind: "topic policy set", userId, entry });
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

export type TopicPlace = { readonly stream: Stream; readonly topic: string };

/** People's policies for a topic follow it when the whole of it moves. Told before the move itself: first that the old topic has none, then that the new one has it. */
export function carryPolicies(server: Server, from: TopicPlace, to: TopicPlace): void {
  // Topics are the same in whatever case they are written.
  if (topicKey(from.stream.id, from.topic) === topicKey(to.stream.id, to.topic)) return;
  const isMerger = idsOfTopic(server.state.messages, to.stream.id, to.topic).length > 0;
  for (const personal of server.state.personal.values()) {
    const policy = topicPolicyOf(personal, from.stream.id, from.topic);
    const person = server.state.people.byId.get(personal.userId);
    if (policy === 0 || person === undefined) continue;
    const before = topicPolicyOf(personal, to.stream.id, to.topic);
    const goesAlong = canSee(person, to.stream);
    const gone = { streamId: from.stream.id, topic: from.topic, policy: 0 };
    setTopicPolicy(server, person.id, gone, goesAlong);
    if (!goesAlong) continue;
    const merged = isMerger ? mergedPolicy(policy, before) : policy;
    setTopicPolicy(server, person.id, { streamId: to.stream.id, topic: to.topic, policy: merged });
  }
}

const unmuted = 2;

/** Of two topics that become one: what both have, unmuted where one is, and else nothing. */
function mergedPolicy(one: number, other: number): number {
  if (one === other) return one;
  return one === unmuted || other === unmuted ? unmuted : 0;
}
