/** Conversations: a topic of a stream, or a set of people; and the keys that identify them. */
import type { Sorted } from "#base/sorted.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/**
 * The unique key of a conversation: equal for spellings of a topic that differ only in case, and for any order of
 * people. `t:<stream>:<folded topic>` or `d:<IDs of everybody, including one's own, ascending>`.
 */
export type ConversationKey = string & { readonly __conversation: true };

export type Conversation =
  | {
      readonly kind: "topic";
      readonly streamId: StreamId /** As the server spells it. */;
      readonly topic: string;
    }
  | {
      readonly kind: "direct" /** Everybody, the own ID included; notes to oneself have that one only. */;
      readonly userIds: Sorted<UserId>;
    };

/** Topics that differ only in case are the same topic. */
export function foldTopic(topic: string): string {
  return topic.toLowerCase();
}

/** Begins the name of a resolved topic. */
export const resolvedMark = "✔ ";

export function isResolved(topic: string): boolean {
  return topic.startsWith(resolvedMark);
}

/** Whether one of the names is that of the other topic when it is resolved. */
export function isResolving(before: string, after: string): boolean {
  return after === resolvedMark + before || before === resolvedMark + after;
}

export function topicKey(streamId: StreamId, topic: string): ConversationKey {
  return `t:${streamId}:${foldTopic(topic)}` as ConversationKey;
}

export function directKey(userIds: Sorted<UserId>): ConversationKey {
  return `d:${userIds.join(",")}` as ConversationKey;
}

export function conversationKey(conversation: Conversation): ConversationKey {
  return conversation.kind === "topic"
    ? topicKey(conversation.streamId, conversation.topic)
    : directKey(conversation.userIds);
}
