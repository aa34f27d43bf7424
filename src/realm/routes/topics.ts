/** Topics: listing, their policies, and deleting one. */

import { notPermitted, visibleStream, visibleStreamNamed } from "#realm/actions/access.ts";
import { deleteMessages, mayDeleteAny } from "#realm/actions/edit.ts";
import { topicMeant, topicShown } from "#realm/empty-topic.ts";
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { requireLength } from "#realm/parameters.ts";
import { canReadHistory, canSee, mayRead } from "#realm/permissions.ts";
import { action, completion, type RouteRequest, route } from "#realm/route.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import { idsOfTopic, type Message, topicKey } from "#realm/state/messages.ts";
import { isAdministrator } from "#realm/state/people.ts";
import { topicPolicyOf } from "#realm/state/personal.ts";
import { isOwn, personalOf } from "#realm/state/state.ts";
import type { Stream, TopicPlace } from "#realm/state/streams.ts";
import { mutedTopics } from "#realm/views/personal.ts";
import { getTopics } from "#wire/endpoints/account.ts";
import { deleteTopic, muteTopic } from "#wire/endpoints/streams.ts";
import { setTopicPolicy as setTopicPolicyEndpoint } from "#wire/endpoints/topics.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { workThrough } from "./flags.ts";
import { listableStream } from "./streams.ts";

export const routes = [
  route(getTopics, ({ server, person, personal, values, id }) => {
    const stream = listableStream(server, visibleStream(server, person, id));
    const shared = canReadHistory(server, person, stream);
    const counts = (message: Message) => shared || isOwn(server.state, personal, message);
    // Spellings that differ in case are one topic, with the newest spelling.
    const newest = new Map<string, { name: string; max_id: number }>();
    for (const id of server.state.messages.ofStream.get(stream.id)?.toReversed() ?? []) {
      const message = server.state.messages.byId.get(id);
      const key = message?.topic.toLowerCase();
      if (message === undefined || key === undefined || newest.has(key) || !counts(message))
        continue;
      newest.set(key, { name: message.topic, max_id: id });
    }
    const knows = values.allow_empty_topic_name;
    const topics = [...newest.values()].map(({ name, max_id }) => ({
      name: topicShown(server, name, knows),
      max_id,
    }));
    return { topics };
  }),
  action(setTopicPolicyEndpoint, ({ server, person, values }) => {
    const { stream_id: streamId, visibility_policy: policy } = values;
    const topic = topicMeant(server, values.topic);
    requireLength("topic", topic, limits.topicLength);
    const newest = server.level >= since.followedPolicy ? 3 : 2;
    if (policy < 0 || policy > newest) {
      throw new Refusal("Invalid visibility_policy");
    }
    // Removing a policy also works after access to the stream was lost.
    if (policy !== 0) visibleStream(server, person, streamId);
    else if (!server.state.streams.byId.has(streamId)) throw noSuchStream();
    setTopicPolicy(server, person.id, { streamId, topic, policy });
  }),
  action(muteTopic, (request) => {
    const { server, person, values } = request;
    const { op } = values;
    const topic = topicMeant(server, values.topic);
    requireLength("topic", topic, limits.topicLength);
    const policy = op === "add" ? 1 : 0;
    const stream = op === "add" ? streamToMuteIn(request) : streamOf(request);
    if (stream === undefined) throw new Refusal("Topic is not muted");
    setTopicPolicy(server, person.id, { streamId: stream.id, topic, policy });
  }),
  /** Deletes the readable messages of a topic, newest first. If time runs out, the rest stays. */
  route(deleteTopic, ({ server, person, values, id }) => {
    const { level, state } = server;
    const stream = visibleStream(server, person, id);
    const mayDelete = isAdministrator(person) || mayDeleteAny(server, person, stream);
    if (!mayDelete) throw notPermitted();
    const all = idsOfTopic(state.messages, stream.id, topicMeant(server, values.topic_name))
      .toReversed()
      .flatMap((one) => state.messages.byId.get(one) ?? [])
      .filter((message) => mayRead(server, person, message));
    const work = (batch: readonly Message[]) => deleteMessages(server, person.id, batch);
    const isBatched = level >= since.batchedDeletion;
    if (!isBatched) work(all);
    const complete = !isBatched || workThrough(server, all, work) === all.length;
    return completion(level, complete, since.partialDeletion);
  }),
];

type Muting = RouteRequest<typeof muteTopic.parameters>;

/** By ID or by name; giving both is an error. */
function streamOf({ server, values }: Muting): Stream | undefined {
  const { stream: name, stream_id: id } = values;
  const { byId, byName } = server.state.streams;
  if (name === undefined && id === undefined) throw new Refusal("Missing 'stream_id' argument");
  if (name === undefined) return byId.get(id ?? 0);
  if (id === undefined) return byName.get(name.trim().toLowerCase());
  const parameters = "stream_id, stream";
  throw new Refusal(`Unsupported parameter combination: ${parameters}`, { extra: { parameters } });
}

/** Muting requires access to the stream, unmuting does not. */
function streamToMuteIn(request: Muting): Stream {
  const { server, person, values } = request;
  const stream = streamOf(request);
  if (values.stream !== undefined) return visibleStreamNamed(server, person, values.stream);
  return visibleStream(server, person, stream?.id ?? 0);
}

// Changes topic policies: muted, unmuted, followed.

/**
 * 0 none, 1 muted, 2 unmuted, 3 followed; no event if nothing changes. `isFirstOfTwo`: another change follows immediately, so
 * the legacy list is not announced yet.
 */
function setTopicPolicy(
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
  const isUser = (id: number) => id === userId;
  announce(server, "muted_topics", isFirstOfTwo ? () => false : isUser, (queue) =>
    // Clients that request the newer type do not receive the legacy one.
    server.level >= since.userTopics && queue.options.eventTypes?.includes("user_topic")
      ? undefined
      : { muted_topics: mutedTopics(server, personal) },
  );
  announce(server, "user_topic", isUser, () =>
    server.level < since.userTopics
      ? undefined
      : { stream_id: streamId, topic_name: topic, last_updated: at, visibility_policy: policy },
  );
}

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
    const goesAlong = canSee(server, person, to.stream);
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
