/** Delivers subscribing, unsubscribing, and the user's settings of a stream. */
import { setSubscriptionProperties, subscribe, unsubscribe } from "#api/streams.ts";
import { get } from "#base/table.ts";
import type { SubscriptionProperty, SubscriptionRequest } from "#journal/actions/stream.ts";
import type { Effect } from "./effect.ts";
import { refuse } from "./effect.ts";

const subscription: Effect<SubscriptionRequest> = {
  // The server marks what is unread in a stream that is left as read, and undo marks it unread: the order matters.
  lane: () => "read",
  deliver: async ({ connection, store, stopped, beforeSending }, { op, streamId }) => {
    // Servers take the stream's current name; given a former name, they would create a new stream.
    const stream = get(store.getState().replica.streams, streamId);
    if (stream === undefined) refuse("This stream no longer exists.");
    const options = { signal: stopped, beforeSending };
    if (op === "add")
      await subscribe(connection(), { subscriptions: [{ name: stream.name }] }, options);
    else await unsubscribe(connection(), { subscriptions: [stream.name] }, options);
  },
};

const subscriptionProperty: Effect<SubscriptionProperty> = {
  // After subscribing to the stream, and before unsubscribing.
  lane: () => "read",
  deliver: async ({ connection, stopped, beforeSending }, { streamId, property, value }) => {
    const change = { stream_id: streamId, property, value };
    const options = { signal: stopped, beforeSending };
    await setSubscriptionProperties(connection(), { subscription_data: [change] }, options);
  },
};

export const streamEffects = {
  subscription,
  "subscription-property": subscriptionProperty,
} as const;
