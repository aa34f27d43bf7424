/** Delivers changes to the person's settings of a subscribed stream. */
import { setSubscriptionProperties } from "#api/topics.ts";
import type { SubscriptionProperty } from "#journal/actions/subscription-property.ts";
import type { Effect } from "./effect.ts";

export const subscriptionProperty: Effect<SubscriptionProperty> = {
  // After subscribing to the stream, and before unsubscribing.
  lane: ({ streamId }) => `subscription:${streamId}`,
  deliver: async ({ connection, stopped, beforeSending }, { streamId, property, value }) => {
    const change = { stream_id: streamId, property, value };
    const options = { signal: stopped, beforeSending };
    await setSubscriptionProperties(connection(), { subscription_data: [change] }, options);
  },
};
