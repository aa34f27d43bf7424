/** Endpoints for a person's own settings and the words that alert them. */
import { z } from "zod";
import { endpoint, json, optional, plain } from "#wire/endpoint.ts";
import { noBots, refused } from "#wire/error-rows.ts";
import { since } from "#wire/levels.ts";
import { nameErrors } from "./users.ts";

const flag = optional(json(z.boolean()));
const number = optional(json(z.int()));
const word = optional(plain(z.string()));

/** LEVEL(227): what the numbers of before it are now; 0 for what was none of them. */
const oldIconCounts: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4 };

function iconCount(told: unknown, level: number): unknown {
  if (level >= since.iconCounts || typeof told !== "number") return told;
  return oldIconCounts[told] ?? 0;
}

/** What was added is closest to what has one kind of messages less. */
function oldIconCount(value: unknown, level: number): unknown {
  if (level >= since.iconCounts || typeof value !== "number") return value;
  return value === 1 ? 1 : Math.max(2, value - 1);
}

/** Settings of a person that the realm may also set for newcomers, in the order in which real servers set them. */
export const settingsForAll = {
  twenty_four_hour_time: flag,
  dense_mode: flag,
  web_mark_read_on_scroll_policy: optional(json(z.int(), { since: 175 })),
  web_channel_default_view: optional(json(z.int(), { since: 269 })),
  starred_message_counts: flag,
  receives_typing_notifications: optional(json(z.boolean(), { since: 253 })),
  fluid_layout_width: flag,
  high_contrast_mode: flag,
  color_scheme: number,
  web_font_size_px: optional(json(z.int(), { since: 245 })),
  web_line_height_percent: optional(json(z.int(), { since: 245 })),
  translate_emoticons: flag,
  display_emoji_reaction_users: flag,
  /** LEVEL(219): `default_view` before it. */
  web_home_view: optional(plain(z.string(), { since: 219 })),
  web_escape_navigates_to_home_view: flag,
  left_side_userlist: flag,
  emojiset: word,
  demote_inactive_streams: number,
  web_stream_unreads_count_display_policy: optional(json(z.int(), { since: 210 })),
  web_animate_image_previews: optional(plain(z.string(), { since: 275 })),
  email_notifications_batching_period_seconds: number,
  enable_drafts_synchronization: flag,
  enable_stream_desktop_notifications: flag,
  enable_stream_email_notifications: flag,
  enable_stream_push_notifications: flag,
  enable_stream_audible_notifications: flag,
  wildcard_mentions_notify: flag,
  enable_followed_topic_desktop_notifications: optional(json(z.boolean(), { since: 189 })),
  enable_followed_topic_email_notifications: optional(json(z.boolean(), { since: 189 })),
  enable_followed_topic_push_notifications: optional(json(z.boolean(), { since: 189 })),
  enable_followed_topic_audible_notifications: optional(json(z.boolean(), { since: 189 })),
  enable_followed_topic_wildcard_mentions_notify: optional(json(z.boolean(), { since: 189 })),
  notification_sound: word,
  enable_desktop_notifications: flag,
  enable_sounds: flag,
  enable_offline_email_notifications: flag,
  enable_offline_push_notifications: flag,
  enable_online_push_notifications: flag,
  enable_digest_emails: flag,
  message_content_in_email_notifications: flag,
  pm_content_in_desktop_notifications: flag,
  desktop_icon_count_display: optional(json(z.int(), { heard: iconCount, spelled: oldIconCount })),
  realm_name_in_email_notifications_policy: optional(json(z.int(), { since: 168 })),
  automatically_follow_topics_policy: optional(json(z.int(), { since: 214 })),
  automatically_unmute_topics_in_muted_streams_policy: optional(json(z.int(), { since: 214 })),
  automatically_follow_topics_where_mentioned: optional(json(z.boolean(), { since: 235 })),
  presence_enabled: flag,
  enter_sends: flag,
  send_private_typing_notifications: flag,
  send_stream_typing_notifications: flag,
  send_read_receipts: flag,
  user_list_style: number,
  web_navigate_to_sent_message: optional(json(z.boolean(), { since: 268 })),
  email_address_visibility: optional(
    json(z.int(), { since: 163, says: "1 everybody, 2 members, 3 administrators, 4 nobody" }),
  ),
};

export const updateSettings = endpoint({
  method: "PATCH",
  path: "/settings",
  heading: "protocol reference 7.1",
  does: "changes settings of yours",
  parameters: {
    full_name: word,
    email: word,
    old_password: word,
    new_password: word,
    timezone: word,
    default_language: word,
    ...settingsForAll,
    default_view: optional(plain(z.string(), { until: 218 })),
    enable_login_emails: flag,
    enable_marketing_emails: flag,
  },
  answer: z.looseObject({}),
  errors: [
    noBots,
    ...nameErrors,
    { ...refused, when: "name that ends in | and a number", text: "Invalid format!" },
    { ...refused, when: "address without @", text: "Invalid address." },
    {
      ...refused,
      when: "an address, where administrators alone change them",
      text: "Email address changes are disabled in this organization.",
    },
    { ...refused, when: "address taken", text: "Already has an account." },
    { ...refused, when: "language unknown", text: "Invalid default_language" },
    {
      ...refused,
      when: "mails not at all, or later than a week",
      text: "Invalid email batching period: <n> seconds",
    },
    { ...refused, when: "emoji set unknown", text: "Invalid emojiset" },
    { ...refused, when: "number out of range", text: "Invalid <setting>" },
    { ...refused, when: "sound unknown", text: "Invalid notification sound '<sound>'" },
    {
      ...refused,
      when: "time zone unknown",
      text: "timezone is not a recognized time zone",
    },
    { ...refused, when: "old password wrong", text: "Wrong password!" },
  ],
});

/** Two older addresses of the same. */
export const updateDisplaySettings = endpoint({ ...updateSettings, path: "/settings/display" });
export const updateNotificationSettings = endpoint({
  ...updateSettings,
  path: "/settings/notifications",
});

const alertWords = { alert_words: json(z.array(z.string())) };
const allWords = z.looseObject({ alert_words: z.array(z.string()) });

export const getAlertWords = endpoint({
  method: "GET",
  path: "/users/me/alert_words",
  heading: "protocol reference 7.1",
  does: "lists the words that alert you",
  parameters: {},
  answer: allWords,
});

export const addAlertWords = endpoint({
  method: "POST",
  path: "/users/me/alert_words",
  heading: "protocol reference 7.1",
  does: "adds words that alert you",
  parameters: alertWords,
  answer: allWords,
});

export const removeAlertWords = endpoint({
  method: "DELETE",
  path: "/users/me/alert_words",
  heading: "protocol reference 7.1",
  does: "removes words that alert you",
  parameters: alertWords,
  answer: allWords,
});
