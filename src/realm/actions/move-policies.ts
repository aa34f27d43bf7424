/** People's policies for a topic follow it when the whole of it moves. */
import type { Server } from "#realm/server.ts";
import { idsOfTopic } from "#realm/state/messages.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { setTopicPolicy, topicPolicyOf } from "./topic-policy.ts";

export type TopicPlace = { readonly stream: Stream; readonly topic: string };

/** Topics are the same in whatever case they are written. */
export function isSamePlace(one: TopicPlace, other: TopicPlace): boolean {
  return one.stream.id === other.stream.id && one.topic.toLowerCase() === other.topic.toLowerCase();
}

/** Whether anything was said there. */
export function isSaidIn({ state }: Server, { stream, topic }: TopicPlace): boolean {
  return idsOfTopic(state.messages, stream.id, topic).length > 0;
}

/** Told before the move itself: first that the old topic has none, then that the new one has it. */
export function carryPolicies(server: Server, from: TopicPlace, to: TopicPlace): void {
  if (isSamePlace(from, to)) return;
  const isMerger = isSaidIn(server, to);
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
