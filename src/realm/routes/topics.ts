/** Routes for listing topics, topic policies, and deleting a topic. */
import { visibleStream, visibleStreamNamed } from "#realm/actions/access.ts";
import { deleteMessages } from "#realm/actions/delete.ts";
import { requireLength } from "#realm/actions/text.ts";
import { workThrough } from "#realm/actions/time-budget.ts";
import { setTopicPolicy } from "#realm/actions/topic-policy.ts";
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { idsOfTopic, type Message } from "#realm/state/messages.ts";
import { isOwn, mayRead, personalOf } from "#realm/state/state.ts";
import { canReadHistory, type Stream } from "#realm/state/streams.ts";
import { getTopics } from "#wire/endpoints/account.ts";
import { deleteTopic } from "#wire/endpoints/streams.ts";
import { muteTopic } from "#wire/endpoints/subscriptions.ts";
import { setTopicPolicy as setTopicPolicyEndpoint } from "#wire/endpoints/topics.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { action, completion, type RouteRequest, route } from "./route.ts";

export const topicRoutes = [
  route(getTopics, (request) => ({ topics: topics(request) })),
  action(setTopicPolicyEndpoint, setPolicy),
  action(muteTopic, mute),
  route(deleteTopic, empty),
];

function topics({ server, person, id }: RouteRequest) {
  const stream = visibleStream(server, person, id);
  const personal = personalOf(server.state, person.id);
  const shared = canReadHistory(person, stream);
  const counts = (message: Message) => shared || isOwn(server.state, personal, message);
  // Spellings that differ in case are one topic, with the newest spelling.
  const newest = new Map<string, { name: string; max_id: number }>();
  for (const id of server.state.messages.ofStream.get(stream.id)?.toReversed() ?? []) {
    const message = server.state.messages.byId.get(id);
    const key = message?.topic.toLowerCase();
    if (message === undefined || key === undefined || newest.has(key) || !counts(message)) continue;
    newest.set(key, { name: message.topic, max_id: id });
  }
  return [...newest.values()];
}

type Setting = RouteRequest<typeof setTopicPolicyEndpoint.parameters>;

function setPolicy({ server, person, values }: Setting): void {
  const { stream_id: streamId, topic, visibility_policy: policy } = values;
  requireLength("topic", topic, limits.topicLength);
  const newest = server.level >= since.followedPolicy ? 3 : 2;
  if (policy < 0 || policy > newest) {
    throw new Refusal("Invalid visibility_policy");
  }
  // Removing a policy also works after access to the stream was lost.
  if (policy !== 0) visibleStream(server, person, streamId);
  else if (!server.state.streams.byId.has(streamId)) throw noSuchStream();
  setTopicPolicy(server, person.id, { streamId, topic, policy });
}

type Muting = RouteRequest<typeof muteTopic.parameters>;

function mute(request: Muting): void {
  const { server, person, values } = request;
  const { topic, op } = values;
  requireLength("topic", topic, limits.topicLength);
  const policy = op === "add" ? 1 : 0;
  const stream = op === "add" ? streamToMuteIn(request) : streamOf(request);
  if (stream === undefined) throw new Refusal("Topic is not muted");
  setTopicPolicy(server, person.id, { streamId: stream.id, topic, policy });
}

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

/** Deletes the readable messages of a topic, newest first. If time runs out, the rest stays. */
function empty({ server, person, values, id }: RouteRequest<typeof deleteTopic.parameters>) {
  const { level, state } = server;
  const stream = visibleStream(server, person, id);
  const all = idsOfTopic(state.messages, stream.id, values.topic_name)
    .toReversed()
    .flatMap((one) => state.messages.byId.get(one) ?? [])
    .filter((message) => mayRead(state, person, message));
  const work = (batch: readonly Message[]) => deleteMessages(server, person.id, batch);
  const isBatched = level >= since.batchedDeletion;
  if (!isBatched) work(all);
  const complete = !isBatched || workThrough(server, all, work) === all.length;
  return completion(level, complete, since.partialDeletion);
}
