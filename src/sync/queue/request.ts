/**
 * The request for an event queue and its initial state. It needs little of the program, so that it can be on its way while
 * the rest is loaded.
 */
import type { Connection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import { type RegisterArguments, register } from "#api/queue.ts";
import { askedEvents, askedState, isWide } from "#wire/event-types.ts";
import { brandOf } from "#wire/server.ts";

/** A laptop that slept for a night goes on with its queue. A weir that was killed leaves one for as long. */
const queueLivesSeconds = 16 * 3_600;

function registerArguments(isLean: boolean): RegisterArguments {
  const isNeeded = (name: Parameters<typeof isWide>[0]) => !isLean || !isWide(name);
  return {
    apply_markdown: false,
    client_gravatar: true,
    // Subscriber lists are most of a big realm's response, and nothing on the screen needs them.
    include_subscribers: false,
    slim_presence: true,
    idle_queue_timeout: queueLivesSeconds,
    event_types: askedEvents.filter(isNeeded),
    fetch_event_types: askedState.filter(isNeeded),
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
  const answer = await register(connection, registerArguments(isLean), { signal, decodeAfter });
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
