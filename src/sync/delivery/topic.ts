/** Delivers what is done with topics and streams; a move not if somebody else has moved the messages meanwhile. */

import { isRefusal } from "#api/failure.ts";
import { editMessage } from "#api/messages.ts";
import {
  archiveStream,
  deleteTopic as callDeleteTopic,
  muteTopic,
  setSubscriptionProperties,
  setTopicPolicy,
  subscribe,
  unsubscribe,
  updateStream,
} from "#api/streams.ts";
import type {
  Archiving,
  SubscriptionProperty,
  SubscriptionRequest,
} from "#journal/actions/stream.ts";
import {
  type DeleteTopic,
  isAt,
  isSameTopic,
  isTopicKnown,
  type Move,
  type TopicPolicy,
} from "#journal/actions/topic.ts";
import { type ConversationKey, topicKey } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import { mergeMessages, requestedNow } from "#model/merge-page.ts";
import { titleOf } from "#model/select/conversations.ts";
import { accessibleStream } from "#model/streams.ts";
import { changeReplica } from "#store/store.ts";
import { showDone } from "#store/toast.ts";
import { fetchMessages, termsOf } from "#sync/fetching.ts";
import { since } from "#wire/levels.ts";
import {
  change,
  type DeliveryContext,
  type Effect,
  messageToChange,
  refuse,
  requireLevel,
  withProgress,
} from "./effect.ts";
import { hasPolicyThere } from "./place.ts";

const move: Effect<Move> = {
  // The target of one may be the source of another.
  lane: () => "move",
  topics: ({ from, to }) => [topicOf(from), topicOf(to)],
  deliver: async (departure, action) => {
    const { messageId, from, to, mode, quiet, noticeInOld } = action;
    const isToStream = from.streamId !== to.streamId;
    if (isToStream && departure.connection().level() < since.integerPrincipals)
      refuse("This server cannot move messages to another stream.");
    // A request without a response may have moved it, and a second one must not move what others posted there.
    const message = await messageToChange(departure, messageId, (one) => isAt(from, one));
    if (message !== undefined && isAt(to, message)) return;
    if (message !== undefined && !isAt(from, message))
      refuse("These messages were moved elsewhere in the meantime.");
    if (await isMerge(departure, action))
      refuse(
        `${titleOf(departure.store.getState().replica, { kind: "topic", ...to })} already exists: nothing was moved. Do it again to merge both.`,
      );
    await change(departure, editMessage, {
      message_id: messageId,
      propagate_mode: mode,
      ...(from.topic !== to.topic && { topic: to.topic }),
      ...(isToStream && { stream_id: to.streamId }),
      ...(quiet === true && { send_notification_to_new_thread: false }),
      ...(noticeInOld === true && { send_notification_to_old_thread: true }),
    });
  },
};

/** Whether the messages would join others, of which the user knew nothing: they could not be separated again. */
async function isMerge(departure: DeliveryContext, { from, to, mode, merges }: Move) {
  if (merges === true || mode === "change_one" || isSameTopic(from, to)) return false;
  const { store, connection } = departure;
  const { replica } = store.getState();
  if (isTopicKnown(replica, to)) return true;
  // Not all topics may be listed here, and nothing is heard of a stream that is not subscribed to.
  const asked = requestedNow(replica);
  const { messages } = await fetchMessages(departure, {
    narrow: termsOf({ kind: "topic", ...to }, replica.ownId, connection().level()),
    anchor: "newest",
    num_before: 1,
    num_after: 0,
  });
  // The next question about it knows.
  changeReplica(store, (now, batch) => mergeMessages(now, messages, asked, batch));
  return messages.length > 0;
}

function topicOf({ streamId, topic }: Move["from"]): ConversationKey {
  return topicKey(streamId, topic);
}

const deleteTopic: Effect<DeleteTopic> = {
  lane: () => "delete-topic",
  deliver: async (context, action) => {
    const { streamId, topic } = action;
    if (await isElsewhere(context, action))
      refuse("Its messages were moved in the meantime: nothing was deleted.");
    const { replica } = context.store.getState();
    const title = `Deleting the topic “${topicTitle(replica, topic)}”`;
    const text = `Deleted ${titleOf(replica, { kind: "topic", streamId, topic })}`;
    return withProgress(context, context.intent.id, { title }, async (course) => {
      const values = { stream_id: streamId, topic_name: topic };
      const options = { ...course, beforeSending: context.beforeSending };
      await callDeleteTopic(context.connection(), values, course.answered, options);
      // Instead of the notice that it is being deleted.
      showDone(context.store, text);
    });
  },
};

/** Whether another topic may have the name now, of which the user knew nothing. */
async function isElsewhere(departure: DeliveryContext, { streamId, topic, newest }: DeleteTopic) {
  if (newest === undefined) return false;
  const now = await messageToChange(departure, newest).catch((error: unknown) => {
    // Somebody has deleted it, or an earlier request, which begins with it.
    if (isRefusal(error)) return undefined;
    throw error;
  });
  return now !== undefined && now.conversation !== topicKey(streamId, topic);
}

const unmuted = 2;
const followed = 3;

const topicPolicy: Effect<TopicPolicy> = {
  // A topic has one policy, so topics are independent of each other.
  lane: (action) => `topic-policy:${topicOf(action)}`,
  // A move takes the policy along, and is followed by what is still to be sent: the order matters.
  topics: (action) => [topicOf(action)],
  deliver: async (departure, action) => {
    if (!(await hasPolicyThere(departure, action))) return;
    const level = departure.connection().level();
    if (level < since.topicPolicies) return muteAtOldServer(departure, action);
    if (action.policy === followed) requireLevel(level, "followedPolicy");
    const { streamId, topic, policy } = action;
    const values = { stream_id: streamId, topic, visibility_policy: policy };
    await change(departure, setTopicPolicy, values);
  },
  isAlreadySo: ({ sentence }) => /^Topic (?:already|is not) muted\.?$/.test(sentence),
};

/** LEVEL(170): before it, topics were only muted or unmuted, by a separate endpoint. */
async function muteAtOldServer(
  departure: DeliveryContext,
  { streamId, topic, policy }: TopicPolicy,
): Promise<void> {
  const level = departure.connection().level();
  if (policy === unmuted) requireLevel(level, "topicPolicies");
  if (policy === followed) requireLevel(level, "followedPolicy");
  const op = policy === 0 ? "remove" : "add";
  await change(departure, muteTopic, { stream_id: streamId, topic, op });
}

export const topicEffects = {
  move,
  "topic-policy": topicPolicy,
  "delete-topic": deleteTopic,
} as const;

// Delivers subscribing, unsubscribing, and the user's settings of a stream.

const subscription: Effect<SubscriptionRequest> = {
  // The server marks what is unread in a stream that is left as read, and undo marks it unread: the order matters.
  lane: () => "read",
  deliver: async (departure, { op, streamId }) => {
    // Servers take the stream's current name; given a former name, they would create a new stream.
    const stream = accessibleStream(departure.store.getState().replica, streamId);
    if (stream === undefined) refuse("This stream no longer exists.");
    const { name } = stream;
    if (op === "add") await change(departure, subscribe, { subscriptions: [{ name }] });
    else await change(departure, unsubscribe, { subscriptions: [name] });
  },
};

const subscriptionProperty: Effect<SubscriptionProperty> = {
  // After subscribing to the stream, and before unsubscribing.
  lane: () => "read",
  deliver: async (departure, { streamId, property, value }) => {
    const setting = { stream_id: streamId, property, value };
    await change(departure, setSubscriptionProperties, { subscription_data: [setting] });
  },
};

const archiving: Effect<Archiving> = {
  // What is done with its messages and its subscription comes before, or after, as the user did it.
  lane: () => "read",
  deliver: async (departure, { streamId, isArchived }) => {
    const stream = { stream_id: streamId };
    if (isArchived) {
      await change(departure, archiveStream, stream);
      return;
    }
    requireLevel(departure.connection().level(), "unarchiving");
    await change(departure, updateStream, { ...stream, is_archived: false });
  },
  isAlreadySo: ({ sentence }) =>
    /^Channel is (?:already|not currently) deactivated\.?$/.test(sentence),
};

export const streamEffects = {
  archiving,
  subscription,
  "subscription-property": subscriptionProperty,
} as const;
