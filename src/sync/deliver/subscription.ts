/** Delivers subscribing and unsubscribing. */
import { subscribe, unsubscribe } from "#api/streams.ts";
import { get } from "#base/table.ts";
import type { SubscriptionRequest } from "#journal/actions/subscription.ts";
import type { Effect } from "./effect.ts";
import { refuse } from "./unsupported.ts";

export const subscription: Effect<SubscriptionRequest> = {
  lane: ({ streamId }) => `subscription:${streamId}`,
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
