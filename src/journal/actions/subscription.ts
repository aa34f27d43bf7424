/** Subscribing to or unsubscribing from a stream. */
import * as z from "zod";
import { get } from "#base/table.ts";
import { streamTitle } from "#model/known-stream.ts";
import type { Replica } from "#model/replica.ts";
import { onSubscription } from "#model/streams.ts";
import { type StreamId, streamId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Op, op, opposite } from "./schemas.ts";

/** For an existing stream; creating one is separate. */
export type SubscriptionRequest = {
  readonly kind: "subscription";
  readonly op: Op;
  readonly streamId: StreamId;
};

export const subscription: ActionKind<SubscriptionRequest> = {
  stored: z.strictObject({ kind: z.literal("subscription"), op, streamId }),
  repeatable: true,
  property: () => "subscription",
  targets: (action) => [action.streamId],
  // Joining is not shown before the server confirms it: the subscription's settings are not known here.
  overlaid: (view, action, batch) => {
    const stream = get(view.streams, action.streamId);
    if (action.op === "add" || stream === undefined) return view;
    const subscriptions = [{ stream_id: stream.id, name: stream.name }];
    const event = {
      type: "subscription",
      op: "remove",
      id: view.lastEvent,
      subscriptions,
    } as const;
    return onSubscription(view, event, batch);
  },
  agrees: (replica, action) => {
    const now = isIn(replica, action.streamId);
    return now === undefined || now === (action.op === "add");
  },
  inverse: (view, action) => opposite(action, isIn(view, action.streamId)),
  sentence: (view, action) =>
    `${action.op === "add" ? "Join" : "Leave"} ${streamTitle(view, action.streamId)}`,
};

/** Undefined: no such stream is known. */
function isIn(replica: Replica, id: StreamId): boolean | undefined {
  const stream = get(replica.streams, id);
  return stream && stream.subscription !== undefined;
}
