/** What is the same in every list whose rows stand for messages, which may be deleted meanwhile. */
import { get } from "#base/table.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { MessageId } from "#wire/ids.ts";
import { type ListDefinition, openingOf } from "./list.ts";

/** Shows and opens the conversation of a row at its message. */
export function rowsOfMessages(messageOf: (key: RowKey) => MessageId) {
  const knownOf = ({ messages }: Pick<Replica, "messages">, key: RowKey): Message | undefined =>
    get(messages, messageOf(key));
  return {
    conversations: {
      of: (view, key) => {
        const message = knownOf(view, key);
        return message === undefined ? [] : [message.conversation];
      },
    },
    peek: ({ view }, key) => {
      const message = knownOf(view, key);
      return message && { narrow: conversationOfMessage(message), at: message.id };
    },
    open: ({ store }, key) => {
      const message = knownOf(store.getState().view, key);
      return message && openingOf(conversationOfMessage(message), message.id);
    },
  } satisfies Partial<ListDefinition>;
}
