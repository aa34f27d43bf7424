/** Settings of people as they come: which values there are, and which of them are news. */
import { Refusal } from "#realm/failures.ts";

type Value = string | number | boolean;

/** Settings with few values, by name. */
const choices: Readonly<Record<string, readonly Value[]>> = {
  color_scheme: [1, 2, 3],
  demote_inactive_streams: [1, 2, 3],
  desktop_icon_count_display: [1, 2, 3, 4],
  email_address_visibility: [1, 2, 3, 4, 5],
  emojiset: ["google", "google-blob", "twitter", "text"],
  user_list_style: [1, 2, 3],
  web_channel_default_view: [1, 2],
  web_home_view: ["recent_topics", "inbox", "all_messages"],
  web_mark_read_on_scroll_policy: [1, 2, 3],
  web_stream_unreads_count_display_policy: [1, 2, 3],
  automatically_follow_topics_policy: [1, 2, 3, 4],
  automatically_unmute_topics_in_muted_streams_policy: [1, 2, 3, 4],
};

/** Those of `wanted` that differ from `present`; throws for a value that there is not. */
export function newSettings(
  present: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, Value | undefined>>,
): readonly [string, Value][] {
  const sounds = present["available_notification_sounds"];
  return Object.entries(wanted).flatMap(([property, value]): [string, Value][] => {
    if (value === undefined) return [];
    if (choices[property]?.includes(value) === false) throw new Refusal(`Invalid ${property}`);
    if (property === "notification_sound" && !(sounds as readonly Value[]).includes(value)) {
      throw new Refusal(`Invalid notification sound '${value}'`);
    }
    return present[property] === value ? [] : [[property, value]];
  });
}
