/** The settings of a person as a new account has them; what was changed since lies over them. */
import type { Person } from "#realm/state/people.ts";
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

/** One setting of a person, changed or not. */
export function userSetting(personal: Personal, name: UserSetting): unknown {
  return personal.settings.has(name) ? personal.settings.get(name) : defaultUserSettings[name];
}
