/** People's policies for a topic follow it when the whole of it moves. */
import type { Server } from "#realm/server.ts";
import type { Stream } from "#realm/state/streams.ts";
import { canSee } from "#realm/state/streams.ts";
import { setTopicPolicy, topicPolicyOf } from "./topic-policy.ts";

export type TopicPlace = { readonly stream: Stream; readonly topic: string };

/** Told before the move itself: first that the old topic has none, then that the new one has it. */
export function carryPolicies(server: Server, from: TopicPlace, to: TopicPlace): void {
  const sameTopic =
    from.stream.id === to.stream.id && from.topic.toLowerCase() === to.topic.toLowerCase();
  if (sameTopic) return;
  for (const personal of server.state.personal.values()) {
    const policy = topicPolicyOf(personal, from.stream.id, from.topic);
    const person = server.state.people.byId.get(personal.userId);
    if (policy === 0 || person === undefined) continue;
    const before = topicPolicyOf(personal, to.stream.id, to.topic);
    const goesAlong = canSee(person, to.stream);
    const gone = { streamId: from.stream.id, topic: from.topic, policy: 0 };
    setTopicPolicy(server, person.id, gone, goesAlong);
    if (!goesAlong) continue;
    // Where two topics become one, the more attentive policy stays: muted gives way to all others.
    const merged = before === 0 || before === 1 ? policy : Math.max(before, policy);
    setTopicPolicy(server, person.id, { streamId: to.stream.id, topic: to.topic, policy: merged });
  }
}
