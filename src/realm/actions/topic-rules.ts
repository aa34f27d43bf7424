/** Which topics may be written: by the policies about the empty one, and by who may start topics. */
import { displayName, noTopic } from "#realm/empty-topic.ts";
import { Refusal } from "#realm/failures.ts";
import { hasAt, mayInStream } from "#realm/permissions.ts";
import type { Server } from "#realm/server.ts";
import { idsOfTopic } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { since } from "#wire/levels.ts";
import type { TopicsPolicy } from "#wire/stream.ts";

/** Whether the policy of the stream or, if it inherits, of the realm, allows the topic; throws unless it does. */
export function requireTopic(server: Server, stream: Stream, topic: string): void {
  const { state, level } = server;
  const realmPolicy = state.settings.get("topics_policy");
  const policy: TopicsPolicy = level < since.topicsPolicy ? "inherit" : stream.topicsPolicy;
  const isMandatory =
    realmPolicy === undefined
      ? state.settings.get("mandatory_topics") === true
      : realmPolicy === "disable_empty_topic";
  const isEmpty = topic === "" || topic === noTopic;
  if (policy === "inherit" && isMandatory && isEmpty)
    throw new Refusal("Topics are required in this organization");
  if (policy === "disable_empty_topic" && isEmpty)
    throw new Refusal(`Sending messages to ${displayName} is not allowed in this channel.`);
  if (policy === "empty_topic_only" && !isEmpty)
    throw new Refusal(`Only the ${displayName} topic is allowed in this channel.`);
}

/** Throws if the topic does not exist, and the person may not start one. */
export function requireTopicStart(
  server: Server,
  person: Person,
  stream: Stream,
  topic: string,
): void {
  const name = "can_create_topic_group";
  if (person.isSystem || !hasAt(server.level, "stream", name)) return;
  if (idsOfTopic(server.state.messages, stream.id, topic).length > 0) return;
  if (mayInStream(server, person, stream, name)) return;
  throw new Refusal("You do not have permission to create new topics in this channel.");
}
