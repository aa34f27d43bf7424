/** The register answer: a queue, and the initial state (protocol reference, POST /register). */
import * as z from "zod";
import { scheduledMessage, storedDraft } from "./draft.ts";
import { messageId, queueId, streamId, userId } from "./ids.ts";
import { identifies, object, otherwise } from "./object.ts";
import { permissionKeys, realmPermissions } from "./permission.ts";
import { navigationView, reminder, savedSnippet } from "./personal.ts";
import { profileField } from "./profile-field.ts";
import { legacyFilter, linkifier } from "./realm.ts";
import { channelFolder, stream, subscription, userTopic } from "./stream.ts";
import { user, userGroup, userSettings, userStatus } from "./user.ts";

/**
 * All unread messages by conversation.
 * A topic appears once for each spelling; entries that differ only in case belong together.
 */
export const unreadMessages = object(
  {
    count: z.int(),
    streams: z.array(
      object(
        {
          stream_id: streamId,
          topic: z.string(),
          unread_message_ids: z.array(messageId),
        },
        { stream_id: identifies, topic: identifies, unread_message_ids: otherwise([]) },
      ),
    ),
    /** One other user; notes to self have the user's own ID. */
    pms: z.array(
      object(
        {
          other_user_id: userId.optional(),
          sender_id: userId.optional(),
          unread_message_ids: z.array(messageId),
        },
        { unread_message_ids: otherwise([]) },
      ),
    ),
    /** Groups; the string contains the IDs of all participants, including the reader. */
    huddles: z.array(
      object(
        { user_ids_string: z.string(), unread_message_ids: z.array(messageId) },
        { user_ids_string: identifies, unread_message_ids: otherwise([]) },
      ),
    ),
    mentions: z.array(messageId),
    /** True when there were too many to list: the oldest are missing. */
    old_unreads_missing: z.boolean().optional(),
  },
  {
    count: otherwise(0),
    streams: otherwise([]),
    pms: otherwise([]),
    huddles: otherwise([]),
    mentions: otherwise([]),
  },
);
export type UnreadMessages = z.output<typeof unreadMessages>;

export const recentConversation = object(
  {
    max_message_id: messageId,
    /** The others; empty for notes to oneself. */
    user_ids: z.array(userId),
  },
  { max_message_id: "Conversations are listed by their newest message.", user_ids: identifies },
);

/**
 * Only the queue is always present; the rest depends on the request and on the server's level.
 * Long lists are decoded element by element elsewhere: here they are arrays of unknown values.
 */
export const registerAnswer = object(
  {
    queue_id: queueId.nullable(),
    last_event_id: z.int(),
    max_message_id: z.int().optional(),
    unread_msgs: unreadMessages.optional(),
    subscriptions: z.array(z.unknown()).optional(),
    unsubscribed: z.array(z.unknown()).optional(),
    never_subscribed: z.array(z.unknown()).optional(),
    streams: z.array(z.unknown()).optional(),
    channel_folders: z.array(z.unknown()).optional(),
    realm_users: z.array(z.unknown()).optional(),
    realm_non_active_users: z.array(z.unknown()).optional(),
    cross_realm_bots: z.array(z.unknown()).optional(),
    realm_user_groups: z.array(z.unknown()).optional(),
    user_topics: z.array(z.unknown()).optional(),
    /** LEVEL(134): before it, pairs of stream name and topic. */
    muted_topics: z.array(z.unknown()).optional(),
    muted_users: z
      .array(
        object({ id: userId, timestamp: z.number() }, { id: identifies, timestamp: otherwise(0) }),
      )
      .optional(),
    drafts: z.array(z.unknown()).optional(),
    scheduled_messages: z.array(z.unknown()).optional(),
    saved_snippets: z.array(z.unknown()).optional(),
    reminders: z.array(z.unknown()).optional(),
    navigation_views: z.array(z.unknown()).optional(),
    recent_private_conversations: z.array(recentConversation).optional(),
    custom_profile_fields: z.array(z.unknown()).optional(),
    realm_emoji: z.record(z.string(), z.unknown()).optional(),
    realm_linkifiers: z.array(z.unknown()).optional(),
    realm_filters: z.array(z.unknown()).optional(),
    starred_messages: z.array(messageId).optional(),
    alert_words: z.array(z.string()).optional(),
    /** IDs, and up to level 329 streams. */
    default_streams: z
      .array(z.union([streamId, object({ stream_id: streamId }, { stream_id: identifies })]))
      .optional(),
    realm_empty_topic_display_name: z.string().optional(),
    /** From level 392 on: what streams inherit. */
    realm_topics_policy: z.enum(["allow_empty_topic", "disable_empty_topic"]).optional(),
    /** From level 358 on: `all`, `moves` or `none`. */
    realm_message_edit_history_visibility_policy: z.string().optional(),
    /** From level 331 on: -1 where messages cannot be reported. */
    realm_moderation_request_channel_id: z.int().optional(),
    server_report_message_types: z
      .array(
        object({ key: z.string(), name: z.string() }, { key: identifies, name: otherwise("") }),
      )
      .optional(),
    ...permissionKeys(realmPermissions, "realm_"),
    server_can_summarize_topics: z.boolean().optional(),
    realm_enable_guest_user_dm_warning: z.boolean().optional(),
    max_channel_folder_name_length: z.int().optional(),
    max_channel_folder_description_length: z.int().optional(),
    max_reminder_note_length: z.int().optional(),
    max_bulk_new_subscription_messages: z.int().optional(),
    /** From level 481 on: how long the queue lives unpolled, in seconds. */
    idle_queue_timeout_secs: z.int().optional(),
    user_status: z.record(z.string(), userStatus).optional(),
    presences: z.record(z.string(), z.unknown()).optional(),
    server_timestamp: z.number().optional(),
    user_settings: userSettings.optional(),
    user_id: userId.optional(),
    email: z.string().optional(),
    full_name: z.string().optional(),
    is_owner: z.boolean().optional(),
    is_admin: z.boolean().optional(),
    is_moderator: z.boolean().optional(),
    is_guest: z.boolean().optional(),
    realm_name: z.string().optional(),
    realm_url: z.string().optional(),
    realm_uri: z.string().optional(),
    max_message_length: z.int().optional(),
    max_file_upload_size_mib: z.number().optional(),
    max_topic_length: z.int().optional(),
    max_stream_name_length: z.int().optional(),
    max_stream_description_length: z.int().optional(),
    event_queue_longpoll_timeout_seconds: z.number().optional(),
    server_typing_started_wait_period_milliseconds: z.int().optional(),
    server_typing_stopped_wait_period_milliseconds: z.int().optional(),
    server_typing_started_expiry_period_milliseconds: z.int().optional(),
    server_presence_ping_interval_seconds: z.int().optional(),
    server_presence_offline_threshold_seconds: z.int().optional(),
    server_generation: z.int().optional(),
    /** LEVEL(273): the sizes in which the server has pictures besides their own. */
    server_thumbnail_formats: z.array(z.unknown()).optional(),
    /** The server's names of emoji; absent below level 140. */
    server_emoji_data_url: z.string().optional(),
  },
  {
    queue_id: "Without it nothing more would be heard.",
    last_event_id: "It says which event comes next.",
  },
);
export type RegisterAnswer = z.output<typeof registerAnswer>;

/** The schema of each long list of a register answer, for decoding it element by element. */
export const registerElements = {
  subscriptions: subscription,
  unsubscribed: subscription,
  never_subscribed: stream,
  streams: stream,
  channel_folders: channelFolder,
  realm_users: user,
  realm_non_active_users: user,
  cross_realm_bots: user,
  realm_user_groups: userGroup,
  user_topics: userTopic,
  drafts: storedDraft,
  scheduled_messages: scheduledMessage,
  saved_snippets: savedSnippet,
  reminders: reminder,
  navigation_views: navigationView,
  custom_profile_fields: profileField,
  realm_linkifiers: linkifier,
  realm_filters: legacyFilter,
} as const;
export type RegisterList = keyof typeof registerElements;

export const thumbnailFormat = object(
  {
    name: z.string(),
    max_width: z.number(),
    max_height: z.number(),
    animated: z.boolean(),
  },
  {
    name: "It is a part of addresses.",
    max_width: "A picture is chosen by its size.",
    max_height: "A picture is chosen by its size.",
    animated: "Animated ones are not fetched.",
  },
);

/** The client's capabilities (protocol reference, `client_capabilities`). */
export const capabilities = z.looseObject({
  /** Must be present whenever the object is sent. */
  notification_settings_null: z.boolean(),
  bulk_message_deletion: z.boolean().optional(),
  user_avatar_url_field_optional: z.boolean().optional(),
  stream_typing_notifications: z.boolean().optional(),
  user_settings_object: z.boolean().optional(),
  linkifier_url_template: z.boolean().optional(),
  user_list_incomplete: z.boolean().optional(),
  simplified_presence_events: z.boolean().optional(),
  individual_emoji_changes: z.boolean().optional(),
  /** Deactivated groups are listed, and their deactivation is an update. */
  include_deactivated_groups: z.boolean().optional(),
  /** LEVEL(315) */
  archived_channels: z.boolean().optional(),
  /** The empty topic is `""`, not the realm's name for it. */
  empty_topic_name: z.boolean().optional(),
});
export type Capabilities = z.output<typeof capabilities>;
