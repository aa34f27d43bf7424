/** The wire format of streams, subscriptions and topics. */
import * as z from "zod";
import { folderId, groupId, messageId, streamId, userId } from "./ids.ts";
import { extended, identifies, object, otherwise } from "./object.ts";
import { permissionKeys, streamPermissions } from "./permission.ts";

/** Who may post in a stream: 1 anybody, 2 administrators, 3 full members, 4 moderators. */
export const postPolicy = z.int();

/** `empty_topic_only` from level 404 on. */
export const topicsPolicy = z.enum([
  "inherit",
  "allow_empty_topic",
  "disable_empty_topic",
  "empty_topic_only",
]);
export type TopicsPolicy = z.output<typeof topicsPolicy>;

/**
 * A stream (Stream (returned by Get all streams)).
 * Keys of later levels are optional: older servers omit them.
 */
export const stream = object(
  {
    stream_id: streamId,
    name: z.string(),
    /** Markdown. */
    description: z.string(),
    rendered_description: z.string().optional(),
    /** LEVEL(30) */
    date_created: z.number().optional(),
    creator_id: userId.nullish(),
    invite_only: z.boolean(),
    is_web_public: z.boolean().optional(),
    history_public_to_subscribers: z.boolean().optional(),
    stream_post_policy: postPolicy.optional(),
    is_announcement_only: z.boolean().optional(),
    /** Null: the realm's default; -1: forever. */
    message_retention_days: z.int().nullish(),
    /** Null if there are no messages. */
    first_message_id: messageId.nullish(),
    ...permissionKeys(streamPermissions),
    /** LEVEL(197): the older name of `can_remove_subscribers_group`. */
    can_remove_subscribers_group_id: groupId.optional(),
    stream_weekly_traffic: z.int().nullish(),
    is_default: z.boolean().optional(),
    /** LEVEL(315) */
    is_archived: z.boolean().optional(),
    /** LEVEL(323): false hides it among the inactive ones. */
    is_recently_active: z.boolean().optional(),
    /** LEVEL(389): null where it is in no folder. */
    folder_id: folderId.nullish(),
    /** From level 392 on: whether topics may, must or must not be empty; `inherit` from the realm. */
    topics_policy: topicsPolicy.optional(),
    /** LEVEL(394) */
    subscriber_count: z.int().optional(),
    /** From level 507 on: what `push_notifications` becomes for those who join it for the first time. */
    default_push_notifications: z.boolean().optional(),
  },
  {
    stream_id: identifies,
    name: "Requests to subscribe name it: another name would create another stream.",
    description: otherwise(""),
    // Never shown as public if it might not be.
    invite_only: otherwise(true),
  },
);
export type Stream = z.output<typeof stream>;

/** A folder of streams, for everybody. Archived ones are not shown. */
export const channelFolder = object(
  {
    id: folderId,
    name: z.string(),
    /** Markdown. */
    description: z.string(),
    rendered_description: z.string().optional(),
    creator_id: userId.nullish(),
    date_created: z.number().nullish(),
    is_archived: z.boolean(),
    /** LEVEL(414): folders are shown in ascending order; before it, by name. */
    order: z.int().optional(),
  },
  {
    id: identifies,
    name: otherwise(""),
    description: otherwise(""),
    is_archived: otherwise(false),
  },
);
export type ChannelFolder = z.output<typeof channelFolder>;

/** Null: the user's general setting applies. */
const override = z.boolean().nullish();

/** A stream with the user's settings for it (Subscription (element of the subscription-change event)). */
export const subscription = extended(
  stream,
  {
    color: z.string(),
    is_muted: z.boolean().optional(),
    /** The legacy inverse of `is_muted`. */
    in_home_view: z.boolean().optional(),
    pin_to_top: z.boolean().optional(),
    desktop_notifications: override,
    email_notifications: override,
    push_notifications: override,
    audible_notifications: override,
    wildcard_mentions_notify: override,
    email_address: z.string().optional(),
    /** Only if subscribers were requested. */
    subscribers: z.array(userId).optional(),
    /** From level 412 on: some of them, where there are many and the server chose so. */
    partial_subscribers: z.array(userId).optional(),
  },
  { color: otherwise("#c2c2c2") },
);
export type Subscription = z.output<typeof subscription>;

/** A topic of a stream, and its newest message. */
export const topic = object(
  { name: z.string(), max_id: messageId },
  { name: identifies, max_id: "Topics are listed by their newest message." },
);
export type Topic = z.output<typeof topic>;

/** A user's policy for a topic: 0 none, 1 muted, 2 unmuted, 3 followed. */
export const visibilityPolicy = z.int();

export const userTopic = object(
  {
    stream_id: streamId,
    topic_name: z.string(),
    last_updated: z.number(),
    visibility_policy: visibilityPolicy,
  },
  {
    stream_id: identifies,
    topic_name: identifies,
    last_updated: otherwise(0),
    visibility_policy: "It is all that it says.",
  },
);
