/** Changes to topics: moving, resolving and deleting them, and their policies. */

import * as z from "zod";
import { get } from "#base/table.ts";
import { type ConversationKey, isResolved, resolvedMark, topicKey } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle, titleOf } from "#model/select/conversations.ts";
import type { Policy } from "#model/stream.ts";
import { streamTitle } from "#model/streams.ts";
import { newestIn, onUserTopic } from "#model/topics.ts";
import { messageId, type StreamId, streamId } from "#wire/ids.ts";
import { type ActionKind, row } from "./action-kind.ts";

/** The target of resolving a topic or, if it is resolved, of unresolving it. */
export function resolutionOf({ streamId: id, topic }: TopicAddress): TopicAddress {
  const next = isResolved(topic) ? topic.slice(resolvedMark.length) : resolvedMark + topic;
  return { streamId: id, topic: next };
}

const topicAddress = z.strictObject({ streamId, topic: z.string() });
type TopicAddress = Readonly<z.output<typeof topicAddress>>;

const storedMove = row("move", {
  /** One of the messages; the others follow from `mode`. */
  messageId,
  from: topicAddress,
  to: topicAddress,
  /** Only the message, those after it as well, or all of the topic. */
  mode: z.enum(["change_one", "change_later", "change_all"]),
  /** Without a notice in the new topic. */
  quiet: z.exactOptional(z.literal(true)),
  /** With a notice in the old topic. */
  noticeInOld: z.exactOptional(z.literal(true)),
  /** The user knows that several messages may join others, from which nothing separates them again. */
  merges: z.exactOptional(z.literal(true)),
});
export type Move = z.output<typeof storedMove>;

/** Not shown before the server's event, which the open view follows. */
const move: ActionKind<Move> = {
  stored: storedMove,
  repeatable: true,
  // The inverse cancels a move that was not sent yet; otherwise it is sent after it.
  property: ({ from, to }) => `move:${[nameOf(from), nameOf(to)].sort().join("\0")}`,
  targets: (action) => [action.messageId],
  agrees: (replica, action) => {
    const message = get(replica.messages, action.messageId);
    return message === undefined || isAt(action.to, message);
  },
  /**
   * One message goes back alone. Several go back only if no messages are known in the target topic: otherwise those would be
   * moved as well; whether there are others, the delivery makes sure. What was posted in the old topic meanwhile does not
   * keep them from going back.
   */
  inverse: (view, { messageId: id, to, from, mode, merges }) => {
    const isSpelling = isSameTopic(from, to);
    const isOne = mode === "change_one";
    if (isTopicKnown(view, to) && !isSpelling && !isOne) return [];
    if (isSpelling && (to.topic === from.topic || mode !== "change_all")) return [];
    const back = isOne ? mode : "change_all";
    const joins = merges === true ? {} : ({ merges: true } as const);
    const places = { from: to, to: from } as const;
    return [{ kind: "move", messageId: id, ...places, mode: back, quiet: true, ...joins } as const];
  },
  sentence: (view, { from, to }) => {
    const resolved = resolutionOf(from);
    if (nameOf(resolved) !== nameOf(to))
      return `Move ${fullTitle(view, from)} to ${fullTitle(view, to)}`;
    return `${isResolved(to.topic) ? "Resolve" : "Unresolve"} ${fullTitle(view, from)}`;
  },
};

/** Whether they differ in their spelling at most. */
export function isSameTopic(one: TopicAddress, other: TopicAddress): boolean {
  return topicKey(one.streamId, one.topic) === topicKey(other.streamId, other.topic);
}

/** Whether messages are known in the topic: they could not be distinguished from those that are moved there. */
export function isTopicKnown(replica: Replica, topic: TopicAddress): boolean {
  return newestIn(replica, topic) !== undefined;
}

/** Whether the message is in that topic, with this spelling. */
export function isAt(
  { streamId: id, topic }: TopicAddress,
  message: { readonly streamId: StreamId | undefined; readonly topic: string },
): boolean {
  return message.streamId === id && message.topic === topic;
}

/** Unlike a key, it distinguishes spellings. */
function nameOf({ streamId: id, topic }: TopicAddress): string {
  return `${id}:${topic}`;
}

function fullTitle(replica: Replica, { streamId: id, topic }: TopicAddress): string {
  return `${streamTitle(replica, id)} › ${topicTitle(replica, topic)}`;
}

const storedDeleteTopic = row("delete-topic", {
  streamId,
  topic: z.string(),
  /** The newest message that was known when the user confirmed it, if there was one. */
  newest: z.exactOptional(messageId),
});
/** Deleting all messages of a topic. */
export type DeleteTopic = z.output<typeof storedDeleteTopic>;

/** Cannot be undone, so the user confirms it first; events report progress, and the answer completes it. */
const deleteTopic: ActionKind<DeleteTopic> = {
  stored: storedDeleteTopic,
  repeatable: true,
  // The newest goes first.
  agrees: ({ messages }, { newest }) => newest === undefined || get(messages, newest) === undefined,
  sentence: (view, { streamId: id, topic }) =>
    `Delete the topic ${titleOf(view, { kind: "topic", streamId: id, topic })}`,
};

const policy = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const verbs: Readonly<Record<Policy, string>> = {
  0: "Reset",
  1: "Mute",
  2: "Unmute",
  3: "Follow",
};

const storedTopicPolicy = row("topic-policy", {
  streamId,
  topic: z.string(),
  policy,
  /** The newest message of the topic that was known when the user chose it, if any: whether the topic is still there. */
  after: z.exactOptional(messageId),
});
/** Muting, unmuting or following a topic, or clearing its policy. */
export type TopicPolicy = z.output<typeof storedTopicPolicy>;

/** The action that gives a topic the policy, as the view knows that topic now. */
export function newPolicy(
  view: Replica,
  { streamId: id, topic }: TopicAddress,
  to: Policy,
): TopicPolicy {
  const after = newestIn(view, { streamId: id, topic });
  return {
    kind: "topic-policy",
    streamId: id,
    topic,
    policy: to,
    ...(after !== undefined && { after }),
  };
}

const topicPolicy: ActionKind<TopicPolicy> = {
  stored: storedTopicPolicy,
  repeatable: true,
  property: () => "topic-policy",
  targets: (action) => [keyOf(action)],
  overlaid: (view, action, batch) => {
    const { lastEvent: id } = view;
    const { streamId: stream_id, topic: topic_name, policy: visibility_policy } = action;
    const event = { type: "user_topic", id, stream_id, topic_name, visibility_policy } as const;
    return onUserTopic(view, event, batch);
  },
  agrees: ({ policies }, action) => (policies.get(keyOf(action)) ?? 0) === action.policy,
  inverse: ({ policies }, action) => {
    const before = policies.get(keyOf(action)) ?? 0;
    return before === action.policy ? [] : [{ ...action, policy: before }];
  },
  moved: (action, { from, to: { streamId: id, topic }, isMerge }) =>
    keyOf(action) === from && !isMerge ? { ...action, streamId: id, topic } : action,
  sentence: (view, action) => `${verbs[action.policy]} ${conversationTitle(view, keyOf(action))}`,
};

function keyOf(action: TopicPolicy): ConversationKey {
  return topicKey(action.streamId, action.topic);
}

export const topicActions = {
  move,
  "topic-policy": topicPolicy,
  "delete-topic": deleteTopic,
} as const;
