/** From what a message or a send says of its place to the conversation it belongs to. */
import type { Address } from "#journal/intent.ts";
import { type Conversation, type ConversationKey, conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";

export function conversationOfMessage(message: Message): Conversation {
  return message.streamId === undefined
    ? { kind: "direct", userIds: message.userIds ?? [] }
    : { kind: "topic", streamId: message.streamId, topic: message.topic };
}

/** An address has the shape of a conversation, so it has its key too. */
export function addressKey(address: Address): ConversationKey {
  return conversationKey(address);
}
