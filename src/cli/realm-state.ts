/** The realm's state for a verb: a register answer with the parts that it needs, as a replica. */
import { getOwnUser } from "#api/account.ts";
import type { Connection } from "#api/connection.ts";
import { deleteQueue, register } from "#api/queue.ts";
import { decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import { emptyReplica, type Replica } from "#model/replica.ts";
import { malformed } from "#sync/queue/request.ts";
import { askedState, type StateName } from "#wire/event-types.ts";
import type { QueueId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";

/** The types of state for each part that a verb may need. */
const parts = {
  /** With the name of the empty topic, and the rules about topics. */
  streams: ["subscription", "stream", "realm"],
  /** What orders the streams of the inbox. */
  folders: ["channel_folders", "user_settings"],
  people: ["realm_user"],
  groups: ["user_group", "realm_user_groups"],
  newest: ["message"],
  unread: [
    "message",
    "update_message_flags",
    "user_topic",
    "muted_topics",
    "muted_users",
    "recent_private_conversations",
  ],
  policies: ["user_topic", "muted_topics"],
  rendering: ["realm", "realm_emoji", "realm_linkifiers", "realm_filters"],
  drafts: ["drafts"],
  views: ["navigation_views"],
  scheduled: ["scheduled_messages"],
  reminders: ["reminders"],
  muted: ["muted_users"],
  snippets: ["saved_snippets"],
  status: ["user_status", "realm_emoji", "realm"],
  presence: ["presence"],
  fields: ["custom_profile_fields"],
  settings: ["user_settings", "alert_words", "muted_users"],
  /** Policies and limits of the organization. */
  rules: ["realm"],
  /** All that the chat knows. */
  whole: askedState,
} as const satisfies Readonly<Record<string, readonly StateName[]>>;

export type StatePart = keyof typeof parts;

/** In any state: the zone in which times are read, and how they are shown. */
const always = ["user_settings", "update_display_settings"] as const satisfies readonly StateName[];

/**
 * The state of the realm. `after` receives what deletes the queue, which is not urgent and never rejects. Sets the
 * connection's level.
 */
export async function fetchReplica(
  connection: Connection,
  requested: readonly StatePart[],
  after: (work: () => Promise<void>) => void,
): Promise<Replica> {
  const needsOwnId = !requested.includes("people") && !requested.includes("whole");
  const [answer, own] = await Promise.all([
    register(connection, {
      apply_markdown: false,
      client_gravatar: true,
      slim_presence: true,
      include_subscribers: false,
      // A queue without events: an empty list would mean that nothing is fetched either.
      event_types: ["restart"],
      fetch_event_types: [...new Set([...always, ...requested.flatMap((part) => parts[part])])],
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: true,
        user_settings_object: true,
        linkifier_url_template: true,
        user_list_incomplete: true,
        include_deactivated_groups: true,
        archived_channels: true,
        empty_topic_name: true,
      },
    }),
    needsOwnId ? getOwnUser(connection, {}) : undefined,
  ]);
  const { queue_id: queue } = answer;
  if (queue !== null) after(() => leaveQueue(connection, queue));
  const brand = brandOf(answer);
  connection.setLevel(brand.featureLevel);
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind === "malformed") throw malformed(decoded.path, decoded.reason);
  connection.skips.note(decoded.skipped);
  const described = fromRegister(decoded.register, { epoch: 1, brand, ownId: own?.user_id });
  const replica = runToEnd(described);
  if (replica.ownId === emptyReplica.ownId) throw malformed("user_id", "is missing");
  return replica;
}

/** Never rejects. Not worth waiting for the rate limit, because unused queues expire on the server. */
async function leaveQueue(connection: Connection, id: QueueId): Promise<void> {
  const unsent = new AbortController();
  const options = { signal: unsent.signal, onWait: () => unsent.abort() };
  await deleteQueue(connection, { queue_id: id }, options).catch(() => undefined);
}
