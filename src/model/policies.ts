/** What the person said of topics: muted, unmuted, followed. */
import { withEntry, withoutEntry } from "#base/owned.ts";
import { type Batch, values } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type ConversationKey, topicKey } from "./conversation.ts";
import type { Picture } from "./picture.ts";
import type { Policy, Stream } from "./stream.ts";

/** A value of a later server counts as nothing said. */
export function policyOf(value: number): Policy {
  return value === 1 || value === 2 || value === 3 ? value : 0;
}

export function onUserTopic(picture: Picture, event: EventOf<"user_topic">, batch: Batch): Picture {
  const key = topicKey(event.stream_id, event.topic_name);
  const policy = policyOf(event.visibility_policy);
  if (policy === (picture.policies.get(key) ?? 0)) return picture;
  const policies =
    policy === 0
      ? withoutEntry(picture.policies, key, batch)
      : withEntry(picture.policies, key, policy, batch);
  return { ...picture, policies };
}

/**
 * LEVEL(134): before it, this alone tells of topics. Newer servers send it beside `user_topic` to clients that ask for
 * everything; there it tells nothing new.
 */
export function onMutedTopics(picture: Picture, event: EventOf<"muted_topics">): Picture {
  if (picture.realm.featureLevel >= since.userTopics) return picture;
  return { ...picture, policies: mutedTopics(event.muted_topics, values(picture.streams)) };
}

/** The legacy list names streams; those that are not known are left out. */
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
