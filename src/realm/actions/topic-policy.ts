/** Changes topic policies: muted, unmuted, followed. */
import { announce, commit, now, type Server } from "#realm/server.ts";
import { idsOfTopic, topicKey } from "#realm/state/messages.ts";
import { type Personal, topicPolicyOf } from "#realm/state/personal.ts";
import { personalOf } from "#realm/state/state.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { since } from "#wire/levels.ts";

/** The legacy form: stream name, topic, and time. */
export function mutedTopics(server: Server, personal: Personal) {
  return [...personal.topicPolicies.values()]
    .filter(({ policy }) => policy === 1)
    .map(({ streamId, topic, at }) => [
      server.state.streams.byId.get(streamId)?.name ?? "",
      topic,
      at,
    ]);
}

/** Somebody's topic policies, except those that the level does not support. */
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
 * 0 none, 1 muted, 2 unmuted, 3 followed; no event if nothing changes. `isFirstOfTwo`: another change follows immediately, so
 * the legacy list is not announced yet.
 */
export function setTopicPolicy(
  server: Server,
  userId: number,
  { streamId, topic, policy }: { streamId: number; topic: string; policy: number },
  isFirstOfTwo = false,
): void {
  const personal = personalOf(server.state, userId);
  const before = topicPolicyOf(personal, streamId, topic);
  if (before === policy) return;
  const at = now(server);
  const entry = { streamId, topic, policy, at };
  commit(server, { kind: "topic policy set", userId, entry });
  const own = (id: number) => id === userId;
  announce(server, "muted_topics", isFirstOfTwo ? () => false : own, (queue) =>
    // Clients that request the newer type do not receive the legacy one.
    server.level >= since.userTopics && queue.options.eventTypes?.includes("user_topic")
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

/**
 * Moves policies along with a whole topic. Announced before the move: first the removal from the old topic, then the
 * new policy.
 */
export function carryPolicies(server: Server, from: TopicPlace, to: TopicPlace): void {
  // Topics are case-insensitive.
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

/** The policy of two merged topics: that of both if equal, unmuted if one of them is, else none. */
function mergedPolicy(one: number, other: number): number {
  if (one === other) return one;
  return one === unmuted || other === unmuted ? unmuted : 0;
}
