/** Settings of people as they come: which values there are, and which of them are news. */
import { Refusal } from "#realm/failures.ts";
import { daySeconds } from "#realm/state/people.ts";
import { languageName } from "./languages.ts";

type Value = string | number | boolean;

/** Settings with few values, by name. */
const choices: Readonly<Record<string, readonly Value[]>> = {
  color_scheme: [1, 2, 3],
  demote_inactive_streams: [1, 2, 3],
  default_view: ["recent_topics", "inbox", "all_messages"],
  desktop_icon_count_display: [1, 2, 3, 4],
  email_address_visibility: [1, 2, 3, 4, 5],
  emojiset: ["google", "google-blob", "twitter", "text"],
  realm_name_in_email_notifications_policy: [1, 2, 3],
  user_list_style: [1, 2, 3],
  web_animate_image_previews: ["always", "on_hover", "never"],
  web_channel_default_view: [1, 2],
  web_home_view: ["recent_topics", "inbox", "all_messages"],
  web_mark_read_on_scroll_policy: [1, 2, 3],
  web_stream_unreads_count_display_policy: [1, 2, 3],
  automatically_follow_topics_policy: [1, 2, 3, 4],
  automatically_unmute_topics_in_muted_streams_policy: [1, 2, 3, 4],
};

const week = 7 * daySeconds;

/** What is wrong with a value that is none of a few; undefined: nothing. `sounds` are those that there are. */
function complaint(property: string, value: Value, sounds: readonly unknown[]): string | undefined {
  switch (property) {
    case "default_language":
      return languageName(String(value)) === undefined ? "Invalid default_language" : undefined;
    case "notification_sound":
      if (value === "none" || sounds.includes(value)) return undefined;
      return `Invalid notification sound '${value}'`;
    case "email_notifications_batching_period_seconds":
      if (Number(value) > 0 && Number(value) <= week) return undefined;
      return `Invalid email batching period: ${value} seconds`;
    default:
      return choices[property]?.includes(value) === false ? `Invalid ${property}` : undefined;
  }
}

/** Those of `wanted` that differ from `present`; throws for a value that there is not. */
export function newSettings(
  present: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, Value | undefined>>,
): readonly [string, Value][] {
  const told = present["available_notification_sounds"];
  const sounds = Array.isArray(told) ? told : [];
  return Object.entries(wanted).flatMap(([property, value]): [string, Value][] => {
    if (value === undefined) return [];
    const wrong = complaint(property, value, sounds);
    if (wrong !== undefined) throw new Refusal(wrong);
    return present[property] === value ? [] : [[property, value]];
  });
}
