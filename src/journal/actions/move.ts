/** Moving messages to another topic or stream; resolving a topic and unresolving it are moves as well. */

import * as z from "zod";
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import { streamTitle } from "#model/known-stream.ts";
import type { Replica } from "#model/replica.ts";
import { type MessageId, messageId, type StreamId, streamId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";

export type TopicPlace = { readonly streamId: StreamId; readonly topic: string };

export type Move = {
  readonly kind: "move";
  /** One of the messages; the others follow from `mode`. */
  readonly messageId: MessageId;
  readonly from: TopicPlace;
  readonly to: TopicPlace;
  /** Only the message, those after it as well, or all of the topic. */
  readonly mode: "change_one" | "change_later" | "change_all";
  /** Without a notice in the new topic. */
  readonly quiet?: true;
  /** With a notice in the old topic. */
  readonly noticeInOld?: true;
};

const resolvedPrefix = "✔ ";

export function isResolved(topic: string): boolean {
  return topic.startsWith(resolvedPrefix);
}

/** The target of resolving a topic or, if it is resolved, of unresolving it. */
export function resolutionOf({ streamId: id, topic }: TopicPlace): TopicPlace {
  const next = isResolved(topic) ? topic.slice(resolvedPrefix.length) : resolvedPrefix + topic;
  return { streamId: id, topic: next };
}

const place = z.strictObject({ streamId, topic: z.string() });

/** Not shown before the server's event, which the open view follows. */
export const move: ActionKind<Move> = {
  stored: z.strictObject({
    kind: z.literal("move"),
    messageId,
    from: place,
    to: place,
    mode: z.enum(["change_one", "change_later", "change_all"]),
    quiet: z.exactOptional(z.literal(true)),
    noticeInOld: z.exactOptional(z.literal(true)),
  }),
  repeatable: true,
  // The inverse cancels a move that was not sent yet; otherwise it is sent after it.
  property: ({ from, to }) => `move:${[nameOf(from), nameOf(to)].sort().join("\0")}`,
  targets: (action) => [action.messageId],
  agrees: (replica, action) => {
    const message = get(replica.messages, action.messageId);
    return message === undefined || isAt(action.to, message);
  },
  /** Only if no messages are known in the target topic: otherwise those would be moved as well. */
  inverse: (view, { messageId: id, to, from, mode }) => {
    const isSpelling = topicKey(to.streamId, to.topic) === topicKey(from.streamId, from.topic);
    if (isTopicKnown(view, to) && !isSpelling) return [];
    if (isSpelling && (to.topic === from.topic || mode !== "change_all")) return [];
    return [
      { kind: "move", messageId: id, from: to, to: from, mode: "change_all", quiet: true } as const,
    ];
  },
  sentence: (view, { from, to }) => {
    const resolved = resolutionOf(from);
    if (nameOf(resolved) !== nameOf(to))
      return `Move ${titleOf(view, from)} to ${titleOf(view, to)}`;
    return `${isResolved(to.topic) ? "Resolve" : "Unresolve"} ${titleOf(view, from)}`;
  },
};

/** Whether messages are known in the topic: they could not be distinguished from those that are moved there. */
export function isTopicKnown({ topics }: Replica, { streamId: id, topic }: TopicPlace): boolean {
  return topics.get(id)?.has(topicKey(id, topic)) === true;
}

/** Whether the message is in that topic, with this spelling. */
export function isAt(
  { streamId: id, topic }: TopicPlace,
  message: { readonly streamId: StreamId | undefined; readonly topic: string },
): boolean {
  return message.streamId === id && message.topic === topic;
}

/** Unlike a key, it distinguishes spellings. */
function nameOf({ streamId: id, topic }: TopicPlace): string {
  return `${id}:${topic}`;
}

function titleOf(replica: Replica, { streamId: id, topic }: TopicPlace): string {
  return `${streamTitle(replica, id)} › ${topic}`;
}
