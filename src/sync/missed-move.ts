/** What follows the move of a whole topic of which no event told, because the queue was lost or weir was not running. */

import { ApiError } from "#api/failure.ts";
import { values } from "#base/table.ts";
import { isTopicKnown } from "#journal/actions/topic.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { onMove } from "#model/topics.ts";
import { followMove, reportMove } from "#store/following.ts";
import type { Store } from "#store/state.ts";
import { changeReplica } from "#store/store.ts";
import type { SyncContext } from "#sync/context.ts";
import { messageNow } from "#sync/fetching.ts";
import type { MessageId } from "#wire/ids.ts";

export type Topic = Extract<Conversation, { readonly kind: "topic" }>;

/** The topic in which the message is now; undefined if it is gone, or the server does not tell. Rejects where it may tell later. */
export async function topicNow(context: SyncContext, id: MessageId): Promise<Topic | undefined> {
  return topicOf(await answerTo(messageNow(context, id)));
}

/** Undefined if the server does not tell; rejects where it may tell later. */
export function answerTo<T>(request: Promise<T>): Promise<T | undefined> {
  return request.catch((error: unknown) => {
    const kind = error instanceof ApiError ? error.failure.kind : undefined;
    if (kind === "refused" || kind === "malformed") return undefined;
    throw error;
  });
}

export function topicOf(message: Message | undefined): Topic | undefined {
  if (message?.streamId === undefined) return undefined;
  return { kind: "topic", streamId: message.streamId, topic: message.topic };
}

/** Changes what the event would have changed. `witness`: a message of the topic, which is in the other one now. */
export function followMissedMove(store: Store, witness: MessageId, from: Topic, to: Topic): void {
  const { replica } = store.getState();
  const move = { from, to, ids: idsIn(replica, from, witness) };
  const isMerge = isTopicKnown(replica, to);
  changeReplica(
    store,
    (now, batch) =>
      onMove(
        now,
        {
          type: "update_message",
          id: now.lastEvent,
          message_id: witness,
          message_ids: [...move.ids],
          stream_id: from.streamId,
          orig_subject: from.topic,
          subject: to.topic,
          propagate_mode: "change_all",
          ...(to.streamId !== from.streamId && { new_stream_id: to.streamId }),
        },
        batch,
      ),
    [],
    [{ from: conversationKey(from), to, isMerge }],
  );
  followMove(store, move);
  reportMove(store, move, true);
}

/** The known messages of the topic, and the one that may not be known. */
function idsIn({ messages }: Replica, topic: Topic, witness: MessageId): readonly MessageId[] {
  const key = conversationKey(topic);
  const ids = [...values(messages)].filter((one) => one.conversation === key).map(({ id }) => id);
  return ids.includes(witness) ? ids : [...ids, witness];
}
