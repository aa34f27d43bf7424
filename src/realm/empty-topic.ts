/** The empty topic: its spellings in requests, and its name for clients that do not know of it. */
import type { EventBody, QueueOptions } from "#realm/state/queues.ts";
import { since } from "#wire/levels.ts";

type Leveled = { readonly level: number };

export const displayName = "general chat";
export const noTopic = "(no topic)";

/** The topic that a request means. */
export function topicMeant({ level }: Leveled, written: string): string {
  const topic = written.trim();
  if (level < since.emptyTopics) return topic;
  const isNoTopic = topic === noTopic && level >= since.noTopicWords;
  return isNoTopic || topic === displayName ? "" : topic;
}

/** A topic for a client that knows of empty ones, or does not. */
export function topicShown({ level }: Leveled, topic: string, knows = false): string {
  return topic === "" && !knows && level >= since.emptyTopics ? displayName : topic;
}

/** The keys of events that are topics of streams. */
const topicKeys: Readonly<Record<string, readonly string[]>> = {
  delete_message: ["topic"],
  update_message: ["orig_subject", "subject"],
  user_topic: ["topic_name"],
  typing: ["topic"],
};

/** The event as a client of these options gets it. */
export function withTopicNames(
  { level }: Leveled,
  { capabilities }: QueueOptions,
  event: EventBody,
): EventBody {
  if (level < since.emptyTopics || capabilities?.empty_topic_name === true) return event;
  if (event.type === "message") return { ...event, message: namedIn(event["message"], "subject") };
  if (event.type === "update_message_flags") {
    const details = Object.entries(event["message_details"] ?? {});
    const named = details.map(([id, one]) => [id, namedIn(one, "topic")] as const);
    return details.length === 0 ? event : { ...event, message_details: Object.fromEntries(named) };
  }
  return (topicKeys[event.type] ?? []).reduce(namedIn, event) as EventBody;
}

/** Direct messages have the empty topic, too, and keep it. */
function namedIn(object: unknown, key: string): unknown {
  const values = object as Readonly<Record<string, unknown>>;
  const isDirect = values["type"] === "private" || values["message_type"] === "private";
  return values[key] === "" && !isDirect ? { ...values, [key]: displayName } : object;
}
