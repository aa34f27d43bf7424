/** The wire format of events, one schema per type (Events; protocol reference 10). */
import * as z from "zod";
import { draft, scheduledMessage } from "./draft.ts";
import { draftId, groupId, messageId, scheduledId, streamId, userId } from "./ids.ts";
import { message, reaction } from "./message.ts";
import { groupPermissions, permissionKeys } from "./permission.ts";
import { profileField } from "./profile-field.ts";
import { attachment, legacyFilter, linkifier, realmEmoji } from "./realm.ts";
import { isBranded } from "./server.ts";
import { stream, subscription, visibilityPolicy } from "./stream.ts";
import { changedPerson, presence, user, userGroup, userStatus } from "./user.ts";

const id = z.int();

/** An event of that type, and what it says. */
function event<const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.looseObject({ id, type: z.literal(type), ...shape });
}

const messageEvent = event("message", {
  message,
  flags: z.array(z.string()),
  /** Only in the queue that was given when it was sent. */
  local_message_id: z.string().optional(),
});

const updateMessage = event("update_message", {
  user_id: userId.nullish(),
  edit_timestamp: z.number().optional(),
  message_id: messageId,
  /** Contains `message_id`; in no order. */
  message_ids: z.array(messageId),
  /** The complete flags of `message_id` after the edit. */
  flags: z.array(z.string()).optional(),
  /** True: only the rendering changed, not the text. */
  rendering_only: z.boolean().optional(),
  stream_id: streamId.optional(),
  new_stream_id: streamId.optional(),
  orig_subject: z.string().optional(),
  /** Present exactly when the topic changed. */
  subject: z.string().optional(),
  propagate_mode: z.string().optional(),
  orig_content: z.string().optional(),
  content: z.string().optional(),
  rendered_content: z.string().optional(),
  is_me_message: z.boolean().optional(),
});

const deleteMessage = event("delete_message", {
  message_type: z.string().optional(),
  message_ids: z.array(messageId).optional(),
  /** Without the bulk capability. */
  message_id: messageId.optional(),
  stream_id: streamId.optional(),
  topic: z.string().optional(),
});

/** The conversation of a message that became unread, for clients that have not loaded it. */
const unreadDetail = z.looseObject({
  type: z.enum(["private", "stream"]),
  user_ids: z.array(userId).optional(),
  stream_id: streamId.optional(),
  topic: z.string().optional(),
  mentioned: z.boolean().optional(),
});

const updateFlags = event("update_message_flags", {
  op: z.enum(["add", "remove"]).optional(),
  /** LEVEL(32): `op` after it. */
  operation: z.enum(["add", "remove"]).optional(),
  flag: z.string(),
  messages: z.array(messageId),
  /** All messages are read; `messages` is empty then. */
  all: z.boolean().optional(),
  message_details: z.record(z.string(), unreadDetail).optional(),
});

const reactionEvent = reaction.extend({
  id,
  type: z.literal("reaction"),
  op: z.enum(["add", "remove"]),
  message_id: messageId,
});

const submessageEvent = event("submessage", {
  message_id: messageId,
  submessage_id: z.int(),
  sender_id: userId,
  msg_type: z.string(),
  content: z.string(),
});

const typist = z.looseObject({ user_id: userId, email: z.string().optional() });

const typing = event("typing", {
  op: z.enum(["start", "stop"]),
  /** LEVEL(215): `private` instead of `direct` before it. */
  message_type: z.string().optional(),
  sender: typist,
  recipients: z.array(typist).optional(),
  stream_id: streamId.optional(),
  topic: z.string().optional(),
});

const subscriptionEvent = z.discriminatedUnion("op", [
  event("subscription", {
    op: z.literal("add"),
    subscriptions: z.array(subscription),
  }),
  event("subscription", {
    op: z.literal("remove"),
    subscriptions: z.array(z.looseObject({ stream_id: streamId, name: z.string() })),
  }),
  event("subscription", {
    op: z.literal("update"),
    stream_id: streamId,
    property: z.string(),
    value: z.unknown().optional(),
  }),
  event("subscription", {
    op: z.enum(["peer_add", "peer_remove"]),
    stream_ids: z.array(streamId).optional(),
    user_ids: z.array(userId).optional(),
    /** LEVEL(35): one of each before it. */
    stream_id: streamId.optional(),
    user_id: userId.optional(),
  }),
]);

const streamEvent = z.discriminatedUnion("op", [
  event("stream", {
    op: z.literal("create"),
    streams: z.array(stream),
  }),
  event("stream", {
    op: z.literal("delete"),
    /** Up to level 342 only `streams`, whose elements have nothing but IDs since then. */
    stream_ids: z.array(streamId).optional(),
    streams: z.array(z.looseObject({ stream_id: streamId })).optional(),
    for_archiving: z.boolean().optional(),
  }),
  event("stream", {
    op: z.literal("update"),
    stream_id: streamId,
    /** The old name, when the name changes. */
    name: z.string(),
    property: z.string(),
    value: z.unknown().optional(),
  }),
]);

const realmUser = z.discriminatedUnion("op", [
  event("realm_user", { op: z.literal("add"), person: user }),
  event("realm_user", {
    op: z.literal("remove"),
    person: z.looseObject({ user_id: userId, full_name: z.string().optional() }),
  }),
  event("realm_user", {
    op: z.literal("update"),
    person: changedPerson,
  }),
]);

const userGroupEvent = z.discriminatedUnion("op", [
  event("user_group", { op: z.literal("add"), group: userGroup }),
  event("user_group", {
    op: z.literal("update"),
    group_id: groupId,
    data: z.looseObject({
      name: z.string().optional(),
      description: z.string().optional(),
      ...permissionKeys(groupPermissions),
      can_mention_group_id: groupId.optional(),
      deactivated: z.boolean().optional(),
    }),
  }),
  event("user_group", {
    op: z.enum(["add_members", "remove_members"]),
    group_id: groupId,
    user_ids: z.array(userId),
  }),
  event("user_group", {
    op: z.enum(["add_subgroups", "remove_subgroups"]),
    group_id: groupId,
    direct_subgroup_ids: z.array(groupId),
  }),
  event("user_group", {
    op: z.literal("remove"),
    group_id: groupId,
  }),
]);

const presenceEvent = event("presence", {
  user_id: userId.optional(),
  server_timestamp: z.number().optional(),
  /** By client, in the legacy form; or the modern form from later servers. */
  presence: z.union([
    z.record(z.string(), z.looseObject({ status: z.string(), timestamp: z.number() })),
    presence,
  ]),
});

const drafts = z.discriminatedUnion("op", [
  event("drafts", {
    op: z.literal("add"),
    drafts: z.array(draft),
  }),
  event("drafts", { op: z.literal("update"), draft }),
  event("drafts", { op: z.literal("remove"), draft_id: draftId }),
]);

const scheduled = z.discriminatedUnion("op", [
  event("scheduled_messages", {
    op: z.literal("add"),
    scheduled_messages: z.array(scheduledMessage),
  }),
  event("scheduled_messages", {
    op: z.literal("update"),
    scheduled_message: scheduledMessage,
  }),
  event("scheduled_messages", {
    op: z.literal("remove"),
    scheduled_message_id: scheduledId,
  }),
]);

/** The schemas of the event types that weir supports; other types are ignored and logged. */
export const events = {
  message: messageEvent,
  update_message: updateMessage,
  delete_message: deleteMessage,
  update_message_flags: updateFlags,
  reaction: reactionEvent,
  submessage: submessageEvent,
  typing,
  subscription: subscriptionEvent,
  stream: streamEvent,
  realm_user: realmUser,
  user_group: userGroupEvent,
  presence: presenceEvent,
  user_status: userStatus.extend({ id, type: z.literal("user_status"), user_id: userId }),
  user_topic: event("user_topic", {
    stream_id: streamId,
    topic_name: z.string(),
    last_updated: z.number().optional(),
    visibility_policy: visibilityPolicy,
  }),
  muted_topics: event("muted_topics", {
    muted_topics: z.array(z.array(z.union([z.string(), z.number()]))),
  }),
  muted_users: event("muted_users", {
    muted_users: z.array(z.looseObject({ id: userId, timestamp: z.number() })),
  }),
  drafts,
  scheduled_messages: scheduled,
  alert_words: event("alert_words", {
    alert_words: z.array(z.string()),
  }),
  user_settings: event("user_settings", {
    op: z.string().optional(),
    property: z.string(),
    value: z.union([z.boolean(), z.number(), z.string(), z.null()]),
    /** The new language's English name, when it is the language that changed. */
    language_name: z.string().optional(),
  }),
  update_display_settings: event("update_display_settings", {
    setting_name: z.string(),
    setting: z.union([z.boolean(), z.number(), z.string()]),
    language_name: z.string().optional(),
  }),
  update_global_notifications: event("update_global_notifications", {
    notification_name: z.string(),
    setting: z.union([z.boolean(), z.number(), z.string()]),
  }),
  realm: event("realm", {
    op: z.string(),
    property: z.string().optional(),
    value: z.unknown().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  custom_profile_fields: event("custom_profile_fields", { fields: z.array(profileField) }),
  realm_emoji: event("realm_emoji", {
    op: z.literal("update"),
    /** The whole map. */
    realm_emoji: z.record(z.string(), realmEmoji),
  }),
  realm_linkifiers: event("realm_linkifiers", { realm_linkifiers: z.array(linkifier) }),
  /** LEVEL(176): `realm_linkifiers` since then. */
  realm_filters: event("realm_filters", { realm_filters: z.array(legacyFilter) }),
  attachment: z.discriminatedUnion("op", [
    event("attachment", {
      op: z.enum(["add", "update"]),
      attachment,
      /** Bytes of all files of the realm together. */
      upload_space_used: z.number(),
    }),
    event("attachment", {
      op: z.literal("remove"),
      attachment: z.looseObject({ id: z.int() }),
      upload_space_used: z.number(),
    }),
  ]),
  heartbeat: event("heartbeat", {}),
  /** Its brand-specific keys are found by their suffixes. */
  restart: event("restart", {
    server_generation: z.number().optional(),
    /** Whether clients should reload at once; sent by servers up to level 239. */
    immediate: z.boolean().optional(),
  }),
} as const;

export type EventType = keyof typeof events;
export type EventOf<T extends EventType> = z.output<(typeof events)[T]>;
export type Event = { [T in EventType]: EventOf<T> }[EventType];

// Finds keys of events that weir does not know, from newer servers: they are kept and logged.

function shapesOf(schema: z.ZodType): readonly z.ZodObject[] {
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.filter((option) => option instanceof z.ZodObject);
  return schema instanceof z.ZodObject ? [schema] : [];
}

function keysOf(schema: z.ZodType): ReadonlySet<string> {
  return new Set(shapesOf(schema).flatMap(({ shape }) => Object.keys(shape)));
}

const known = new Map<EventType, ReadonlySet<string>>();

/** Created with the first event of a type. */
function knownKeys(type: EventType): ReadonlySet<string> {
  const before = known.get(type);
  if (before !== undefined) return before;
  const keys = keysOf(events[type]);
  known.set(type, keys);
  return keys;
}

const messageKeys = new Set(Object.keys(message.shape));

/** The keys that are in no schema, those of a message as `message.<key>`; their number is unbounded. */
export function unknownKeys(event: Event): readonly string[] {
  const own = knownKeys(event.type);
  const strange = Object.keys(event).filter((key) => !own.has(key) && !isBranded(key));
  if (event.type !== "message") return strange;
  const inside = Object.keys(event.message).filter((key) => !messageKeys.has(key));
  return [...strange, ...inside.map((key) => `message.${key}`)];
}
