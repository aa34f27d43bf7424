/** Delivers sends, and finds out what happened to those without a response. */
import { sendMessage } from "#api/messages.ts";
import { sorted } from "#base/sorted.ts";
import type { Send } from "#journal/actions/send.ts";
import type { OwnMessage } from "#journal/claims.ts";
import type { Address, IntentId } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { onMessage } from "#model/messages.ts";
import { others } from "#model/narrow.ts";
import { addIntents, changeReplica, claimOwnMessages, sendBecame } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { fetchMessages, termsOf } from "#sync/history/fetching.ts";
import type { MessageId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type { Effect } from "./effect.ts";
import { upload } from "./upload.ts";

type Request = Parameters<typeof sendMessage>[1];

/** How many of a conversation's newest messages are searched for one without a response. */
const newest = 20;

/**
 * Response and event may arrive in either order; the later one has no effect.
 *
 * What remains: if the program is suspended between its claim and the first byte for longer than its lease, and the
 * person repeats the send in another window meanwhile, it sends a duplicate when it resumes.
 */
const send: Effect<Send> = {
  lane: ({ address }) => `send:${conversationKey(address)}`,
  hasRow: true,
  deliver: async (context, message) => {
    const { store, connection, stopped, beforeSending, intent } = context;
    const options = { signal: stopped, beforeSending };
    const answer = await sendMessage(connection(), request(context, intent.id, message), options);
    sendBecame(store, intent.id, answer.id);
    // LEVEL(236): before it, own messages arrive unread at clients that the server does not recognize.
    if (connection().level() < since.readBySender)
      addIntents(store, context, [{ kind: "read", op: "add", ids: sorted([answer.id]) }]);
  },
  find: async (context, _, { address }) =>
    claimOwnMessages(context.store, await ownMessages(context, address)),
  confirm: async (context, { messageId }, { address }) => {
    if (messageId !== undefined) await fetchSent(context, address, messageId);
  },
};

function request({ store }: SyncContext, id: IntentId, { address, content }: Send): Request {
  const { replica, session } = store.getState();
  const echo = { content, local_id: id, queue_id: session.queueId, read_by_sender: true };
  if (address.kind === "topic")
    return { ...echo, type: "stream", to: address.streamId, topic: address.topic };
  return { ...echo, type: "direct", to: [...others(address.userIds, replica.ownId)] };
}

/** The user's newest messages of a conversation, fetched from the server. */
async function ownMessages(context: SyncContext, address: Address): Promise<readonly OwnMessage[]> {
  const { ownId } = context.store.getState().replica;
  const terms = termsOf(address, ownId, context.connection().level());
  const { messages } = await fetchMessages(context, {
    anchor: "newest",
    num_before: newest,
    num_after: 0,
    narrow: [...terms, { operator: "sender", operand: ownId }],
  });
  const conversation = conversationKey(address);
  return messages
    .filter((message) => message.sender_id === ownId)
    .map(({ id, content }) => ({ id, conversation, content }));
}

/** Adds the message to the replica as its event would: a sender who is not subscribed receives no event. */
async function fetchSent(
  context: SyncContext,
  address: Address,
  messageId: MessageId,
): Promise<void> {
  const { store } = context;
  const { ownId } = store.getState().replica;
  const { messages } = await fetchMessages(context, {
    anchor: messageId,
    num_before: 0,
    num_after: 0,
    // Includes the conversation, because a stream's history may be readable without a subscription.
    narrow: termsOf(address, ownId, context.connection().level()),
  });
  const message = messages.find(({ id }) => id === messageId);
  if (message === undefined) return;
  const flags = message.flags ?? [];
  changeReplica(store, (replica, batch) =>
    onMessage(replica, { type: "message", id: replica.lastEvent, message, flags }, batch),
  );
}

export const sendEffects = { send, upload } as const;
