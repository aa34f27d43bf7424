/** Registering: what is asked for, and how the answer becomes the picture. */
import type { Connection } from "#api/connection.ts";
import { ApiError } from "#api/failure.ts";
import { type RegisterArguments, register } from "#api/queue.ts";
import { decodeRegister } from "#model/decode-register.ts";
import { fromRegister } from "#model/from-register.ts";
import { isAnotherRealm, withKept } from "#model/kept.ts";
import { changePicture, changeScreen, changeSession, retire } from "#store/store.ts";
import type { QueueId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import type { SyncContext } from "./context.ts";
import { inSlices } from "./slices.ts";

/** Where the queue was read to, and how long a poll of it may take. */
export type Cursor = {
  readonly queueId: QueueId;
  /** The highest event ID applied. */
  readonly last: number;
  readonly pollMs: number;
};

/** Types with events as well as state. Those of older servers are named beside their heirs: newer ones leave doubles out. */
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
  "user_settings",
  "update_display_settings",
  "update_global_notifications",
  "realm",
  "custom_profile_fields",
  "realm_emoji",
  "realm_linkifiers",
  "realm_filters",
] as const;

const wanted: RegisterArguments = {
  apply_markdown: false,
  client_gravatar: true,
  // Lists of subscribers are most of a big realm's answer, and nothing on the screen needs them.
  include_subscribers: false,
  slim_presence: true,
  event_types: [
    ...shared,
    "delete_message",
    "reaction",
    "submessage",
    "typing",
    "user_group",
    "restart",
  ],
  fetch_event_types: [
    ...shared,
    "user_group",
    "realm_user_groups",
    "recent_private_conversations",
    "starred_messages",
  ],
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
  },
};

const defaultPollSeconds = 90;
const shortestPollSeconds = 10;
const longestPollSeconds = 600;

/** Asks for a queue and the state at its birth; the connection learns the server's level. */
export async function askForQueue(connection: Connection, signal: AbortSignal) {
  const answer = await register(connection, wanted, { signal });
  connection.setLevel(brandOf(answer).featureLevel);
  if (answer.queue_id !== null) return { ...answer, queue_id: answer.queue_id };
  throw malformed("queue_id", "no queue was made");
}

function malformed(path: string, reason: string): ApiError {
  return new ApiError({ kind: "malformed", sent: "maybe", path, reason });
}

type Answer = Awaited<ReturnType<typeof askForQueue>>;

/** Makes the answer the picture, on top of what of the former one is still true. */
export async function takeAnswer(context: SyncContext, answer: Answer): Promise<Cursor> {
  const { store, clock, log, stopped } = context;
  const brand = brandOf(answer);
  const decoded = await inSlices(decodeRegister(answer), clock, stopped);
  if (decoded.kind === "malformed") throw malformed(decoded.path, decoded.reason);
  for (const { path, reason } of decoded.misfits)
    log.warn("A part of the register answer was set aside.", { path, reason });

  const { register: told } = decoded;
  const before = store.getState().picture;
  const another = before.epoch > 0 && isAnotherRealm(before, told, brand);
  const known = another ? {} : { ownId: before.ownId };
  const described = fromRegister(told, { epoch: before.epoch + 1, brand, ...known });
  const fresh = await inSlices(described, clock, stopped);
  if (another) forgetRealm(context);
  changePicture(store, (picture) => (another ? fresh : withKept(fresh, picture)));
  retireAnswered(context);
  changeSession(store, (session) => ({
    ...session,
    queueId: answer.queue_id,
    // The picture is right again, whatever could not be applied before.
    quarantined: session.quarantined.length === 0 ? session.quarantined : [],
  }));
  return { queueId: answer.queue_id, last: answer.last_event_id, pollMs: pollMs(answer) };
}

/** How long a poll may take. A server that says nothing, or nothing sensible, does not make a client ask all the time. */
function pollMs({ event_queue_longpoll_timeout_seconds: told = defaultPollSeconds }: Answer) {
  return Math.min(longestPollSeconds, Math.max(shortestPollSeconds, told)) * 1000;
}

/** What was answered before the register is in it, or the server did something else: truth says. */
function retireAnswered({ store }: SyncContext): void {
  const { journal } = store.getState();
  const over = [...journal.intents.values()]
    .filter(({ phase, wish }) => phase === "answered" && wish.kind !== "send")
    .map(({ id }) => id);
  retire(store, over);
}

/**
 * Another realm answers at the old address: IDs of messages mean other messages there.
 * Drafts and sends are kept, because they are the person's own text.
 */
function forgetRealm({ store, log }: SyncContext): void {
  log.warn("Another realm answers at this address; what was known of the former one is dropped.");
  const { journal } = store.getState();
  const about = [...journal.intents.values()].filter(({ wish }) => wish.kind !== "send");
  retire(
    store,
    about.map(({ id }) => id),
  );
  changeScreen(store, (screen) => ({
    ...screen,
    readers: new Map(),
    back: [],
    forward: [],
    visible: undefined,
  }));
}
