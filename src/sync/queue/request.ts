/**
 * The request for an event queue and its initial state. It needs little of the program, so that it can be on its way while
 * the rest is loaded.
 */
import type { Connection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import { type RegisterArguments, register } from "#api/queue.ts";
import { brandOf } from "#wire/server.ts";

/**
 * Types with events as well as state. Names for older servers are listed next to their successors: newer servers omit
 * the duplicates.
 */
const shared = [
  "message",
  "update_message",
  "update_message_flags",
  "subscription",
  "stream",
  "realm_user",
  "presence",
  "user_status",
  "user_topic",
  "muted_topics",
  "muted_users",
  "alert_words",
  "drafts",
  "scheduled_messages",
  "saved_snippets",
  "reminders",
  "user_settings",
  "update_display_settings",
  "update_global_notifications",
  "realm",
  "custom_profile_fields",
  "realm_emoji",
  "realm_linkifiers",
  "realm_filters",
] as const;

/** What the chat's replica is made from. */
export const wholeState = [
  ...shared,
  "user_group",
  "realm_user_groups",
  "recent_private_conversations",
  "starred_messages",
  "navigation_views",
  "channel_folders",
] as const;

/** A laptop that slept for a night goes on with its queue. A weir that was killed leaves one for as long. */
const queueLivesSeconds = 16 * 3_600;

const registerArguments: RegisterArguments = {
  apply_markdown: false,
  client_gravatar: true,
  // Subscriber lists are most of a big realm's response, and nothing on the screen needs them.
  include_subscribers: false,
  slim_presence: true,
  idle_queue_timeout: queueLivesSeconds,
  event_types: [
    ...shared,
    "delete_message",
    "reaction",
    "submessage",
    "typing",
    "typing_edit_message",
    "user_group",
    "navigation_view",
    "channel_folder",
    "restart",
  ],
  fetch_event_types: [...wholeState],
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
  },
};

/** What a slow line is too narrow for. */
const unneeded: ReadonlySet<string> = new Set(["presence", "typing", "typing_edit_message"]);

function leanArguments({
  event_types = [],
  fetch_event_types = [],
  ...rest
}: RegisterArguments): RegisterArguments {
  const needed = (type: string) => !unneeded.has(type);
  return {
    ...rest,
    event_types: event_types.filter(needed),
    fetch_event_types: fetch_event_types.filter(needed),
  };
}

/**
 * Requests a queue and its initial state; the connection learns the server's level. `decodeAfter`: when the answer may be
 * decoded, which takes a tenth of a second in a big realm.
 */
export async function requestQueue(
  connection: Connection,
  signal: AbortSignal,
  isLean: boolean,
  decodeAfter: Promise<unknown> = Promise.resolve(),
) {
  const wanted = isLean ? leanArguments(registerArguments) : registerArguments;
  const answer = await register(connection, wanted, { signal, decodeAfter });
  connection.setLevel(brandOf(answer).featureLevel);
  if (answer.queue_id !== null) return { ...answer, queue_id: answer.queue_id };
  throw malformed("queue_id", "no queue was created");
}

export function malformed(path: string, reason: string): ApiError {
  return new ApiError({ kind: "malformed", sent: "maybe", path, reason });
}

export type RegisterAnswer = Awaited<ReturnType<typeof requestQueue>>;

/** A request that left before the session was started. */
export type FirstRequest = {
  /**
   * Hands over the answer, once: nobody keeps it, because it is as large as the realm. It may be an error. It may be
   * decoded only from now on.
   */
  readonly take: () => Promise<RegisterAnswer> | undefined;
  readonly cancel: () => void;
};
