/** Subscribing to or unsubscribing from a stream, and one's own settings of it. */
import * as z from "zod";
import { idsOf } from "#base/id-list.ts";
import { rejoinProblem } from "#model/permissions.ts";
import type { Replica } from "#model/replica.ts";
import type { Subscription } from "#model/stream.ts";
import { accessibleStream, onStream, onSubscription, streamTitle } from "#model/streams.ts";
import { type StreamId, streamId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { type ActionKind, op, opposite, row } from "./action-kind.ts";
import type { Read } from "./flags.ts";

const storedSubscription = row("subscription", { op, streamId });
/** For an existing stream; creating one is separate. */
export type SubscriptionRequest = z.output<typeof storedSubscription>;

const subscription: ActionKind<SubscriptionRequest, Read> = {
  stored: storedSubscription,
  repeatable: true,
  property: () => "subscription",
  targets: (action) => [action.streamId],
  // Joining is not shown before the server confirms it: the subscription's settings are not known here.
  overlaid: (view, action, batch) => {
    const stream = accessibleStream(view, action.streamId);
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
  inverse: (view, action) => {
    const stream = accessibleStream(view, action.streamId);
    const isForGood = stream !== undefined && rejoinProblem(view, stream) !== undefined;
    if (action.op === "remove" && isForGood) return [];
    const inverse = opposite(action, isIn(view, action.streamId));
    const isLeft = action.op === "remove" && inverse.length > 0;
    return isLeft ? [...inverse, ...unreadOf(view, action.streamId)] : inverse;
  },
  sentence: (view, action) =>
    `${action.op === "add" ? "Join" : "Leave"} ${streamTitle(view, action.streamId)}`,
};

/** Returns undefined if no such stream is known. */
function isIn(replica: Replica, id: StreamId): boolean | undefined {
  const stream = accessibleStream(replica, id);
  return stream && stream.subscription !== undefined;
}

const storedArchiving = row("archiving", { streamId, isArchived: z.boolean() });
/** Archiving a stream, or unarchiving it. */
export type Archiving = z.output<typeof storedArchiving>;

const archiving: ActionKind<Archiving> = {
  stored: storedArchiving,
  repeatable: true,
  property: () => "archiving",
  targets: (action) => [action.streamId],
  overlaid: (view, { streamId: stream_id, isArchived: value }, batch) => {
    const { lastEvent: id } = view;
    const property = "is_archived";
    const event = { type: "stream", op: "update", id, stream_id, property, value } as const;
    return onStream(view, event, batch);
  },
  agrees: (replica, { streamId, isArchived }) => {
    const now = accessibleStream(replica, streamId)?.isArchived;
    return now === undefined || now === isArchived;
  },
  // LEVEL(388): before it, what is archived stays so.
  inverse: (view, action) => {
    const now = accessibleStream(view, action.streamId)?.isArchived;
    const isPossible = view.realm.featureLevel >= since.unarchiving;
    const isOther = now !== undefined && now !== action.isArchived;
    return isPossible && isOther ? [{ ...action, isArchived: now }] : [];
  },
  sentence: (view, { streamId, isArchived }) =>
    `${isArchived ? "Archive" : "Unarchive"} ${streamTitle(view, streamId)}`,
};

/** The server marks the messages of a stream that the user leaves as read. */
function unreadOf({ unreads, realm }: Replica, id: StreamId): readonly Read[] {
  if (realm.featureLevel < since.markUnread) return [];
  const conversations = [...(unreads.streams.get(id)?.values() ?? [])];
  return conversations.map(({ conversation, ids }) => ({
    kind: "read",
    op: "remove",
    ids: idsOf(ids),
    at: conversation,
  }));
}

/** By their names on the wire, which events also use. */
const properties = {
  color: "colour",
  is_muted: "muted",
  pin_to_top: "pinned",
  desktop_notifications: "desktopNotifications",
  audible_notifications: "audibleNotifications",
  push_notifications: "pushNotifications",
  email_notifications: "emailNotifications",
  wildcard_mentions_notify: "wildcardMentionsNotify",
} as const satisfies Readonly<Record<string, keyof Subscription>>;

type Property = keyof typeof properties;

const names = Object.keys(properties).filter((name): name is Property => name in properties);

const storedSubscriptionProperty = row("subscription-property", {
  streamId,
  property: z.enum(names),
  /** `#rrggbb` for the colour; true or false for all others. */
  value: z.union([z.boolean(), z.string()]),
});
export type SubscriptionProperty = z.output<typeof storedSubscriptionProperty>;

const subscriptionProperty: ActionKind<SubscriptionProperty> = {
  stored: storedSubscriptionProperty,
  repeatable: true,
  property: ({ property }) => `subscription:${property}`,
  targets: (action) => [action.streamId],
  overlaid: (view, { streamId: stream_id, property, value }, batch) => {
    const { lastEvent: id } = view;
    const event = { type: "subscription", op: "update", id, stream_id, property, value } as const;
    return onSubscription(view, event, batch);
  },
  agrees: (replica, action) => {
    const now = valueNow(replica, action);
    return now === undefined || now === action.value;
  },
  inverse: (view, action) => {
    const before = valueNow(view, action);
    // No server accepts null: a value inherited from the general setting cannot be restored.
    if (before === undefined || before === null || before === action.value) return [];
    return [{ ...action, value: before }];
  },
  sentence: (view, action) => {
    const name = streamTitle(view, action.streamId);
    if (action.property === "is_muted")
      return `${action.value === true ? "Mute" : "Unmute"} ${name}`;
    if (action.property === "pin_to_top")
      return `${action.value === true ? "Pin" : "Unpin"} ${name}`;
    return `Change ${name}`;
  },
};

/** Returns undefined if the user is not subscribed. */
function valueNow(replica: Replica, { streamId: id, property }: SubscriptionProperty) {
  return accessibleStream(replica, id)?.subscription?.[properties[property]];
}

export const streamActions = {
  archiving,
  subscription,
  "subscription-property": subscriptionProperty,
} as const;
