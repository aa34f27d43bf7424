/** Which streams the person is in and how they want them, and who else is there. */
import { insert, remove, type Sorted, without } from "#base/sorted.ts";
import { type Batch, get, put, values } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { fromWireSubscription } from "./from-wire.ts";
import type { Picture } from "./picture.ts";
import type { Stream, Subscription } from "./stream.ts";
import { withStream } from "./streams.ts";
import { dropStreamUnreads } from "./unreads.ts";

type SubscriptionEvent = EventOf<"subscription">;

export function onSubscription(picture: Picture, event: SubscriptionEvent, batch: Batch): Picture {
  switch (event.op) {
    case "add":
      return event.subscriptions.reduce((next, wire) => {
        const stream = fromWireSubscription(wire);
        const subscribers = stream.subscribers ?? get(next.streams, stream.id)?.subscribers;
        return withStream(next, { ...stream, subscribers }, batch);
      }, picture);
    case "remove":
      return event.subscriptions.reduce(
        (next, { stream_id: id }) => unsubscribed(next, id, batch),
        picture,
      );
    case "update":
      return onUpdate(picture, event, batch);
    case "peer_add":
    case "peer_remove":
      return onPeers(picture, event, batch);
  }
}

/** The server marks its messages read a moment later; whoever is not in a stream has nothing unread there. */
function unsubscribed(picture: Picture, id: StreamId, batch: Batch): Picture {
  const stream = get(picture.streams, id);
  if (stream?.subscription === undefined) return picture;
  const own = new Set([picture.ownId]);
  const subscribers =
    stream.subscribers === undefined ? undefined : without(stream.subscribers, own);
  const next = withStream(picture, { ...stream, subscription: undefined, subscribers }, batch);
  return { ...next, unreads: dropStreamUnreads(next.unreads, id, batch) };
}

function onUpdate(
  picture: Picture,
  event: SubscriptionEvent & { readonly op: "update" },
  batch: Batch,
): Picture {
  const stream = get(picture.streams, event.stream_id);
  const change = subscriptionChange(event.property, event.value);
  if (stream?.subscription === undefined || change === undefined) return picture;
  const subscription = { ...stream.subscription, ...change };
  return withStream(picture, { ...stream, subscription }, batch);
}

/** The person's exceptions from their general settings, by their names on the wire. */
const overrides: ReadonlyMap<string, keyof Subscription> = new Map([
  ["desktop_notifications", "desktopNotifications"],
  ["audible_notifications", "audibleNotifications"],
  ["push_notifications", "pushNotifications"],
  ["email_notifications", "emailNotifications"],
  ["wildcard_mentions_notify", "wildcardMentionsNotify"],
]);

/** Undefined for properties that are not kept. */
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

function given<Id>(id: Id | undefined): readonly Id[] {
  return id === undefined ? [] : [id];
}

/** Where subscribers were not asked for, nothing is kept of who comes and goes. */
function onPeers(
  picture: Picture,
  event: SubscriptionEvent & { readonly op: "peer_add" | "peer_remove" },
  batch: Batch,
): Picture {
  const change = event.op === "peer_add" ? insert<UserId> : remove<UserId>;
  let { streams } = picture;
  // LEVEL(35): one stream and one person before it.
  const streamIds = event.stream_ids ?? given(event.stream_id);
  const userIds = event.user_ids ?? given(event.user_id);
  for (const id of streamIds) {
    const stream = get(streams, id);
    if (stream?.subscribers === undefined) continue;
    const subscribers = userIds.reduce<Sorted<UserId>>(change, stream.subscribers);
    if (subscribers !== stream.subscribers)
      streams = put(streams, id, { ...stream, subscribers }, batch);
  }
  return streams === picture.streams ? picture : { ...picture, streams };
}

/** A deactivated person leaves every stream without a word. */
export function withoutSubscriber(picture: Picture, userId: UserId, batch: Batch): Picture {
  const left: Stream[] = [];
  for (const stream of values(picture.streams)) {
    if (stream.subscribers === undefined) continue;
    const subscribers = remove(stream.subscribers, userId);
    if (subscribers !== stream.subscribers) left.push({ ...stream, subscribers });
  }
  return left.reduce((next, stream) => withStream(next, stream, batch), picture);
}
