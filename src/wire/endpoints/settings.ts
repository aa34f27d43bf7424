/** Endpoints for a user's settings and alert words. */
import * as z from "zod";
import { isTimeZone } from "#base/time.ts";
import { atMost, errorsOf, that } from "#wire/checks.ts";
import { endpoint, json, numbered, optional, plain } from "#wire/endpoint.ts";
import { refused, tooLong } from "#wire/error-rows.ts";
import { since } from "#wire/levels.ts";
import { asked, object } from "#wire/object.ts";
import { humans } from "#wire/user.ts";
import { fullName, nameErrors } from "./users.ts";

const flag = optional(json(z.boolean(), { since: since.settingsCall }));
const privacyFlag = optional(json(z.boolean(), { since: 105 }));
/** Exact names only: real servers accept neither offsets nor other capitalization. */
const timeZone = plain(z.string(), {
  since: since.settingsCall,
  checks: [
    that(
      (text) => text === "" || (/^[A-Z]\w*(?:[/+-]\w+)*$/.test(text) && isTimeZone(text)),
      refused("time zone unknown", "timezone is not a recognized time zone"),
    ),
  ],
});

/** Which notices of resolved topics the server marks read: all, all but those in followed topics, or none. */
export const noticePolicies = ["always", "except_followed", "never"] as const;

export const updateSettings = endpoint("PATCH /settings", {
  heading: "protocol reference 7.1",
  summary: "changes your settings",
  parameters: {
    full_name: optional(fullName),
    timezone: optional(timeZone),
    default_language: optional(plain(z.string(), { since: since.settingsCall })),
    twenty_four_hour_time: flag,
    // LEVEL(81): before it, by a call of its own.
    enter_sends: optional(json(z.boolean(), { since: 81 })),
    enable_drafts_synchronization: optional(json(z.boolean(), { since: since.sharedDrafts })),
    presence_enabled: flag,
    receives_typing_notifications: optional(json(z.boolean(), { since: 253 })),
    send_private_typing_notifications: privacyFlag,
    send_stream_typing_notifications: privacyFlag,
    send_read_receipts: privacyFlag,
    web_mark_read_on_scroll_policy: optional(
      numbered(
        [
          { value: 1, words: "always" },
          { value: 2, words: "in conversations" },
          { value: 3, words: "never" },
        ],
        { since: 175 },
      ),
    ),
    resolved_topic_notice_auto_read_policy: optional(
      plain(z.enum(noticePolicies), { since: since.resolvedNotices }),
    ),
    hide_ai_features: optional(json(z.boolean(), { since: since.summaries })),
    web_left_sidebar_show_channel_folders: optional(
      json(z.boolean(), { since: since.sidebarFolders }),
    ),
    web_inbox_show_channel_folders: optional(json(z.boolean(), { since: since.inboxFolders })),
    automatically_follow_topics_policy: optional(json(z.int(), { since: 214 })),
    automatically_unmute_topics_in_muted_streams_policy: optional(json(z.int(), { since: 214 })),
    automatically_follow_topics_where_mentioned: optional(json(z.boolean(), { since: 235 })),
    email_address_visibility: optional(
      json(z.int(), {
        since: 163,
        description: "1 everybody, 2 members, 3 administrators, 4 nobody",
      }),
    ),
    enable_desktop_notifications: flag,
    enable_sounds: flag,
    enable_stream_desktop_notifications: flag,
    enable_stream_email_notifications: flag,
    enable_stream_push_notifications: flag,
    enable_stream_audible_notifications: flag,
    enable_followed_topic_desktop_notifications: optional(json(z.boolean(), { since: 189 })),
    enable_followed_topic_wildcard_mentions_notify: optional(json(z.boolean(), { since: 189 })),
    pm_content_in_desktop_notifications: flag,
    wildcard_mentions_notify: flag,
  },
  who: [humans],
  errors: [
    ...nameErrors,
    refused("language unknown", "Invalid default_language"),
    refused("number out of range", "Invalid <setting>"),
    ...errorsOf(timeZone),
  ],
});

const wordTooLong = tooLong("alert_words");
const alertWords = {
  alert_words: json(z.array(z.string()), { checks: [atMost("alertWordLength", wordTooLong)] }),
};
const allWords = object({ alert_words: z.array(z.string()) }, { alert_words: asked });

export const getAlertWords = endpoint("GET /users/me/alert_words", {
  heading: "protocol reference 7.1",
  summary: "lists your alert words",
  answer: allWords,
});

export const addAlertWords = endpoint("POST /users/me/alert_words", {
  heading: "protocol reference 7.1",
  summary: "adds alert words",
  parameters: alertWords,
  answer: allWords,
  errors: [wordTooLong],
});

export const removeAlertWords = endpoint("DELETE /users/me/alert_words", {
  heading: "protocol reference 7.1",
  summary: "removes alert words",
  parameters: alertWords,
  answer: allWords,
});
