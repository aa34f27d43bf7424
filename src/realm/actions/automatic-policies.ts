/** Topics that people follow, or unmute in muted streams, by what they do there: as their settings say. */
import { userSetting } from "#realm/register/settings.ts";
import type { Server } from "#realm/server.ts";
import { idsOfTopic, type Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { mayRead, personalOf, streamOf, subscriptionOf } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { setTopicPolicy, topicPolicyOf } from "./topic-policy.ts";

/** As the settings count: whoever starts a topic also sends to it, and whoever sends takes part. */
const deeds = { takesPart: 1, sends: 2, starts: 3 } as const;

/** What a message that is about to be sent does to the sender's policy; undefined when that stays as it is. */
export function policyOfSender(
  server: Server,
  sender: Person,
  stream: Stream,
  topic: string,
): number | undefined {
  const { state } = server;
  const isKnown = topicPolicyOf(personalOf(state, sender.id), stream.id, topic) !== 0;
  // Only what the sender may read counts: whether somebody wrote before them is not given away.
  const isFirst = !idsOfTopic(state.messages, stream.id, topic).some((id) => {
    const message = state.messages.byId.get(id);
    return message !== undefined && mayRead(state, sender, message);
  });
  const deed = isFirst && !isKnown ? deeds.starts : deeds.sends;
  return raisePolicy(server, sender, stream, topic, deed);
}

/** Whoever reacts or votes takes part in the topic. */
export function takePart(server: Server, person: Person, message: Message): void {
  const stream = streamOf(server.state, message);
  if (stream !== undefined) raisePolicy(server, person, stream, message.topic, deeds.takesPart);
}

/** Those who are in the stream and are called, by their names or with a group, follow the topic unless they muted it. */
export function followWhereCalled(
  server: Server,
  stream: Stream,
  topic: string,
  called: readonly number[],
): void {
  for (const id of called) {
    const personal = server.state.personal.get(id);
    const isBot = server.state.people.byId.get(id)?.isBot === true;
    if (personal === undefined || isBot || !stream.subscribers.has(id)) continue;
    if (userSetting(personal, "automatically_follow_topics_where_mentioned") !== true) continue;
    if (topicPolicyOf(personal, stream.id, topic) === 1) continue;
    setTopicPolicy(server, id, { streamId: stream.id, topic, policy: 3 });
  }
}

/** A policy only ever rises by itself. */
function raisePolicy(
  server: Server,
  person: Person,
  stream: Stream,
  topic: string,
  deed: number,
): number | undefined {
  if (person.isBot) return undefined;
  const personal = personalOf(server.state, person.id);
  // A topic is followed by who is in the stream or not; only those who are in it can have it muted.
  const isIn = stream.subscribers.has(person.id);
  const isMuted = isIn && subscriptionOf(server.state, personal, stream.id).isMuted;
  const follow = Number(userSetting(personal, "automatically_follow_topics_policy"));
  const unmute = Number(
    userSetting(personal, "automatically_unmute_topics_in_muted_streams_policy"),
  );
  const raised = isMuted && unmute <= deed ? 2 : undefined;
  const wanted = follow <= deed ? 3 : raised;
  if (wanted === undefined || topicPolicyOf(personal, stream.id, topic) >= wanted) return undefined;
  setTopicPolicy(server, person.id, { streamId: stream.id, topic, policy: wanted });
  return wanted;
}
