/** The person's topic policies: muted, unmuted, followed. */
import { withEntry, withoutEntry } from "#base/copy-on-write.ts";
import { type Batch, values } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type ConversationKey, topicKey } from "./conversation.ts";
import type { Replica } from "./replica.ts";
import type { Policy, Stream } from "./stream.ts";

/** A value of a newer server counts as no policy. */
export function policyOf(value: number): Policy {
  return value === 1 || value === 2 || value === 3 ? value : 0;
}

export function onUserTopic(replica: Replica, event: EventOf<"user_topic">, batch: Batch): Replica {
  const key = topicKey(event.stream_id, event.topic_name);
  const policy = policyOf(event.visibility_policy);
  if (policy === (replica.policies.get(key) ?? 0)) return replica;
  const policies =
    policy === 0
      ? withoutEntry(replica.policies, key, batch)
      : withEntry(replica.policies, key, policy, batch);
  return { ...replica, policies };
}

/**
 * LEVEL(134): before it, the only event about topics. Newer servers send it in addition to `user_topic` to clients that
 * request everything; there it is redundant.
 */
export function onMutedTopics(replica: Replica, event: EventOf<"muted_topics">): Replica {
  if (replica.realm.featureLevel >= since.userTopics) return replica;
  return { ...replica, policies: mutedTopics(event.muted_topics, values(replica.streams)) };
}

/** The legacy list identifies streams by name; unknown ones are left out. */
export function mutedTopics(
  list: readonly unknown[],
  streams: Iterable<Stream>,
): ReadonlyMap<ConversationKey, Policy> {
  const byName = new Map<unknown, StreamId>();
  for (const stream of streams) byName.set(stream.name, stream.id);
  const policies = new Map<ConversationKey, Policy>();
  for (const pair of list) {
    if (!Array.isArray(pair)) continue;
    const [name, topic] = pair as unknown[];
    const streamId = byName.get(name);
    if (streamId !== undefined) policies.set(topicKey(streamId, String(topic)), 1);
  }
  return policies;
}
