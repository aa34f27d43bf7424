/** People's policies for a topic follow it when the whole of it moves. */
import type { Server } from "#realm/server.ts";
import { idsOfTopic, topicKey } from "#realm/state/messages.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { setTopicPolicy, topicPolicyOf } from "./topic-policy.ts";

export type TopicPlace = { readonly stream: Stream; readonly topic: string };

/** Told before the move itself: first that the old topic has none, then that the new one has it. */
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
