/** The person's subscriptions and their settings, and the other subscribers. */
import { insert, remove, type Sorted, without } from "#base/sorted.ts";
import { type Batch, get, put, values } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { fromWireSubscription } from "./from-wire.ts";
import type { Replica } from "./replica.ts";
import type { Stream, Subscription } from "./stream.ts";
import { withStream } from "./streams.ts";
import { dropStreamUnreads } from "./unreads.ts";

type SubscriptionEvent = EventOf<"subscription">;

export function onSubscription(replica: Replica, event: SubscriptionEvent, batch: Batch): Replica {
  switch (event.op) {
    case "add":
      return event.subscriptions.reduce((next, wire) => {
        const stream = fromWireSubscription(wire);
        const before = get(next.streams, stream.id)?.subscribers;
        // Only the existence of a new stream is known so far: its other subscribers must be fetched.
        const known = before?.length === 0 ? undefined : before;
        return withStream(next, { ...stream, subscribers: stream.subscribers ?? known }, batch);
      }, replica);
    case "remove":
      return event.subscriptions.reduce(
        (next, { stream_id: id }) => unsubscribed(next, id, batch),
        replica,
      );
    case "update":
      return onUpdate(replica, event, batch);
    case "peer_add":
    case "peer_remove":
      return onPeers(replica, event, batch);
  }
}

/** The server marks its messages read a moment later; nothing is unread in a stream without a subscription. */
function unsubscribed(replica: Replica, id: StreamId, batch: Batch): Replica {
  const stream = get(replica.streams, id);
  if (stream?.subscription === undefined) return replica;
  const own = new Set([replica.ownId]);
  const subscribers =
    stream.subscribers === undefined ? undefined : without(stream.subscribers, own);
  const next = withStream(replica, { ...stream, subscription: undefined, subscribers }, batch);
  return { ...next, unreads: dropStreamUnreads(next.unreads, id, batch) };
}

function onUpdate(
  replica: Replica,
  event: SubscriptionEvent & { readonly op: "update" },
  batch: Batch,
): Replica {
  const stream = get(replica.streams, event.stream_id);
  const change = subscriptionChange(event.property, event.value);
  if (stream?.subscription === undefined || change === undefined) return replica;
  const subscription = { ...stream.subscription, ...change };
  return withStream(replica, { ...stream, subscription }, batch);
}

/** Overrides of the person's general settings, by their names on the wire. */
const overrides: ReadonlyMap<string, keyof Subscription> = new Map([
  ["desktop_notifications", "desktopNotifications"],
  ["audible_notifications", "audibleNotifications"],
  ["push_notifications", "pushNotifications"],
  ["email_notifications", "emailNotifications"],
  ["wildcard_mentions_notify", "wildcardMentionsNotify"],
]);

/** Undefined for properties that are not stored. */
function subscriptionChange(property: string, value: unknown): Partial<Subscription> | undefined {
  const override = overrides.get(property);
  if (override !== undefined) {
    return typeof value === "boolean" || value === null ? { [override]: value } : undefined;
  }
  if (property === "color") return typeof value === "string" ? { colour: value } : undefined;
  if (typeof value !== "boolean") return undefined;
  if (property === "is_muted") return { muted: value };
  if (property === "in_home_view") return { muted: !value };
  return property === "pin_to_top" ? { pinned: value } : undefined;
}

function asList<Id>(id: Id | undefined): readonly Id[] {
  return id === undefined ? [] : [id];
}

/** If subscribers were not requested, their changes are not stored. */
function onPeers(
  replica: Replica,
  event: SubscriptionEvent & { readonly op: "peer_add" | "peer_remove" },
  batch: Batch,
): Replica {
  const change = event.op === "peer_add" ? insert<UserId> : remove<UserId>;
  let { streams } = replica;
  // LEVEL(35): before it, one stream and one person.
  const streamIds = event.stream_ids ?? asList(event.stream_id);
  const userIds = event.user_ids ?? asList(event.user_id);
  for (const id of streamIds) {
    const stream = get(streams, id);
    if (stream?.subscribers === undefined) continue;
    const subscribers = userIds.reduce<Sorted<UserId>>(change, stream.subscribers);
    if (subscribers !== stream.subscribers)
      streams = put(streams, id, { ...stream, subscribers }, batch);
  }
  return streams === replica.streams ? replica : { ...replica, streams };
}

/** A deactivated person leaves every stream without an event. */
export function withoutSubscriber(replica: Replica, userId: UserId, batch: Batch): Replica {
  const left: Stream[] = [];
  for (const stream of values(replica.streams)) {
    if (stream.subscribers === undefined) continue;
    const subscribers = remove(stream.subscribers, userId);
    if (subscribers !== stream.subscribers) left.push({ ...stream, subscribers });
  }
  return left.reduce((next, stream) => withStream(next, stream, batch), replica);
}
