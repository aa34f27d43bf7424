/**
 * Builders: `import * as make`. Every argument is optional, IDs increase as on a server, and all results were decoded, so
 * that tests only use what can arrive.
 */
import { newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import {
  decodeEvent,
  decodeMessages,
  decodeRegister,
  type Register,
  runToEnd,
} from "#model/decode.ts";
import { carryOver, fromRegister } from "#model/from-register.ts";
import { mergePage, type Page, type RequestedAt, requestedNow } from "#model/merge-page.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Event, EventOf } from "#wire/events.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";

type Keys = Readonly<Record<string, unknown>>;

export const [me, ada, brook, robot] = [10, 11, 12, 13] as UserId[] as [
  UserId,
  UserId,
  UserId,
  UserId,
];
export const [general, backend, attic] = [1, 2, 3] as StreamId[] as [StreamId, StreamId, StreamId];

export const id = (number: number) => number as MessageId;
export const ids = (...numbers: number[]) => numbers as MessageId[];

let [lastMessage, lastEvent] = [1000, 0];

export function person(userId: UserId, keys: Keys = {}) {
  return { user_id: userId, full_name: `Person ${userId}`, email: `u${userId}@weir.test`, ...keys };
}

export function stream(streamId: StreamId, keys: Keys = {}) {
  const fixed = { description: "", invite_only: false, is_web_public: false };
  return { stream_id: streamId, name: `stream ${streamId}`, ...fixed, ...keys };
}

export function subscription(streamId: StreamId, keys: Keys = {}) {
  const own = { color: "#76ce90", is_muted: false, pin_to_top: false };
  return stream(streamId, { ...own, ...keys });
}

/** A register answer: two subscribed streams, one unsubscribed, three people and a bot. */
export function answer(keys: Keys = {}): Keys {
  return {
    queue_id: "queue",
    last_event_id: -1,
    max_message_id: 0,
    user_id: me,
    realm_name: "Weir",
    realm_url: "https://weir.test",
    realm_users: [
      person(me, { full_name: "Me" }),
      person(ada, { full_name: "Ada" }),
      person(brook, { full_name: "Brook" }),
      person(robot, { full_name: "Robot", is_bot: true }),
    ],
    subscriptions: [
      subscription(general, { name: "general" }),
      subscription(backend, { name: "backend" }),
    ],
    never_subscribed: [stream(attic, { name: "attic" })],
    unread_msgs: { count: 0, streams: [], pms: [], huddles: [], mentions: [] },
    user_topics: [],
    starred_messages: [],
    user_settings: {},
    ...keys,
  };
}

export function register(keys: Keys = {}): Register {
  const decoded = runToEnd(decodeRegister(answer(keys)));
  if (decoded.kind === "malformed" || decoded.skipped.length > 0) {
    throw new TypeError(`This register does not decode: ${JSON.stringify(decoded)}`);
  }
  return decoded.register;
}

export const brand = { prefix: "svc", featureLevel: 278, version: "9.2" };

/** The replica of a register answer with these keys. */
export function replica(keys: Keys = {}, previous?: Replica): Replica {
  const epoch = (previous?.epoch ?? 0) + 1;
  const fresh = runToEnd(fromRegister(register(keys), { epoch, brand, ownId: previous?.ownId }));
  return previous === undefined ? fresh : carryOver(fresh, previous);
}

/** A message in `general › topic` from Ada, with these keys; `to` makes it direct. */
export function message({ to, ...keys }: Keys & { readonly to?: readonly UserId[] } = {}): Message {
  lastMessage += 1 + (lastMessage % 3);
  const place =
    to === undefined
      ? { type: "stream", stream_id: general, subject: "topic", display_recipient: "general" }
      : { type: "private", subject: "", display_recipient: to.map((each) => ({ id: each })) };
  const raw = {
    id: lastMessage,
    ...place,
    content: `text ${lastMessage}`,
    sender_id: ada,
    sender_full_name: "Ada",
    timestamp: 1_795_000_000 + lastMessage,
    ...keys,
  };
  const { messages, skipped } = runToEnd(decodeMessages([raw]));
  const [made] = messages;
  if (made === undefined) throw new TypeError(`This message does not decode: ${skipped[0]?.path}`);
  return made;
}

/** An event of any type, with the next ID of the queue. */
export function event<T extends Event["type"]>(type: T, keys: Keys = {}): EventOf<T> {
  lastEvent += 1;
  const decoded = decodeEvent({ id: lastEvent, type, ...keys });
  if (decoded.kind !== "event") throw new TypeError(`No such event: ${JSON.stringify(decoded)}`);
  return decoded.event as EventOf<T>;
}

/** The `message` event of a message; unread by default. */
export function arrival(sent: Message = message(), flags: readonly string[] = []) {
  return event("message", { message: sent, flags });
}

export function flagged(
  flag: "read" | "starred",
  op: "add" | "remove",
  messages: readonly number[],
  keys: Keys = {},
) {
  return event("update_message_flags", { op, flag, messages, all: false, ...keys });
}

export function edit(messageId: number, keys: Keys = {}) {
  const fixed = { message_ids: [messageId], edit_timestamp: 1_795_009_000, user_id: ada };
  return event("update_message", { message_id: messageId, ...fixed, ...keys });
}

/** Moves messages of `general › topic` to another topic, or with `new_stream_id` to another stream. */
export function move(messages: readonly number[], keys: Keys = {}) {
  const place = { stream_id: general, orig_subject: "topic", propagate_mode: "change_one" };
  return edit(messages[0] ?? 0, { message_ids: messages, ...place, ...keys });
}

export function reaction(messageId: number, op: "add" | "remove", userId: UserId, keys: Keys = {}) {
  const tada = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };
  return event("reaction", { op, message_id: messageId, user_id: userId, ...tada, ...keys });
}

/** The replica after these events, as one batch. */
export function after(before: Replica, ...events: readonly Event[]): Replica {
  const batch = newBatch("after");
  return events.reduce((now, event) => apply(now, event, batch, 0), before);
}

/** A page of messages; by default of the whole narrow. */
export function page(messages: readonly Message[], keys: Partial<Page> = {}): Page {
  const anchor = messages.at(-1)?.id ?? 0;
  return { messages, foundOldest: true, foundNewest: true, anchor, ...keys };
}

export function fetched(
  before: Replica,
  narrow: Narrow,
  received: Page,
  requestedAt: RequestedAt = requestedNow(before),
): Replica {
  return mergePage(before, narrow, received, requestedAt, newBatch("page"));
}

export const topic = (name = "topic", streamId = general): Narrow & { kind: "topic" } => ({
  kind: "topic",
  streamId,
  topic: name,
});
