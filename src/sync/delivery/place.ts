/**
 * Whether a message still goes where it was written. What became of its topic while no events came, after a lost queue or
 * between two runs, only the server knows.
 */
import type { Send } from "#journal/actions/send.ts";
import { retried } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import { mergeMessages, requestedNow } from "#model/merge-page.ts";
import { titleOf } from "#model/select/conversations.ts";
import { changeIntent, changeReplica } from "#store/store.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import { answerTo, followMissedMove, type Topic, topicNow, topicOf } from "#sync/missed-move.ts";
import type { MessageId } from "#wire/ids.ts";
import { type DeliveryContext, heardMessage, refuse } from "./effect.ts";

/**
 * Whether the topic is where it was. If it has another name by now, the intent is delivered again, to that. Throws a
 * refusal where the user has to decide: a retry goes to where the row is then.
 */
export async function isStillThere(context: DeliveryContext, send: Send): Promise<boolean> {
  const { address, after } = send;
  if (address.kind !== "topic" || after === undefined) return true;
  const { view } = context.store.getState();
  const known = heardMessage(context, after);
  if (known?.conversation === conversationKey(address)) return true;
  const there = await answerTo(newestUpTo(context, address, after));
  if (there === undefined || there.some(({ id }) => id === after)) return true;
  const now = known === undefined ? await topicNow(context, after) : topicOf(known);
  const isLeft = there.length > 0;
  // The newest one was deleted, and the topic goes on.
  if (now === undefined && isLeft) return true;
  if (now === undefined) return ask(context, send, "What was here is gone.");
  const title = titleOf(view, now);
  if (isLeft) return ask(context, send, `The newest messages are in ${title} now.`);
  if (now.streamId !== address.streamId)
    return ask(context, { ...send, address: now }, `${titleOf(view, address)} was moved here.`);
  followMissedMove(context.store, after, address, now);
  changeIntent(context.store, context.intent.id, (intent) =>
    retried({ ...intent, action: { ...send, address: now } }),
  );
  return false;
}

/** The message, if it is in the topic, and the one before it there. */
async function newestUpTo(context: DeliveryContext, topic: Topic, anchor: MessageId) {
  const { store, connection } = context;
  const { replica } = store.getState();
  const requested = requestedNow(replica);
  const { messages } = await fetchMessages(context, {
    narrow: termsOf(topic, replica.ownId, connection().level()),
    anchor,
    num_before: 1,
    num_after: 0,
  });
  // The next message in this topic need not ask.
  changeReplica(store, (now, batch) => mergeMessages(now, messages, requested, batch));
  return messages;
}

/** The next attempt does not ask again. */
function ask(
  { store, intent }: DeliveryContext,
  { after: _, ...send }: Send,
  reason: string,
): never {
  changeIntent(store, intent.id, (now) => ({ ...now, action: send }));
  return refuse(reason);
}
