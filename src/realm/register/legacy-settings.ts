/**
 * Settings that programs from before the one object of settings know: at the top of a register answer, and by two events.
 * Settings that came later are in the object alone.
 */

const display: ReadonlySet<string> = new Set([
  "color_scheme",
  "default_language",
  // What `web_home_view` was called.
  "default_view",
  "demote_inactive_streams",
  "dense_mode",
  "emojiset",
  "emojiset_choices",
  "enable_drafts_synchronization",
  "enter_sends",
  "fluid_layout_width",
  "high_contrast_mode",
  "left_side_userlist",
  "starred_message_counts",
  "timezone",
  "translate_emoticons",
  "twenty_four_hour_time",
  "web_home_view",
]);

const notifications: ReadonlySet<string> = new Set([
  "available_notification_sounds",
  "desktop_icon_count_display",
  "email_notifications_batching_period_seconds",
  "enable_desktop_notifications",
  "enable_digest_emails",
  "enable_login_emails",
  "enable_marketing_emails",
  "enable_offline_email_notifications",
  "enable_offline_push_notifications",
  "enable_online_push_notifications",
  "enable_sounds",
  "enable_stream_audible_notifications",
  "enable_stream_desktop_notifications",
  "enable_stream_email_notifications",
  "enable_stream_push_notifications",
  "message_content_in_email_notifications",
  "notification_sound",
  "pm_content_in_desktop_notifications",
  "presence_enabled",
  "realm_name_in_email_notifications_policy",
  "wildcard_mentions_notify",
]);

/** Each kind by the fetch type and event that tells of it. */
export const legacySettings = {
  update_display_settings: display,
  update_global_notifications: notifications,
} as const;

export type LegacyKind = keyof typeof legacySettings;

/** The event that tells of a setting; undefined where none does. */
export function legacyKindOf(name: string): LegacyKind | undefined {
  if (display.has(name)) return "update_display_settings";
  return notifications.has(name) ? "update_global_notifications" : undefined;
}
