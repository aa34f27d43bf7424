/** The wire format of events, one schema per type (Events; protocol reference 10). */
import * as z from "zod";
import { all, changes, event, eventId, everyRule } from "./event.ts";
import type { EventType } from "./event-types.ts";
import { folderId, groupId, type MessageId, messageId, streamId, userId } from "./ids.ts";
import { message, reaction } from "./message.ts";
import { extended, identifies, object, otherwise } from "./object.ts";
import { changedPermissionKeys, groupPermissions } from "./permission.ts";
import { drafts, navigationViews, reminders, savedSnippets, scheduled } from "./personal-events.ts";
import { profileField } from "./profile-field.ts";
import { attachment, legacyFilter, linkifier, realmEmoji } from "./realm.ts";
import { channelFolder, stream, subscription, visibilityPolicy } from "./stream.ts";
import { changedPerson, presence, user, userGroup, userStatus } from "./user.ts";

/** Of the keys that say where messages are. */
const moves = "It says where they are.";

const messageEvent = event(
  "message",
  {
    message,
    flags: z.array(z.string()),
    /** Only in the queue that was given when it was sent. */
    local_message_id: z.string().optional(),
  },
  { message: "It is all that it says.", flags: otherwise([]) },
);

const updateMessage = event(
  "update_message",
  {
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
  },
  {
    message_id: identifies,
    // Where messages go is not guessed.
    stream_id: moves,
    new_stream_id: moves,
    orig_subject: moves,
    subject: moves,
    message_ids: ({ message_id: id }) => otherwise([id as MessageId]),
  },
);

const deleteMessage = event(
  "delete_message",
  {
    message_type: z.string().optional(),
    message_ids: z.array(messageId).optional(),
    /** Without the bulk capability. */
    message_id: messageId.optional(),
    stream_id: streamId.optional(),
    topic: z.string().optional(),
  },
  { message_ids: identifies, message_id: identifies },
);

/** The conversation of a message that became unread, for clients that have not loaded it. */
const unreadDetail = object({
  /** `private` or `stream`; what has a `stream_id` is in a stream. */
  type: z.string().optional(),
  user_ids: z.array(userId).optional(),
  stream_id: streamId.optional(),
  topic: z.string().optional(),
  mentioned: z.boolean().optional(),
});

const updateFlags = event(
  "update_message_flags",
  {
    op: z.enum(["add", "remove"]).optional(),
    /** LEVEL(32): `op` after it. */
    operation: z.enum(["add", "remove"]).optional(),
    flag: z.string(),
    messages: z.array(messageId),
    /** All messages are read; `messages` is empty then. */
    all: z.boolean().optional(),
    message_details: z.record(z.string(), unreadDetail).optional(),
  },
  { all: changes, flag: "It says what changed.", messages: otherwise([]) },
);

const reactionEvent = extended(
  reaction,
  {
    id: eventId,
    type: z.literal("reaction"),
    op: z.enum(["add", "remove"]),
    message_id: messageId,
  },
  { ...everyRule, message_id: identifies },
);

const submessageEvent = event(
  "submessage",
  {
    message_id: messageId,
    submessage_id: z.int(),
    sender_id: userId,
    msg_type: z.string(),
    content: z.string(),
  },
  {
    message_id: identifies,
    submessage_id: identifies,
    sender_id: "Its votes are counted by people.",
    msg_type: "It says who understands the content.",
    content: "It is all that it says.",
  },
);

const typist = object({ user_id: userId, email: z.string().optional() }, { user_id: identifies });

const typing = event(
  "typing",
  {
    op: z.enum(["start", "stop"]),
    /** LEVEL(215): `private` instead of `direct` before it. */
    message_type: z.string().optional(),
    sender: typist,
    recipients: z.array(typist).optional(),
    stream_id: streamId.optional(),
    topic: z.string().optional(),
  },
  { sender: "It says who types.", stream_id: moves, topic: moves },
);

const typingEdit = event(
  "typing_edit_message",
  {
    op: z.enum(["start", "stop"]),
    sender_id: userId,
    message_id: messageId,
    /** Where the message is: `channel_id` and `topic`, or `user_ids` of everybody. */
    recipient: object(
      {
        channel_id: streamId.optional(),
        topic: z.string().optional(),
        user_ids: z.array(userId).optional(),
      },
      { channel_id: moves, topic: moves, user_ids: moves },
    ),
  },
  { sender_id: "It says who types.", message_id: identifies, recipient: moves },
);

const subscriptionEvent = z.discriminatedUnion("op", [
  event(
    "subscription",
    {
      op: z.literal("add"),
      subscriptions: z.array(subscription),
    },
    all("subscriptions"),
  ),
  event(
    "subscription",
    {
      op: z.literal("remove"),
      subscriptions: z.array(object({ stream_id: streamId }, { stream_id: identifies })),
    },
    all("subscriptions"),
  ),
  event(
    "subscription",
    {
      op: z.literal("update"),
      stream_id: streamId,
      property: z.string(),
      value: z.unknown().optional(),
    },
    { stream_id: identifies, property: changes },
  ),
  event(
    "subscription",
    {
      op: z.enum(["peer_add", "peer_remove"]),
      stream_ids: z.array(streamId).optional(),
      user_ids: z.array(userId).optional(),
      /** LEVEL(35): one of each before it. */
      stream_id: streamId.optional(),
      user_id: userId.optional(),
    },
    { stream_ids: changes, user_ids: changes, stream_id: changes, user_id: changes },
  ),
]);

const streamEvent = z.discriminatedUnion("op", [
  event(
    "stream",
    {
      op: z.literal("create"),
      streams: z.array(stream),
    },
    all("streams"),
  ),
  event("stream", {
    op: z.literal("delete"),
    /** Up to level 342 only `streams`, whose elements have nothing but IDs since then. */
    stream_ids: z.array(streamId).optional(),
    streams: z.array(object({ stream_id: streamId }, { stream_id: identifies })).optional(),
    for_archiving: z.boolean().optional(),
  }),
  event(
    "stream",
    {
      op: z.literal("update"),
      stream_id: streamId,
      /** The old name, when the name changes. */
      name: z.string().optional(),
      property: z.string(),
      value: z.unknown().optional(),
    },
    { stream_id: identifies, property: changes },
  ),
]);

const channelFolderEvent = z.discriminatedUnion("op", [
  event(
    "channel_folder",
    { op: z.literal("add"), channel_folder: channelFolder },
    all("channel_folder"),
  ),
  event(
    "channel_folder",
    {
      op: z.literal("update"),
      channel_folder_id: folderId,
      data: object({
        name: z.string().optional(),
        description: z.string().optional(),
        rendered_description: z.string().optional(),
        is_archived: z.boolean().optional(),
      }),
    },
    { channel_folder_id: identifies, data: changes },
  ),
  /** From level 418 on. */
  event("channel_folder", { op: z.literal("reorder"), order: z.array(folderId) }, all("order")),
]);

const realmUser = z.discriminatedUnion("op", [
  event("realm_user", { op: z.literal("add"), person: user }, all("person")),
  event(
    "realm_user",
    {
      op: z.literal("remove"),
      person: object(
        { user_id: userId, full_name: z.string().optional() },
        { user_id: identifies },
      ),
    },
    all("person"),
  ),
  event(
    "realm_user",
    {
      op: z.literal("update"),
      person: changedPerson,
    },
    all("person"),
  ),
]);

const groupChanges = changedPermissionKeys(groupPermissions);

const userGroupEvent = z.discriminatedUnion("op", [
  event("user_group", { op: z.literal("add"), group: userGroup }, all("group")),
  event(
    "user_group",
    {
      op: z.literal("update"),
      group_id: groupId,
      data: object(
        {
          name: z.string().optional(),
          description: z.string().optional(),
          ...groupChanges.keys,
          can_mention_group_id: groupId.optional(),
          deactivated: z.boolean().optional(),
        },
        groupChanges.rules,
      ),
    },
    { group_id: identifies, data: changes },
  ),
  event(
    "user_group",
    {
      op: z.enum(["add_members", "remove_members"]),
      group_id: groupId,
      user_ids: z.array(userId),
    },
    { group_id: identifies, user_ids: changes },
  ),
  event(
    "user_group",
    {
      op: z.enum(["add_subgroups", "remove_subgroups"]),
      group_id: groupId,
      direct_subgroup_ids: z.array(groupId),
    },
    { group_id: identifies, direct_subgroup_ids: changes },
  ),
  event(
    "user_group",
    {
      op: z.literal("remove"),
      group_id: groupId,
    },
    { group_id: identifies },
  ),
]);

const presenceEvent = event(
  "presence",
  {
    /** By ID; with the capability `simplified_presence_events`, instead of the other keys. */
    presences: z.record(z.string(), presence).optional(),
    user_id: userId.optional(),
    server_timestamp: z.number().optional(),
    /** By client, in the legacy form; or the modern form from later servers. */
    presence: z
      .union([
        z.record(
          z.string(),
          object(
            { status: z.string(), timestamp: z.number() },
            { status: changes, timestamp: changes },
          ),
        ),
        presence,
      ])
      .optional(),
  },
  { presence: changes, presences: changes },
);

/** The schemas of the event types that weir supports; other types are ignored and logged. */
export const events = {
  message: messageEvent,
  update_message: updateMessage,
  delete_message: deleteMessage,
  update_message_flags: updateFlags,
  reaction: reactionEvent,
  submessage: submessageEvent,
  typing,
  typing_edit_message: typingEdit,
  subscription: subscriptionEvent,
  stream: streamEvent,
  channel_folder: channelFolderEvent,
  realm_user: realmUser,
  user_group: userGroupEvent,
  presence: presenceEvent,
  user_status: extended(
    userStatus,
    { id: eventId, type: z.literal("user_status"), user_id: userId },
    { ...everyRule, user_id: identifies },
  ),
  user_topic: event(
    "user_topic",
    {
      stream_id: streamId,
      topic_name: z.string(),
      last_updated: z.number().optional(),
      visibility_policy: visibilityPolicy,
    },
    { stream_id: identifies, topic_name: identifies, visibility_policy: changes },
  ),
  muted_topics: event(
    "muted_topics",
    {
      muted_topics: z.array(z.array(z.union([z.string(), z.number()]))),
    },
    all("muted_topics"),
  ),
  muted_users: event(
    "muted_users",
    {
      muted_users: z.array(
        object({ id: userId, timestamp: z.number().optional() }, { id: identifies }),
      ),
    },
    all("muted_users"),
  ),
  drafts,
  scheduled_messages: scheduled,
  saved_snippets: savedSnippets,
  reminders,
  navigation_view: navigationViews,
  alert_words: event(
    "alert_words",
    {
      alert_words: z.array(z.string()),
    },
    all("alert_words"),
  ),
  user_settings: event(
    "user_settings",
    {
      op: z.string().optional(),
      property: z.string(),
      /** Settings that weir does not know may have any value. */
      value: z.unknown().optional(),
      /** The new language's English name, when it is the language that changed. */
      language_name: z.string().optional(),
    },
    { property: changes },
  ),
  update_display_settings: event(
    "update_display_settings",
    {
      setting_name: z.string(),
      setting: z.union([z.boolean(), z.number(), z.string()]),
      language_name: z.string().optional(),
    },
    { setting_name: changes, setting: changes },
  ),
  update_global_notifications: event(
    "update_global_notifications",
    {
      notification_name: z.string(),
      setting: z.union([z.boolean(), z.number(), z.string()]),
    },
    { notification_name: changes, setting: changes },
  ),
  realm: event("realm", {
    op: z.string().optional(),
    property: z.string().optional(),
    value: z.unknown().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  custom_profile_fields: event(
    "custom_profile_fields",
    { fields: z.array(profileField) },
    all("fields"),
  ),
  realm_emoji: z.discriminatedUnion("op", [
    event(
      "realm_emoji",
      {
        op: z.literal("update"),
        /** The whole map. */
        realm_emoji: z.record(z.string(), realmEmoji),
      },
      all("realm_emoji"),
    ),
    // With the capability `individual_emoji_changes`, from level 491 on, instead of the whole map.
    event("realm_emoji", { op: z.literal("add"), emoji: realmEmoji }, all("emoji")),
    event(
      "realm_emoji",
      {
        op: z.literal("update_one"),
        emoji_id: z.string(),
        data: object({ deactivated: z.boolean().optional() }),
      },
      { emoji_id: identifies, data: changes },
    ),
  ]),
  realm_linkifiers: event(
    "realm_linkifiers",
    { realm_linkifiers: z.array(linkifier) },
    all("realm_linkifiers"),
  ),
  /** LEVEL(176): `realm_linkifiers` since then. */
  realm_filters: event(
    "realm_filters",
    { realm_filters: z.array(legacyFilter) },
    all("realm_filters"),
  ),
  attachment: z.discriminatedUnion("op", [
    event(
      "attachment",
      {
        op: z.enum(["add", "update"]),
        attachment,
        /** Bytes of all files of the realm together. */
        upload_space_used: z.number().optional(),
      },
      all("attachment"),
    ),
    event(
      "attachment",
      {
        op: z.literal("remove"),
        attachment: object({ id: z.int() }, { id: identifies }),
        upload_space_used: z.number().optional(),
      },
      all("attachment"),
    ),
  ]),
  heartbeat: event("heartbeat", {}),
  /** Its brand-specific keys are found by their suffixes. */
  restart: event("restart", {
    server_generation: z.number().optional(),
    /** Whether clients should reload at once; sent by servers up to level 239. */
    immediate: z.boolean().optional(),
  }),
} as const satisfies { readonly [N in EventType]: z.ZodType<{ readonly type: N }> };

export type EventOf<T extends EventType> = z.output<(typeof events)[T]>;
export type Event = { [T in EventType]: EventOf<T> }[EventType];
