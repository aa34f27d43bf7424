/** The topic without a name: its spellings, what the realm calls it, and where topics may be empty, must be, or must not. */
import { get } from "#base/table.ts";
import type { StreamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { Problem } from "./limits.ts";
import type { Replica } from "./replica.ts";

/** The name that servers have given it so far. */
const usualName = "general chat";
/** Clients of servers without empty topics send this for a topic that was left out. */
const noTopic = "(no topic)";

type Facts = Pick<Replica, "organization" | "realm">;

/** What the realm calls the empty topic. Not safe for a terminal. */
export function emptyTopicName({ organization }: Pick<Replica, "organization">): string {
  const name = organization.settings["empty_topic_display_name"];
  return typeof name === "string" && name.trim() !== "" ? name : usualName;
}

/** The topic as it is shown. Not safe for a terminal. */
export function topicTitle(replica: Pick<Replica, "organization">, topic: string): string {
  return topic === "" ? emptyTopicName(replica) : topic;
}

export function hasEmptyTopics({ featureLevel }: Replica["realm"]): boolean {
  return featureLevel >= since.emptyTopics;
}

/**
 * The topic that the server takes for the written one: "" for each spelling of the empty topic.
 *
 * Whatever was typed, linked or written by another client becomes a topic here. Events and pages need it not: weir asks for
 * "" there.
 */
export function topicWritten(facts: Facts, written: string): string {
  const topic = written.trim();
  const { featureLevel } = facts.realm;
  if (!hasEmptyTopics(facts.realm)) return topic;
  if (topic === noTopic) return featureLevel < since.noTopicWords ? topic : "";
  return topic === emptyTopicName(facts) ? "" : topic;
}

/** Why the topic can be neither resolved nor the opposite, which are parts of a name. */
export function unresolvable(replica: Pick<Replica, "organization">, topic: string): Problem {
  return topic === ""
    ? `${emptyTopicName(replica)} is a topic without a name, which cannot be resolved.`
    : undefined;
}

/** Which topics may be written: any, only those with a name, or only the empty one. */
export type TopicRule = "any" | "named" | "empty";

/** The stream's rule; where it inherits, the organization's. A policy that weir does not know is the server's to apply. */
export function topicRuleOf(replica: Replica, streamId: StreamId): TopicRule {
  const { featureLevel } = replica.realm;
  if (!hasEmptyTopics(replica.realm)) return "named";
  const policy = get(replica.streams, streamId)?.topicsPolicy;
  if (policy === "empty_topic_only") return "empty";
  const inherits = policy === "inherit" || featureLevel < since.topicsPolicy;
  const isNamed = inherits ? isTopicMandatory(replica) : policy === "disable_empty_topic";
  return isNamed ? "named" : "any";
}

/** LEVEL(392): before it, a setting of its own. */
function isTopicMandatory({ organization: { settings } }: Facts): boolean {
  const { topics_policy: policy, mandatory_topics: isMandatory } = settings;
  return typeof policy === "string" ? policy === "disable_empty_topic" : isMandatory === true;
}

/** Why the rule of stream or organization keeps messages out of the topic, in whatever spelling. */
export function topicRuleProblem(
  replica: Replica,
  { streamId, topic }: { readonly streamId: StreamId; readonly topic: string },
): Problem {
  const stream = get(replica.streams, streamId);
  const rule = topicRuleOf(replica, streamId);
  const isEmpty = topicWritten(replica, topic) === "";
  if (rule === "any" || stream === undefined) return undefined;
  if (rule === "empty")
    return isEmpty ? undefined : `#${stream.name} has no topics but ${emptyTopicName(replica)}.`;
  if (stream.topicsPolicy === "disable_empty_topic")
    return isEmpty ? `Messages in #${stream.name} need a topic.` : undefined;
  if (isTopicMandatory(replica))
    return isEmpty || topic === noTopic ? "Your organization requires a topic." : undefined;
  return isEmpty ? "This server requires a topic." : undefined;
}
