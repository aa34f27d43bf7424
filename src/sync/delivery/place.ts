/**
 * Whether a message, or a policy, still goes where it was meant to. What became of a topic while no events came, after a lost
 * queue or between two runs, only the server knows.
 */
import type { Send } from "#journal/actions/send.ts";
import type { TopicPolicy } from "#journal/actions/topic.ts";
import type { Action } from "#journal/intent.ts";
import { retried } from "#journal/phases.ts";
import { conversationKey } from "#model/conversation.ts";
import { mergeMessages, requestedNow } from "#model/merge-page.ts";
import { titleOf } from "#model/select/conversations.ts";
import { changeIntent, changeReplica } from "#store/store.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import { answerTo, followMissedMove, type Topic, topicNow, topicOf } from "#sync/missed-move.ts";
import type { MessageId } from "#wire/ids.ts";
import { type DeliveryContext, heardMessage, heardPlace, refuse } from "./effect.ts";

/**
 * Whether the message goes where it was written. If the topic has another name by now, the intent is delivered again, to
 * that. Throws a refusal where the user has to decide: a retry goes to where the row is then.
 */
export async function isStillThere(context: DeliveryContext, send: Send): Promise<boolean> {
  const { address, after } = send;
  if (address.kind !== "topic" || after === undefined) return true;
  const { is, topic } = await whereabouts(context, address, after);
  const { view } = context.store.getState();
  switch (is) {
    case "there":
      return true;
    case "gone":
      return ask(context, send, "What was here is gone.");
    case "divided":
      return ask(context, send, `The newest messages are in ${titleOf(view, topic)} now.`);
    case "moved": {
      const now = { ...send, address: topic };
      if (topic.streamId !== address.streamId)
        return ask(context, now, `${titleOf(view, address)} was moved here.`);
      deliverThere(context, { from: address, to: topic, after }, now);
      return false;
    }
  }
}

/** The same for a policy, which a topic has wherever it is. */
export async function hasPolicyThere(
  context: DeliveryContext,
  action: TopicPolicy,
): Promise<boolean> {
  const { after, streamId, topic } = action;
  if (after === undefined) return true;
  const from = { kind: "topic", streamId, topic } as const;
  const { is, topic: to } = await whereabouts(context, from, after);
  if (is !== "moved") return true;
  const now = { ...action, streamId: to.streamId, topic: to.topic };
  deliverThere(context, { from, to, after }, now);
  return false;
}

type MissedMove = { readonly from: Topic; readonly to: Topic; readonly after: MessageId };

function deliverThere(
  { store, intent }: DeliveryContext,
  { from, to, after }: MissedMove,
  action: Action,
): void {
  followMissedMove(store, after, from, to);
  changeIntent(store, intent.id, (before) => retried({ ...before, action }));
}

/** What has become of a topic: `divided` if the newest known message is elsewhere, and older ones are not. */
type Whereabouts =
  | { readonly is: "there" | "gone"; readonly topic: undefined }
  | { readonly is: "moved" | "divided"; readonly topic: Topic };

async function whereabouts(
  context: DeliveryContext,
  topic: Topic,
  newest: MessageId,
): Promise<Whereabouts> {
  const isThere = { is: "there", topic: undefined } as const;
  const known = heardMessage(context, newest);
  if (heardPlace(context, newest) === conversationKey(topic)) return isThere;
  const there = await answerTo(newestUpTo(context, topic, newest));
  if (there === undefined || there.some(({ id }) => id === newest)) return isThere;
  const now = known === undefined ? await topicNow(context, newest) : topicOf(known);
  const isLeft = there.length > 0;
  if (now !== undefined) return { is: isLeft ? "divided" : "moved", topic: now };
  // Only the newest one was deleted, and the topic goes on.
  return isLeft ? isThere : { is: "gone", topic: undefined };
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
