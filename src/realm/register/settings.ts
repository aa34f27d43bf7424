/** The settings of a person as a new account has them; what was changed since lies over them. */
import type { Server } from "#realm/server.ts";
import { type GroupSetting, type Person, systemGroup } from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";

export const defaultUserSettings = {
  color_scheme: 1,
  default_language: "en",
  web_home_view: "inbox",
  demote_inactive_streams: 1,
  dense_mode: false,
  emojiset: "google",
  enable_drafts_synchronization: true,
  enter_sends: true,
  fluid_layout_width: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: true,
  translate_emoticons: false,
  twenty_four_hour_time: true,
  desktop_icon_count_display: 1,
  enable_desktop_notifications: true,
  enable_digest_emails: true,
  enable_sounds: true,
  enable_stream_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  message_content_in_email_notifications: true,
  notification_sound: "chime",
  pm_content_in_desktop_notifications: true,
  presence_enabled: true,
  wildcard_mentions_notify: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  automatically_follow_topics_policy: 3,
  automatically_unmute_topics_in_muted_streams_policy: 2,
  automatically_follow_topics_where_mentioned: true,
  display_emoji_reaction_users: true,
  email_address_visibility: 1,
  receives_typing_notifications: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  send_stream_typing_notifications: true,
  web_mark_read_on_scroll_policy: 1,
  user_list_style: 2,
  email_notifications_batching_period_seconds: 120,
  enable_login_emails: true,
  enable_marketing_emails: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  realm_name_in_email_notifications_policy: 1,
  web_animate_image_previews: "on_hover",
  web_channel_default_view: 1,
  web_escape_navigates_to_home_view: true,
  web_font_size_px: 16,
  web_line_height_percent: 140,
  web_navigate_to_sent_message: true,
  web_stream_unreads_count_display_policy: 2,
} as const;

export type UserSetting = keyof typeof defaultUserSettings;

export function userSettings(person: Person, personal: Personal): Record<string, unknown> {
  return {
    ...defaultUserSettings,
    timezone: person.timezone,
    ...Object.fromEntries(personal.settings),
    email_address_visibility: person.emailVisibility,
    ...choices,
  };
}

/** What there is to choose from; told beside the settings. */
const choices = {
  emojiset_choices: [
    { key: "google", text: "Google" },
    { key: "twitter", text: "Twitter" },
    { key: "text", text: "Plain text" },
    { key: "google-blob", text: "Google blobs" },
  ],
  available_notification_sounds: ["chime", "ding", "simple"],
} as const;

/** Settings that may be given to newcomers: all but those for their safety, and for mails from the service's makers. */
export function newcomersSettings({ state }: Server): Record<string, unknown> {
  return {
    ...defaultUserSettings,
    ...Object.fromEntries(state.furnishings.newcomers),
    ...choices,
  };
}

/** One setting of a person, changed or not. */
export function userSetting(personal: Personal, name: UserSetting): unknown {
  return personal.settings.has(name) ? personal.settings.get(name) : defaultUserSettings[name];
}

/** The realm's setting, changed or not. */
export function realmSetting(server: Server, name: RealmSetting): unknown {
  return server.state.settings.has(name) ? server.state.settings.get(name) : realmDefaults[name];
}

/** Who may do something, where nobody said otherwise: the name of a system group. */
const groupDefaults = {
  can_access_all_users_group: "role:everyone",
  can_create_private_channel_group: "role:members",
  can_create_public_channel_group: "role:members",
  create_multiuse_invite_group: "role:administrators",
  direct_message_initiator_group: "role:everyone",
  direct_message_permission_group: "role:everyone",
} as const;
export type RealmGroup = keyof typeof groupDefaults;

export function isGroupSetting(name: string): name is RealmGroup {
  return Object.hasOwn(groupDefaults, name);
}

/** Who may do that, changed or not. */
export function groupSettingOf({ state }: Server, name: RealmGroup): GroupSetting {
  const said = state.settings.get(name) as GroupSetting | undefined;
  return said ?? systemGroup(state.people, groupDefaults[name]);
}

/** All of them, by name. */
export function groupSettings(server: Server): Readonly<Record<string, GroupSetting>> {
  const names = Object.keys(groupDefaults).filter(isGroupSetting);
  return Object.fromEntries(names.map((name) => [name, groupSettingOf(server, name)]));
}

export const realmDefaults = {
  name: "",
  description: "",
  add_custom_emoji_policy: 1,
  allow_edit_history: true,
  allow_message_editing: true,
  avatar_changes_disabled: false,
  bot_creation_policy: 1,
  create_private_stream_policy: 1,
  create_public_stream_policy: 1,
  create_web_public_stream_policy: 7,
  default_code_block_language: "",
  default_language: "en",
  delete_own_message_policy: 5,
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  edit_topic_policy: 5,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  giphy_rating: 2,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  invite_to_realm_policy: 1,
  invite_to_stream_policy: 1,
  jitsi_server_url: null,
  mandatory_topics: false,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600 as number | null,
  message_content_edit_limit_seconds: 600 as number | null,
  message_retention_days: -1,
  move_messages_between_streams_limit_seconds: 604_800 as number | null,
  move_messages_between_streams_policy: 1,
  move_messages_within_stream_limit_seconds: 604_800 as number | null,
  name_changes_disabled: false,
  new_stream_announcements_stream_id: -1,
  org_type: 10,
  plan_type: 1,
  presence_disabled: false,
  push_notifications_enabled: false,
  push_notifications_enabled_end_timestamp: null,
  require_unique_names: false,
  send_welcome_emails: true,
  signup_announcements_stream_id: -1,
  user_group_edit_policy: 1,
  video_chat_provider: 0,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  wildcard_mention_policy: 5,
} as const;
export type RealmSetting = keyof typeof realmDefaults;
